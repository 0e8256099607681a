/** Messages and authors of squash and merge commits, as the code host's repository and the queue word them. */
import { describe, expect, it } from "@jest/globals";
import { commitId, pullRequestNumber } from "../../../../src/domain/ids.js";
import type { CommitWording } from "../../../../src/domain/pull-request.js";
import type { ContainedHead } from "../../../../src/engine/model/queue.js";
import type { AuthoredCommit } from "../../../../src/service/git/merge-methods/co-authors.js";
import { mergeCommitMessage, squashCommit } from "../../../../src/service/git/merge-methods/message.js";

const ADA = { name: "Ada", email: "7+ada@users.noreply.github.com", date: "1 +0000" };
const HEAD = {
  pullRequest: pullRequestNumber(7),
  headSha: commitId("1".repeat(40)),
  title: "Greet",
  submittedAt: 0,
  headName: "ada/greet",
};
const BY_ADA: CommitWording = {
  title: "COMMIT_OR_PR_TITLE",
  body: "COMMIT_MESSAGES",
  login: "ada",
  author: { name: "ada", email: "7+ada@users.noreply.github.com" },
};

function by(name: string, email: string, message = "Change\n"): AuthoredCommit {
  return { author: { name, email, date: "1 +0000" }, message };
}

const FIRST = by("Ada", ADA.email, "Say hello\n\nWhy.\n");
const SECOND = by("Bob", "bob@example.com", "Say goodbye\n");

async function squash(
  wording: Partial<CommitWording>,
  commits: readonly AuthoredCommit[] = [FIRST, SECOND],
  more: Partial<ContainedHead> = {},
) {
  const head = { ...HEAD, wording: { ...BY_ADA, ...wording }, ...more };
  const record = { author: { name: "Eve", email: "eve@x", date: "5 +0100" }, message: "Merge main\n" };
  return squashCommit(head, record, async () => Promise.resolve(commits));
}

async function message(...asked: Parameters<typeof squash>): Promise<string> {
  return (await squash(...asked)).message;
}

async function merged(wording: Partial<CommitWording>, more: Partial<ContainedHead> = {}): Promise<string> {
  const head = {
    ...HEAD,
    ...more,
    wording: { title: "MERGE_MESSAGE", body: "PR_TITLE", ...wording } as const,
  };
  return mergeCommitMessage(head, async () => Promise.resolve([FIRST, SECOND]));
}

describe("the repository's settings for squash commits", () => {
  it.each([
    [{ title: "PR_TITLE", body: "BLANK" }, [FIRST], "Greet (#7)\n"],
    [{ title: "COMMIT_OR_PR_TITLE", body: "BLANK" }, [FIRST], "Say hello (#7)\n"],
    [{ title: "COMMIT_OR_PR_TITLE", body: "COMMIT_MESSAGES" }, [FIRST], "Say hello (#7)\n\nWhy.\n"],
    [
      { title: "PR_TITLE", body: "PR_BODY", description: "As\r\nwritten.\n" },
      [FIRST],
      "Greet (#7)\n\nAs\nwritten.\n",
    ],
    [
      { title: "COMMIT_OR_PR_TITLE", body: "COMMIT_MESSAGES" },
      [FIRST, SECOND],
      "Greet (#7)\n\n* Say hello\n\nWhy.\n\n* Say goodbye\n\nCo-authored-by: Bob <bob@example.com>\n",
    ],
    [{ title: "COMMIT_OR_PR_TITLE", body: "COMMIT_MESSAGES" }, [], "Greet (#7)\n"],
  ] as const)("%j", async (wording, commits, expected) => {
    expect(await message(wording, commits)).toBe(expected);
  });

  it("with a long list of long messages end with how many are left out", async () => {
    const long = Array.from({ length: 9 }, () => by("Ada", ADA.email, "x".repeat(10_000)));
    const text = await message({}, long);
    expect(text.length).toBeLessThan(61_000);
    expect(text).toMatch(/\n\n\* and 4 more commits\n$/);
  });
});

describe("the repository's settings for merge commits", () => {
  it.each([
    [{}, "Merge pull request #7 from ada/greet\n\nGreet\n"],
    [{ body: "BLANK" }, "Merge pull request #7 from ada/greet\n"],
    [{ title: "PR_TITLE", body: "PR_BODY", description: "Why." }, "Greet (#7)\n\nWhy.\n"],
    [{ template: "{{title}} by {{author}}", login: "ada" }, "Greet by ada\n"],
  ] as const)("%j", async (wording, expected) => {
    expect(await merged(wording)).toBe(expected);
  });

  it("keep the first line that the author chose", async () => {
    expect(await merged({}, { mergeTitle: "Hello" })).toBe("Hello\n\nGreet\n");
  });
});

