/** The pull request status, state by state, also with hostile names of branches and checks. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import type { Check } from "../../../../../src/domain/check.js";
import { explainExit } from "../../../../../src/engine/explain/exit.js";
import type { Entry, Queue } from "../../../../../src/engine/model/queue.js";
import { liveView } from "../../../../../src/service/github/status/read-status-view.js";
import type { PullRequestStatus } from "../../../../../src/service/github/status/status.js";
import { statusOf } from "../../../../../src/service/github/status/status-of.js";
import type { StatusView } from "../../../../../src/service/github/status/status-view.js";
import { namedCommit } from "../../../../support/fake-commits.js";
import {
  after,
  allSubmitted,
  aQueue,
  cancelled,
  entryNumbered,
  failed,
  landed,
  observed,
  passed,
  story,
  submitted,
  turned,
} from "../../../../support/queue-builder.js";

const NAME = { repository: { host: "github.com", owner: "acme", name: "shop" }, targetBranch: "main" };
const AROUND = { testBranchPrefix: "mq-merge/", pageOf: () => null };

function live(queue: Queue, number: number): StatusView {
  const entry = entryNumbered(queue, number);
  return liveView({ name: NAME, queue, version: 1, wakeAt: null }, entry, AROUND);
}

function statusIn(queue: Queue, number: number): PullRequestStatus {
  return statusOf(live(queue, number));
}

/** The comment as GitHub renders it. */
function read({ comment }: PullRequestStatus): string {
  return (comment ?? "")
    .replace(/<\/?code>|\u200b/g, "")
    .replace(/\]\([^)]*\)|\[/g, "")
    .replace(/&#(\d+);/g, (_whole, digits: string) => String.fromCodePoint(Number(digits)));
}

function concluded(...happenings: Parameters<typeof story> extends [Queue, ...infer Rest] ? Rest : never) {
  const told = story(aQueue(), ...happenings);
  const [entry] = told.concluded;
  if (entry === undefined) throw new Error("nobody has left");
  const run = told.endedRuns.at(-1)?.run ?? null;
  return {
    ...AROUND,
    name: NAME,
    queue: told.queue,
    entry,
    run,
    position: null,
    landedAs: null,
    pageUrl: null,
    outputTail: null,
    expected: null,
    exit: explainExit({
      ...{ entry, run, targetBranch: "main" },
      ...{ earlierRuns: [], landings: [], failuresOfOthers: [] },
    }),
  };
}

