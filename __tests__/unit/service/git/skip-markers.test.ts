/** Commits that are tested and land never contain what makes CI skip them. */
import { describe, expect, it } from "@jest/globals";
import { commitId, pullRequestNumber } from "../../../../src/domain/ids.js";
import {
  mergeCommitMessage,
  mergeMessage,
  squashCommit,
  squashMessage,
  withoutSkipMarkers,
} from "../../../../src/service/git/merge-methods/message.js";

/** As GitHub documents them. */
const SKIPS = /\[(skip ci|ci skip|no ci|skip actions|actions skip)\]|^skip-checks: *true$/im;

describe("a marker becomes plain words", () => {
  it.each([
    ["Fix [skip ci] it", "Fix (skip ci) it"],
    ["[ci skip]", "(ci skip)"],
    ["[no ci] docs", "(no ci) docs"],
    ["a [skip actions], b [actions skip]", "a (skip actions), b (actions skip)"],
    ["[SKIP CI] [Ci-Skip] [ skip  ci ]", "(SKIP CI) (Ci-Skip) ( skip  ci )"],
    ["[[skip ci]]", "[(skip ci)]"],
    ["***NO_CI***", "(NO_CI)"],
    ["Title\n\n\nskip-checks: true", "Title\n\n\n(skip-checks: true)"],
    [
      "Title\n\n\nSkip-Checks:true\nCo-authored-by: A <a@b>",
      "Title\n\n\n(Skip-Checks:true)\nCo-authored-by: A <a@b>",
    ],
  ])("%j", (message, expected) => {
    expect(withoutSkipMarkers(message)).toBe(expected);
    expect(withoutSkipMarkers(expected)).toBe(expected);
  });

  it.each(["skip ci", "[skip cider]", "[skip]", "see skip-checks: true above", "skip-checks: false"])(
    "and other text stays: %j",
    (message) => {
      expect(withoutSkipMarkers(message)).toBe(message);
    },
  );

  it("in little time, however hostile the text", () => {
    const hostile = `${"[skip ".repeat(50_000)}\n${"skip-checks: ".repeat(50_000)}${"[ \t".repeat(50_000)}`;
    const begun = performance.now();
    expect(withoutSkipMarkers(hostile)).toBe(hostile);
    expect(performance.now() - begun).toBeLessThan(2000);
  });
});

describe("squash and merge commits", () => {
  const head = {
    pullRequest: pullRequestNumber(7),
    headSha: commitId("1".repeat(40)),
    submittedAt: 0,
  };

  it.each([
    { title: "Greet [skip ci]" },
    { title: "Greet", mergeTitle: "Hello [ci\u00a0skip]" },
    { title: "Greet [skip\n\u0007ci]", headName: "ada/[no ci]" },
  ])("of %j", (more) => {
    const body = "Greet\n\nWhy [actions skip].\n\n\nskip-checks: true\n";
    for (const message of [squashMessage({ ...head, ...more }, body), mergeMessage({ ...head, ...more })])
      expect(message).not.toMatch(SKIPS);
  });

  it("with a body that the head commit brings", () => {
    expect(squashMessage({ ...head, title: "Greet" }, "Greet\n\nWhy [skip ci].\n")).toBe(
      "Greet (#7)\n\nWhy (skip ci).\n",
    );
  });

  const OF_PULL = {
    title: "PR_TITLE",
    body: "PR_BODY",
    description: "Why [no ci].\n\nskip-checks: true",
  } as const;
  it.each([
    OF_PULL,
    { title: "COMMIT_OR_PR_TITLE", body: "COMMIT_MESSAGES" },
    { title: "MERGE_MESSAGE", body: "PR_TITLE" },
    { ...OF_PULL, template: "{{title}} ***NO_CI***\n\n{{description}}\n\n{{commits}}" },
  ] as const)("in the code host's wording %j", async (wording) => {
    const author = { name: "Ada", email: "ada@x.org", date: "1 +0000" };
    const commits = ["Say [ci skip]\n\nskip-checks: true\n", "More [skip ci]\n"].map((message) => ({
      author,
      message,
    }));
    const worded = { ...head, title: "Greet [skip actions]", headName: "ada/[skip ci]", wording };
    const read = async () => Promise.resolve(commits);
    const squash = await squashCommit(worded, { author, message: "Greet\n" }, read);
    for (const message of [squash.message, await mergeCommitMessage(worded, read)]) {
      expect(message).not.toMatch(SKIPS);
      expect(message).not.toContain("***");
      expect(message).toMatch(/\((skip|no) (ci|actions)\)/);
    }
  });
});
