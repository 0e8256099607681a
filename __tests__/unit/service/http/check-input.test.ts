/** What is wrong with a request is said in one line that names the place. */
import { describe, expect, it } from "@jest/globals";
import { endpoints } from "../../../../src/contract/endpoints.js";
import { check } from "../../../../src/service/http/check-input.js";

const REPO = { host: "github.com", owner: "octo", name: "mono" };

function problemOf(name: "submitPullRequest" | "setImpactedTargets" | "updateQueue", input: unknown) {
  const checked = check<unknown>(endpoints[name].request, input);
  return checked.ok ? null : checked.problem;
}

describe("a checked request", () => {
  it("is converted", () => {
    const input = { repo: REPO, targetBranch: "main", pr: { number: "12" }, priority: "Urgent", more: 1 };
    expect(check<unknown>(endpoints.submitPullRequest.request, input)).toEqual({
      ok: true,
      value: { repo: REPO, targetBranch: "main", pr: { number: 12 }, priority: 0 },
    });
  });

  it.each([
    [{ repo: REPO, targetBranch: "main" }, "pr: expected an object"],
    [
      { repo: REPO, targetBranch: "main", pr: { number: 0 } },
      "pr.number: expected a whole number from 1 to 4294967295",
    ],
    [
      { repo: { ...REPO, owner: "" }, targetBranch: 3, pr: { number: 1 } },
      "repo.owner: expected text of at least one character; targetBranch: expected text of at least one character",
    ],
    [
      { priority: "soon" },
      "repo: expected an object; targetBranch: expected text of at least one character; pr: expected an object; and 1 more",
    ],
    [[], "the body: expected an object"],
    [null, "the body: expected an object"],
  ])("is refused when it is %j", (input, problem) => {
    expect(problemOf("submitPullRequest", input)).toBe(problem);
  });

  it("names the element of a list", () => {
    const input = { repo: REPO, targetBranch: "main", requiredStatuses: ["a", 2] };
    expect(problemOf("updateQueue", input)).toBe("requiredStatuses[1]: expected text");
  });

  it("names the fields that nobody knows, cut to a bearable length", () => {
    const unknown = { concurency: 1, [`x${"y".repeat(500)}`]: 1, a: 1, b: 1, __proto__x: 1 };
    expect(problemOf("updateQueue", { repo: REPO, targetBranch: "main", ...unknown })).toBe(
      `the body: does not know "concurency", "x${"y".repeat(99)}…", "a" and 2 more`,
    );
  });
});