describe("the comment", () => {
  it("mentions a title that was edited after the test began", () => {
    const queue = after(aQueue(), submitted(1));
    expect(read(statusIn(queue, 1))).not.toContain("edited");
    const edited = after(queue, observed(1, { title: "Another" }));
    expect(read(statusIn(edited, 1))).toContain(
      "| Message | as when the test began; the title or description was edited since then |",
    );
  });

  it("of a pull request under test says on top of what, and where", () => {
    const queue = after(aQueue(), submitted(1), submitted(2));
    const [, second] = queue.runs;
    expect(read(statusIn(queue, 2))).toBe(
      [
        "<!-- merge-queue:status -->",
        "### Merge Queue: Testing",
        "",
        "Second in main, being tested. #1 ahead is being tested. You need not do anything.",
        "",
        "| | |",
        "|:--|:--|",
        "| Queue | main |",
        "| Position | 2 |",
        `| Tested on top of | main at ${namedCommit("v1").slice(0, 8)}, then #1 |`,
        `| Test branch | mq-merge/pr-2/${second?.id} |`,
        "| Required checks | tests: not started |",
      ].join("\n"),
    );
  });

  it("ends with the queue's own reason", () => {
    const queue = after(aQueue(), submitted(1), submitted(2), failed("1+2"));
    expect(read(statusIn(queue, 2)).split("\n").slice(-4)).toEqual([
      `| Test branch | mq-merge/pr-2/${queue.runs[1]?.id} |`,
      "| Required checks | tests (ci.example): failed |",
      "",
      "> #2 failed tests on top of #1; #1 may be the cause until landed or gone.",
    ]);
  });

  it("names those that are tested in one batch with it", () => {
    const batching = { batch: true, batchingMinSize: 3, concurrency: 1 };
    const queue = after(aQueue(batching), ...allSubmitted(1, 2, 3));
    expect(read(statusIn(queue, 2))).toContain("| Together with | #1, #3 |");
  });

  it("of one that is not ready says what it waits for", () => {
    const draft = { draft: true, mergeability: "not_mergeable" } as const;
    const queue = after(aQueue({ mode: "parallel" }), turned("paused"), submitted(1, { facts: draft }));
    expect(read(statusIn(queue, 1))).toContain(
      "| Waits for | the queue to admit entries again; the pull request to be marked as ready for review; " +
        "GitHub to report it as mergeable (reviews, required checks, conflicts); its impacted targets to be uploaded |",
    );
  });

  it("of one that is not ready names the rules it does not meet, whatever is in their names", () => {
    const unmetRules = [
      { rule: "pullRequest", words: "1 of 2 approvals" },
      { rule: "check", words: "`<img src=x> @ada | #1` has failed" },
    ] as const;
    const facts = { mergeability: "not_mergeable", unmetRules } as const;
    const { comment } = statusIn(after(aQueue(), submitted(1, { facts })), 1);
    expect(comment).toContain("| Waits for | 1 of 2 approvals; <code>&#60;img src&#61;x&#62; &#64;\u200bada");
    expect(comment).not.toMatch(/<img|@ada|\| #1/);
  });

  it("tells of a place far behind no more than that", () => {
    const numbers = Array.from({ length: 40 }, (_, index) => index + 1);
    const queue = after(aQueue(), ...allSubmitted(...numbers));
    const position = (number: number) => /\| Position \| (.*) \|/.exec(read(statusIn(queue, number)))?.[1];
    expect([1, 2, 3, 4, 10, 11, 30, 31, 40].map(position)).toEqual([
      ...["1", "2", "3", "4 to 10", "4 to 10", "11 to 30", "11 to 30"],
      ...["31 or later", "31 or later"],
    ]);
  });

  it("of one that landed names the commit, and says why GitHub calls it closed", () => {
    const landedAs = namedCommit("landed");
    const status = statusOf({ ...concluded(submitted(1), passed("1"), landed()), landedAs });
    expect(status.comment).toContain(`https://github.com/acme/shop/commit/${landedAs}`);
    expect(read(status)).toContain(
      `| Landed as | ${landedAs.slice(0, 8)}, the exact commit that was tested; GitHub shows a pull request that ` +
        "landed by push as closed, not merged |",
    );
  });

  it("of one that GitHub merged itself names the commit and explains nothing", () => {
    const landedAs = namedCommit("merged by GitHub");
    const view = concluded(submitted(1), passed("1"), landed());
    const settings = { ...view.queue.settings, landing: "merge" } as const;
    const status = statusOf({ ...view, queue: { ...view.queue, settings }, landedAs });
    expect(read(status)).toContain(`| Landed as | ${landedAs.slice(0, 8)} |`);
  });

  it("links a failed check of any CI, with its host unless that is GitHub", () => {
    const view = live(after(aQueue(), submitted(1), submitted(2), failed("1+2")), 2);
    const comment = (url: string) => {
      const { run } = view;
      if (run === null) throw new Error("it is not tested");
      const check = { name: "tests", url, status: "completed", conclusion: "failure" } as const;
      return statusOf({ ...view, run: { ...run, checks: [check] } }).comment ?? "";
    };
    const row = (url: string) => /\| Required checks \| (.*): failed \|/.exec(comment(url))?.[1];
    const linked = (url: string, host: string) => `[<code>tests</code>](${url}) (<code>${host}</code>)`;
    expect(row("https://github.com/acme/shop/actions/runs/1")).toBe(
      "[<code>tests</code>](https://github.com/acme/shop/actions/runs/1)",
    );
    expect(row("https://ci.example/builds/7")).toBe(linked("https://ci.example/builds/7", "ci.example"));
    expect(row("http://evil.example/a)b(<x>|")).toBe(
      linked("http://evil.example/a%29b%28%3Cx%3E%7c", "evil.example"),
    );
    for (const url of [
      "",
      "javascript:alert(1)",
      "file:///var/log/run.log",
      "https://github.com@evil.example/acme/shop/",
      "https://u:p@github.com/acme/shop/1",
    ]) {
      expect(row(url)).toBe("<code>tests</code>");
    }
  });

  it("keeps its shape whatever the branch, the check and the reason are called", () => {
    const pieces = ["|", "\n", "`", "@ada", "#1", "<b>", "](x)", "-->", "\\", "  ", "a", "https://x.example"];
    const text = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join(""));
    const queue = after(aQueue(), submitted(1), submitted(2), failed("1+2"));
    const view = live(queue, 2);
    fc.assert(
      fc.property(text, text, text, (branch, check, why) => {
        const failure = { kind: "check", name: check, url: why } as const;
        const reported = { name: check, url: why, detail: why, status: "queued", conclusion: null } as const;
        const checked = { requiredStatuses: [check], checks: [reported] };
        const progress = { kind: "failed", failure } as const;
        const run = view.run === null ? null : { ...view.run, progress, ...checked };
        const reason = { code: "API_REQUESTED", sentence: why } as const;
        const entry: Entry = { ...view.entry, reason };
        const name = { ...NAME, targetBranch: branch };
        const lines = (statusOf({ ...view, name, entry, run }).comment ?? "").split("\n");
        expect(lines).toHaveLength(14);
        for (const line of lines.slice(5, -2)) expect(line.match(/\|/g)).toHaveLength(3);
        expect(lines.join("\n").replace(/^<!-- merge-queue:status -->/, "")).not.toMatch(
          /<(?!\/?code>)|@[a-z]/,
        );
      }),
    );
  });
});

