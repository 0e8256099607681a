/** The comment on an exit: once for each exit, also after crashes and lost answers, and harmless whatever is in it. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { explainExit } from "../../../../../src/engine/explain/exit.js";
import { exitNoticeOf } from "../../../../../src/service/github/status/exit-notice.js";
import { block } from "../../../../../src/service/github/status/markdown.js";
import { checkLink } from "../../../../../src/service/github/status/required-checks.js";
import {
  aQueue,
  cancelled,
  changed,
  failed,
  landed,
  mergedOutside,
  passed,
  pushed,
  story,
  submitted,
} from "../../../../support/queue-builder.js";
import { StatusWorld } from "../../../../support/status-world.js";

const COMMENT = "POST /issues/{number}/comments";
let world: StatusWorld;

beforeEach(async () => {
  world = await StatusWorld.open();
});
afterEach(async () => world.close());

async function testing(taker = "one"): Promise<void> {
  world.begin(taker);
  await world.happens(submitted(1));
  await world.seen();
}

const fails = [failed("1"), failed("1")] as const;

describe("the notice of an exit", () => {
  it("is a comment of its own, with the verdict, the check and what to do next", async () => {
    await testing();
    await world.happens(...fails);
    await world.seen();
    const [notice = "", ...others] = world.notices(1);
    expect(others).toEqual([]);
    expect(notice.split("\n").slice(1)).toEqual([
      "### Merge Queue: Left without landing (yours)",
      "",
      "@mona: &#35;\u200b1 failed <code>tests</code> on exactly <code>main</code> and this change, twice, so the failure is its own.",
      "",
      "Failed checks:",
      "",
      "- [<code>tests</code>](https://ci.example/tests) (<code>ci.example</code>)",
      "",
      "**Push a fix, then submit it again.** To submit it again, comment <code>/merge</code> or add the label <code>merge-queue-submit</code>.",
    ]);
    expect(world.headlines(1)).toEqual(["### Merge Queue: Failed"]);
  });

  it("is not written for a landing, a merge elsewhere, or without comments", async () => {
    await testing();
    await world.happens(passed("1"), landed(), submitted(2), mergedOutside(2));
    await world.seen();
    await world.happens(changed({ commentsEnabled: false }), submitted(3), cancelled(3));
    await world.seen();
    expect([1, 2, 3].flatMap((number) => world.notices(number))).toEqual([]);
  });

  it("is written once for each exit of a pull request that comes again", async () => {
    await testing();
    await world.happens(...fails);
    await world.seen();
    await world.happens(submitted(1));
    await world.seen();
    await world.happens(pushed(1));
    await world.seen(120_000);
    expect(world.notices(1).map((body) => body.split("\n")[1])).toEqual([
      "### Merge Queue: Left without landing (yours)",
      "### Merge Queue: Left without landing (changed or withdrawn)",
    ]);
  });

  it.each([true, false])("is there once after a crash around the call; it was done: %s", async (isDone) => {
    await testing();
    await world.happens(...fails);
    world.freezeAt("one", COMMENT, isDone);
    await world.seen(5000);
    world.kill("one");
    world.endSession("one");
    world.begin("two");
    await world.seen(200_000);
    expect(world.notices(1)).toHaveLength(1);
  });

  it.each(["isLost", "fails"] as const)(
    "is there once when the call %s and the list is late",
    async (kind) => {
      await testing();
      world.github.isListLate = true;
      world.github.next(COMMENT, { kind });
      await world.happens(...fails);
      await world.seen(40_000);
      world.github.isListLate = false;
      await world.seen(200_000);
      expect(world.notices(1)).toHaveLength(1);
    },
  );

  it("is given up when GitHub refuses it, and the next exit has one", async () => {
    await testing();
    const locked = { status: 403, body: { message: "Unable to create comment because issue is locked." } };
    world.github.next(COMMENT, { kind: "answers", ...locked });
    await world.happens(...fails);
    await world.seen(200_000);
    expect(world.notices(1)).toEqual([]);
    await world.happens(submitted(1), cancelled(1));
    await world.seen(200_000);
    expect(world.notices(1)).toHaveLength(1);
  });
});

describe("what the notice shows", () => {
  const told = story(aQueue(), submitted(1), failed("1"), failed("1"));
  const [entry] = told.concluded;
  const run = told.endedRuns.at(-1)?.run ?? null;
  if (entry === undefined || run === null) throw new Error("#1 has not failed");
  const view = {
    name: { repository: { host: "github.com", owner: "acme", name: "shop" }, targetBranch: "main" },
    ...{ queue: told.queue, entry, run, position: null, expected: null, landedAs: null, pageUrl: null },
    testBranchPrefix: "mq-merge/",
  };

  it("keeps its shape and mentions only its author, whatever CI and people wrote", () => {
    const pieces = [
      "|",
      "\n",
      "`",
      "@ada",
      "#1",
      "<b>",
      "</pre>",
      "](x)",
      "-->",
      "/merge",
      "  ",
      "a",
      "&lt;",
    ];
    const text = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, text, text, text, (check, url, author, outputTail) => {
        const failure = { kind: "check", name: check, url } as const;
        const broken = { ...run, progress: { kind: "failed", failure } as const };
        const hostile = { ...entry, facts: { ...entry.facts, author } };
        const exit = explainExit({
          ...{ entry: hostile, run: broken, targetBranch: "main" },
          ...{ earlierRuns: [], landings: [], failuresOfOthers: [] },
        });
        const body = exitNoticeOf({ ...view, entry: hostile, exit, outputTail }, "a/1")?.body ?? "";
        const [marker, ...rest] = body.split("\n");
        expect(marker).toBe("<!-- merge-queue:left a/1 -->");
        const shown = rest.join("\n").replace(/^@a+: /m, "");
        expect(shown).not.toMatch(/<(?!\/?(?:code|pre|details|summary)>)|@[a-z]|^\/merge/m);
        expect(shown.match(/<\/pre>/g) ?? []).toHaveLength(1);
      }),
    );
  });

  it("mentions an author by a valid login only", () => {
    const noticeBy = (author: string) => {
      const by = { ...entry, facts: { ...entry.facts, author } };
      const exit = explainExit({
        ...{ entry: by, run, targetBranch: "main" },
        ...{ earlierRuns: [], landings: [], failuresOfOthers: [] },
      });
      return exitNoticeOf({ ...view, entry: by, exit, outputTail: null }, "a/1")?.body.split("\n")[3] ?? "";
    };
    expect(noticeBy("mona-lisa")).toMatch(/^@mona-lisa: /);
    for (const author of ["dependabot[bot]", "", "a b", "-a", "a--b", "org/team", "x".repeat(40)]) {
      expect(noticeBy(author)).toMatch(/^&#35;/);
    }
  });

  it("links any web page of a check, with its host", () => {
    expect(checkLink({ name: "a", url: "https://github.com/x/y" })).toBe(
      "[<code>a</code>](https://github.com/x/y)",
    );
    expect(checkLink({ name: "a", url: "https://ci.example/1" })).toContain("(<code>ci.example</code>)");
    expect(checkLink({ name: "a", url: "javascript:alert(1)" })).toBe("<code>a</code>");
  });

  it("shows no more of the output than fits into a comment, however it is escaped", () => {
    const exit = explainExit({
      ...{ entry, run, targetBranch: "main" },
      ...{ earlierRuns: [], landings: [], failuresOfOthers: [] },
    });
    const noticeOf = (outputTail: string) => exitNoticeOf({ ...view, exit, outputTail }, "a/1")?.body ?? "";
    const hostile = noticeOf("@#<`".repeat(100_000));
    expect(hostile.length).toBeLessThan(65_536);
    const lines = noticeOf(Array.from({ length: 500 }, (_, index) => `line ${index}`).join("\n"));
    expect(lines).toContain("line 499");
    expect(lines).not.toContain("line 459");
  });

  it("shows lines of output as they are, none of which is a command", () => {
    expect(block("a <b> @ada\n\n  #1")).toBe("<pre> a &#60;b&#62; &#64;\u200bada\n \n  &#35;\u200b1</pre>");
  });
});
