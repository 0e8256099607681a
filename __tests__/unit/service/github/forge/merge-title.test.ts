/** The title in the text of a pull request, and what becomes of it in messages. */
import { describe, expect, it } from "@jest/globals";
import { commitId, pullRequestNumber } from "../../../../../src/domain/ids.js";
import { mergeMessage, squashMessage } from "../../../../../src/service/git/merge-methods/message.js";
import { mergeTitleIn } from "../../../../../src/service/github/forge/read-pull-request.js";

describe("the title of the commit", () => {
  it.each([
    ["merge-commit-title: Add greetings", "Add greetings"],
    ["Why.\r\n\r\nmerge-commit-title:Add greetings\r\nMore.\r\n", "Add greetings"],
    ["merge-commit-title: one\nmerge-commit-title: two", "one"],
    ["merge-commit-title: \u202Eevil\u0000\u001B[31m\tx\u2028y", "evil [31m x y"],
    [`merge-commit-title: ${"😀".repeat(500)}`, "😀".repeat(200)],
    ["merge-commit-title:   \nmerge-commit-title-of: no", null],
    ["Merge-Commit-Title: no", null],
    ["say merge-commit-title: no", null],
    ["", null],
  ])("in %j is %j", (body, title) => {
    expect(mergeTitleIn(body)).toBe(title);
  });
});

const HEAD = {
  pullRequest: pullRequestNumber(7),
  headSha: commitId("a".repeat(40)),
  title: "Greet",
  submittedAt: 0,
};

describe("a merge commit", () => {
  it.each([
    [{}, "Merge pull request #7: Greet\n"],
    [{ headName: "acme/greet" }, "Merge pull request #7 from acme/greet\n\nGreet\n"],
    [{ headName: "acme/greet", title: "" }, "Merge pull request #7 from acme/greet\n"],
    [{ headName: "acme/greet", mergeTitle: "Hello" }, "Hello\n\nGreet\n"],
    [{ mergeTitle: "Hello\nCo-authored-by: x" }, "Hello Co-authored-by: x\n\nGreet\n"],
  ])("of %j says %j", (more, message) => {
    expect(mergeMessage({ ...HEAD, ...more })).toBe(message);
  });
});

it("a squash commit bears the title that was wanted, and the body of the one commit", () => {
  expect(squashMessage({ ...HEAD, mergeTitle: "Hello" }, "Greet\n\nWhy.\n")).toBe("Hello\n\nWhy.\n");
  expect(squashMessage({ ...HEAD, mergeTitle: " " }, "Greet\n")).toBe("Greet (#7)\n");
});