describe("the check", () => {
  const CASES: readonly (readonly [string, Entry["state"], unknown])[] = [
    ["notReady", "notReady", { status: "queued" }],
    ["pending", "pending", { status: "queued" }],
    ["testing", "testing", { status: "in_progress" }],
    ["testsPassed", "testsPassed", { status: "in_progress" }],
    ["pendingFailure", "pendingFailure", { status: "in_progress" }],
    ["merged", "merged", { status: "completed", conclusion: "success" }],
    ["failed", "failed", { status: "completed", conclusion: "failure" }],
    ["cancelled", "cancelled", { status: "completed", conclusion: "cancelled" }],
  ];
  it.each(CASES)("of a state: %s", (_name, state, expected) => {
    const view = live(after(aQueue(), submitted(1)), 1);
    const { check } = statusOf({ ...view, entry: { ...view.entry, state } });
    expect(check?.state).toEqual(expected);
  });

  it("has the reason as its summary and the service's page as its details", () => {
    const pageUrl = "https://queue.example/1";
    const { check } = statusOf({ ...concluded(submitted(1), cancelled(1)), pageUrl });
    expect(check).toMatchObject({ title: "Cancelled", detailsUrl: pageUrl });
    expect(check?.summary).toContain("&#35;\u200b1");
  });
});

describe("the required checks", () => {
  const view = live(after(aQueue(), submitted(1)), 1);
  const { run } = view;
  if (run === null) throw new Error("#1 is not tested");
  const check = (name: string, part: Partial<Check>): Check => ({
    ...{ name, url: `https://ci.example/${name}`, status: "completed", conclusion: null },
    ...part,
  });

  it("have their state and link in the comment and in the check, failed ones first", () => {
    const checks = [
      check("build", { conclusion: "success" }),
      check("lint", { status: "in_progress", url: "https://github.com/acme/shop/runs/1" }),
      check("docs", { conclusion: "skipped", detail: "its job was skipped" }),
      check("e2e", { conclusion: "timed_out" }),
      check("optional", { conclusion: "failure" }),
    ];
    const requiredStatuses = ["build", "lint", "docs", "late", "e2e"];
    const status = statusOf({ ...view, run: { ...run, requiredStatuses, checks } });
    const lines = [
      "e2e (ci.example): timed out",
      "lint: running",
      "late: not started",
      "build (ci.example): passed",
      "docs (ci.example): skipped (its job was skipped)",
    ];
    expect(read(status)).toContain(`| Required checks | ${lines.join("<br>")} |`);
    const summary = read({ ...status, comment: status.check?.summary ?? "" }).split("\n");
    expect(summary.slice(1)).toEqual([
      ...["", "Position: 1", "", "Required checks:", ""],
      ...lines.map((line) => `- ${line}`),
    ]);
    expect(status.check?.summary).toContain("(https://github.com/acme/shop/runs/1)");
  });

  it("are not all named if there are hundreds, and a failed one always is", () => {
    const names = Array.from({ length: 300 }, (_, index) => `check ${index}`);
    const failed299 = check("check 299", { conclusion: "failure" });
    const status = statusOf({ ...view, run: { ...run, requiredStatuses: names, checks: [failed299] } });
    expect(read(status)).toContain("| Required checks | check 299 (ci.example): failed<br>");
    expect(read(status)).toContain("<br>and 280 more |");
    expect(status.check?.summary.length).toBeLessThan(10_000);
  });
});