describe("a template", () => {
  it("fills its variables once, and leaves others", async () => {
    const template = "{{title}} (!{{ number }})\r\n\r\n{{description}}\n{{unknown}} {{head}}";
    const wording = { template, description: "a {{number}} b" };
    expect(await message(wording, [FIRST], { title: "{{description}}" })).toBe(
      "{{description}} (!7)\n\na {{number}} b\n{{unknown}} ada/greet\n",
    );
  });

  it("places the co-authors itself", async () => {
    expect(await message({ template: "{{title}}\n\n{{coAuthors}}\nEnd" })).toBe(
      "Greet\n\nCo-authored-by: Bob <bob@example.com>\nEnd\n",
    );
  });

  it("that gives nothing has no effect", async () => {
    expect(await message({ template: " {{description}} ", body: "BLANK" }, [FIRST])).toBe("Say hello (#7)\n");
  });

  it("gives way to the first line that the author chose", async () => {
    expect(await message({ template: "One\nTwo" }, [FIRST], { mergeTitle: "Hello" })).toBe("Hello\n\nTwo\n");
  });
});

describe("the author of a squash commit", () => {
  it("is the pull request's, at the time of its head commit", async () => {
    const { author } = await squash({});
    expect(author).toEqual({ name: "ada", email: "7+ada@users.noreply.github.com", date: "5 +0100" });
  });

  it("is the head commit's for an account that is gone", async () => {
    const head = { ...HEAD, wording: { title: "PR_TITLE", body: "BLANK" } as const };
    const record = { author: ADA, message: "" };
    expect((await squashCommit(head, record, async () => Promise.resolve([FIRST]))).author).toEqual(ADA);
  });
});

describe("co-authors", () => {
  const trailers = async (...commits: readonly AuthoredCommit[]) =>
    (await message({ title: "PR_TITLE", body: "BLANK" }, commits)).split("\n").slice(2, -1);

  it("are named once each, in order, also those that commits name", async () => {
    const paired = by(
      "Bob",
      "bob@example.com",
      "x\n\nCo-authored-by: Cid <cid@x.org>\nco-authored-by: BOB <BOB@example.com>",
    );
    expect(await trailers(FIRST, SECOND, paired, by("Old Ada", "ada@users.noreply.github.com"))).toEqual([
      "Co-authored-by: Bob <bob@example.com>",
      "Co-authored-by: Cid <cid@x.org>",
    ]);
  });

  it("fill one line each, whatever their names and addresses", async () => {
    const hostile = [
      by("Eve\nFixes #1 <root@x>", "eve@x.org"),
      by("", "nameless@x.org"),
      by("No address", "not an address"),
      by("Two", "two@x.org>\nFixes #2"),
      by("Skips [skip\u2028ci]", "skip@x.org"),
      by("x".repeat(5000), "long@x.org"),
      by("\u202e\u0007", "invisible@x.org"),
    ];
    expect(await trailers(...hostile)).toEqual([
      "Co-authored-by: Eve Fixes #1 root@x <eve@x.org>",
      "Co-authored-by: Skips (skip ci) <skip@x.org>",
      `Co-authored-by: ${"x".repeat(200)} <long@x.org>`,
    ]);
  });

  it("are 50 at most", async () => {
    const many = Array.from({ length: 200 }, (_, at) => by("P", `p${at}@x.org`));
    expect(await trailers(...many)).toHaveLength(50);
  });

  it("that the description names are not repeated", async () => {
    const description = "Why.\n\nCo-authored-by: Bob <bob@example.com>";
    expect(await message({ title: "PR_TITLE", body: "PR_BODY", description })).toBe(
      `Greet (#7)\n\n${description}\n`,
    );
  });
});

describe("references that close issues", () => {
  it("are added where the message lacks them", async () => {
    const closes = ["Fixes #12", "closes acme/shop#3"];
    const commits = [by("Ada", ADA.email, "Say hello\n\nThis fixes #12.\n")];
    expect(await message({ closes }, commits)).toBe(
      "Say hello (#7)\n\nThis fixes #12.\n\ncloses acme/shop#3\n",
    );
    expect(await message({ closes, body: "BLANK" }, [FIRST])).toBe(
      "Say hello (#7)\n\nFixes #12\ncloses acme/shop#3\n",
    );
  });
});

it("a head of an earlier version keeps its message and author", async () => {
  const record = { author: ADA, message: "Greet\n\nWhy.\n" };
  const unread = async () => Promise.reject(new Error("no commit is needed"));
  expect(await squashCommit(HEAD, record, unread)).toEqual({ message: "Greet (#7)\n\nWhy.\n", author: ADA });
});
