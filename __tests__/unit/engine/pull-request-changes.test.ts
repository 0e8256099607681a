/** Once admitted, a pull request that is not what was submitted any more leaves the queue. */
import { describe, expect, it } from "@jest/globals";
import type { PullRequestFacts } from "../../../src/domain/pull-request.js";
import { picture } from "../../../src/engine/explain/picture.js";
import { headOf, namedCommit } from "../../support/fake-commits.js";
import {
  after,
  aQueue,
  entryNumbered,
  gone,
  landed,
  landingRefused,
  mergedOutside,
  observed,
  passed,
  pushed,
  story,
  submitted,
} from "../../support/queue-builder.js";

const full = after(aQueue({ concurrency: 2 }), submitted(1), submitted(2), submitted(3));
const head = headOf(1, 1);

describe("an admitted pull request", () => {
  it.each<[string, Partial<PullRequestFacts>, string, string]>([
    [
      "is pushed to",
      { headSha: head },
      "PR_PUSHED_TO",
      `#1 was pushed to: its head is now ${head.slice(0, 8)}.`,
    ],
    ["is closed", { state: "closed" }, "PR_CLOSED", "#1 was closed."],
    ["becomes a draft", { draft: true }, "PR_CONVERTED_TO_DRAFT", "#1 was converted to a draft."],
    ["aims elsewhere", { baseBranch: "dev" }, "PR_BASE_BRANCH_CHANGED", "#1 now aims at `dev`."],
    [
      "is merged elsewhere",
      { baseBranch: "dev", state: "merged" },
      "PR_MERGED_INTO_OTHER_BRANCH",
      "#1 was merged into `dev`.",
    ],
  ])("leaves when it %s", (_, facts, code, sentence) => {
    const { queue, concluded } = story(full, observed(1, facts));
    expect(picture(queue)).toBe("main <- #2 running <- #3+2 running");
    expect(concluded).toMatchObject([{ state: "cancelled", reason: { code, sentence } }]);
  });

  it("leaves when the forge has it no more", () => {
    expect(story(full, gone(3)).concluded).toMatchObject([{ state: "cancelled" }]);
  });

  it("counts as merged when somebody merged it by hand", () => {
    const { queue, concluded } = story(full, mergedOutside(1));
    expect(picture(queue)).toBe("main <- #2 running <- #3+2 running");
    expect(concluded).toMatchObject([
      {
        state: "merged",
        verifiedBy: null,
        reason: { code: "MANUAL_MERGE", sentence: "#1 was merged outside the queue." },
      },
    ]);
  });

  it.each([
    [{ by: "ada", commit: namedCommit("squashed") }, ` by ada, as ${namedCommit("squashed").slice(0, 8)}`],
    [{ by: "ada" }, " by ada"],
    [{}, ""],
  ])("names who merged it, and as what, as far as the forge reports that: %j", (merge, how) => {
    const { concluded } = story(full, observed(1, { state: "merged", merge }));
    expect(concluded[0]?.reason?.sentence).toBe(`#1 was merged outside the queue${how}.`);
  });

  it("stays when only its title changes", () => {
    const queue = after(full, observed(1, { title: "Reworded" }));
    expect(picture(queue)).toBe(picture(full));
    expect(entryNumbered(queue, 1).facts.title).toBe("Reworded");
  });

  it("that is waiting leaves just the same", () => {
    expect(picture(after(full, pushed(3)))).toBe("main <- #1 running <- #2+1 running");
  });
});

describe("a pull request that is landing", () => {
  const landing = after(full, passed("1"));

  it("merges although it was pushed to", () => {
    const { concluded } = story(landing, pushed(1), landed());
    expect(concluded).toMatchObject([{ state: "merged", facts: { headSha: headOf(1) } }]);
  });

  it("leaves for the push when it does not land", () => {
    const { queue, concluded } = story(landing, pushed(1), landingRefused("v2"));
    expect(picture(queue)).toBe("main <- #2 running <- #3+2 running");
    expect(concluded).toMatchObject([{ state: "cancelled", reason: { code: "PR_PUSHED_TO" } }]);
  });

  it("is seen as merged before the answer is here, which says nothing new", () => {
    const seen = after(landing, mergedOutside(1));
    expect(seen).toEqual(landing);
    expect(story(seen, landed()).concluded).toMatchObject([{ reason: { code: "MERGE_GRAPH_MERGE" } }]);
  });
});