describe("the buttons of the check", () => {
  it.each([
    ["notReady", ["cancel"]],
    ["pending", ["cancel"]],
    ["testing", ["cancel", "retry"]],
    ["testsPassed", ["cancel"]],
    ["pendingFailure", ["cancel", "retry"]],
    ["merged", []],
    ["failed", ["merge"]],
    ["cancelled", ["merge"]],
  ] as const)("are those that do something in the state %s", (state, expected) => {
    const view = live(after(aQueue(), submitted(1)), 1);
    const actions = statusOf({ ...view, entry: { ...view.entry, state } }).check?.actions ?? [];
    expect(actions.map(({ identifier }) => identifier)).toEqual(expected);
    for (const { label, description, identifier } of actions) {
      const lengths = [label, description, identifier].map(({ length }) => length);
      expect(lengths.every((length, index) => length <= ([20, 40, 20][index] ?? 0))).toBe(true);
    }
  });

  it("are none without commands", () => {
    expect(statusIn(after(aQueue({ commandsEnabled: false }), submitted(1)), 1).check?.actions).toEqual([]);
  });
});

describe("what is wanted", () => {
  it("is nothing of what the settings turn off", () => {
    const off = { commentsEnabled: false, statusCheckEnabled: false, stateLabelsEnabled: false };
    const status = statusIn(after(aQueue(off), submitted(1)), 1);
    expect([status.comment, status.check, status.label]).toEqual([null, null, null]);
  });

  it("is a label where they turn it on", () => {
    expect(statusIn(after(aQueue({ stateLabelsEnabled: true }), submitted(1)), 1).label).toBe(
      "merge-queue-testing",
    );
  });

  it.each([
    ["squash", "close"],
    ["rebase", "close"],
    ["merge_commit", "closesByItself"],
  ] as const)("is closing after landing by push: %s", (mergeMethod, kind) => {
    const view = concluded(submitted(1), passed("1"), landed());
    const queue = { ...view.queue, settings: { ...view.queue.settings, mergeMethod } };
    expect(statusOf({ ...view, queue }).closing).toMatchObject({ kind });
  });

  it("is no closing where the head itself is what landed", () => {
    const view = concluded(submitted(1), passed("1"), landed());
    expect(statusOf({ ...view, landedAs: view.entry.facts.headSha }).closing).toMatchObject({
      kind: "closesByItself",
    });
  });

  it("leaves to GitHub what it shows as merged because its head was pushed", () => {
    const view = concluded(submitted(1), passed("1"), landed());
    const shownAs = namedCommit("what landed");
    const entry = { ...view.entry, shownAs };
    const status = statusOf({ ...view, entry, landedAs: shownAs });
    expect(status.closing).toMatchObject({ kind: "closesByItself", headSha: shownAs });
    expect(read(status)).not.toContain("closed, not merged");
    expect(read(statusOf({ ...view, landedAs: shownAs }))).toContain("closed, not merged");
  });

  it("is no closing of what did not land, and leaves to GitHub at first what a person merged", () => {
    const view = concluded(submitted(1), cancelled(1));
    expect(statusOf(view).closing).toBeNull();
    const reason = { code: "MANUAL_MERGE", sentence: "" } as const;
    const { closing } = statusOf({ ...view, entry: { ...view.entry, ended: "merged", reason } });
    // A person may have pushed the tested commit of a squash, and GitHub never closes that pull request.
    expect(closing).toMatchObject({ kind: "closesByItself", headSha: view.entry.facts.headSha });
  });

  it("is seen to be another one when the pull request moves on, and not when others do", () => {
    const one = after(aQueue({ concurrency: 1 }), ...allSubmitted(1, 2, 3));
    const two = after(one, cancelled(2));
    expect(read(statusIn(two, 3))).not.toBe(read(statusIn(one, 3)));
    expect(statusIn(two, 3).moment).toBe(statusIn(one, 3).moment);
    expect(statusIn(after(two, cancelled(1)), 3).moment).not.toBe(statusIn(one, 3).moment);
  });
});
