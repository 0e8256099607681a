/** Queues in which one pull request waits, by situation, and stories in which one leaves, by verdict. */

import { pullRequestNumber } from "../../src/domain/ids.js";
import type { VerdictKind } from "../../src/domain/verdict-kinds.js";
import type { WaitKind } from "../../src/domain/wait-kinds.js";
import type { Queue } from "../../src/engine/model/queue.js";
import type { WhyReader } from "../../src/service/queue/read-exit.js";
import { namedCommit } from "./fake-commits.js";
import {
  after,
  allSubmitted,
  aQueue,
  conflicted,
  failed,
  type Happening,
  landed,
  landingFailed,
  landingRefused,
  mergedOutside,
  minutesPassed,
  notStarted,
  observed,
  passed,
  pushed,
  reported,
  type Story,
  story,
  submitted,
  turned,
  unbuilt,
  unusable,
} from "./queue-builder.js";
import { evicted, tipFailed, tipReports } from "./tip-tests.js";

const stopped = (run: string) => reported(run, { tests: "cancelled" });
/** The tip at the beginning, as sentences name it. */
const AT = namedCommit("v1").slice(0, 8);

export interface WaitCase {
  readonly title: string;
  readonly kind: WaitKind;
  readonly queue: Queue;
  readonly number: number;
  /** Minutes since the last event. */
  readonly later: number;
  readonly sentence: string;
  /** `what: why` of each link. */
  readonly chain: readonly string[];
  readonly needsAction: boolean;
}

type Settings = Parameters<typeof aQueue>[0];

function of(settings: Settings, ...happenings: readonly Happening[]): Queue {
  return after(aQueue(settings), ...happenings);
}

function wait(
  kind: WaitKind,
  title: string,
  [queue, number, later = 0]: readonly [Queue, number, number?],
  sentence: string,
  chain: readonly string[],
): WaitCase {
  const needsAction = !sentence.endsWith(" You need not do anything.");
  return { title, kind, queue, number, later, sentence, chain, needsAction };
}

const unmet = (rule: "pullRequest" | "check" | "branch", words: string) => ({
  facts: { mergeability: "not_mergeable", unmetRules: [{ rule, words }] } as const,
});
const batchOfFour = { batch: true, batchingMinSize: 4 };
const buildAndLint = { requiredStatuses: ["build", "lint"] };
const NOTHING = "You need not do anything.";

export const WAITS: readonly WaitCase[] = [
  wait(
    "testing",
    "under test behind others",
    [of({}, ...allSubmitted(1, 2, 3)), 3],
    `Third in \`main\`, being tested. #1 and #2 ahead are being tested. ${NOTHING}`,
    ["its tests: is being tested", "#2: is being tested", "#1: is being tested"],
  ),
  wait(
    "behindFailure",
    "behind a failing one",
    [of({}, ...allSubmitted(1, 2, 3), failed("1+2")), 3],
    `Third in \`main\`, being tested without #2, which failed \`tests\`. If it turns out not to be at fault, these tests start again on top. ${NOTHING}`,
    ["#2: failed `tests`", "#1: is being tested"],
  ),
  wait(
    "noSlot",
    "without a test slot",
    [of({ concurrency: 1 }, ...allSubmitted(1, 2)), 2],
    `Second in \`main\`, waiting for a test slot: 1 of 1 is in use. ${NOTHING}`,
    ["a test slot: 1 of 1 is in use", "#1: has a test slot"],
  ),
  wait(
    "paused",
    "in the line of a paused queue",
    [of({}, ...allSubmitted(1, 2), turned("paused")), 2],
    `Second in \`main\`, but the queue is paused: nothing starts or lands until it is resumed. Its running tests finish. ${NOTHING}`,
    ["`main`: is paused", "#1: is being tested"],
  ),
  wait(
    "paused",
    "submitted to a paused queue",
    [of({}, turned("paused"), submitted(1)), 1],
    `#1 is ready, but \`main\` is paused and admits nothing. ${NOTHING}`,
    ["`main`: is paused"],
  ),
  wait(
    "targetBroken",
    "in the line of a queue that paused because its branch fails",
    [
      of(
        { concurrency: 1, pauseOnRedTarget: true },
        ...[...allSubmitted(1, 2, 3, 4), ...evicted(1), ...evicted(2), ...evicted(3), tipFailed()],
      ),
      4,
    ],
    `First in \`main\`, but \`main\` itself fails \`tests\` since ${AT}. Its running tests finish. The queue resumes by itself when \`main\` passes. ${NOTHING}`,
    ["`main`: itself is broken"],
  ),
  wait(
    "ciOutage",
    "in the line of a queue that paused because CI gives no result",
    [
      of({ pauseOnRedTarget: true }, submitted(1), ...[stopped("1"), stopped("1"), tipReports("cancelled")]),
      1,
    ],
    `First in \`main\`, but CI gives no result: \`tests\` ended without one, also on \`main\` alone at ${AT}. Its running tests finish. The queue resumes by itself when CI gives a result, and blames no pull request until then. ${NOTHING}`,
    ["CI: gives no result"],
  ),
  wait(
    "draining",
    "submitted to a draining queue",
    [of({}, turned("draining"), submitted(1)), 1],
    `#1 is ready, but \`main\` is draining and admits nothing new. ${NOTHING}`,
    ["`main`: is draining"],
  ),
  wait(
    "targets",
    "without impacted targets",
    [of({ mode: "parallel" }, submitted(1)), 1],
    `#1 waits for the impacted targets of its head 6a72294f. ${NOTHING}`,
    ["its impacted targets: are not uploaded yet"],
  ),
  wait(
    "targets",
    "without impacted targets for long",
    [of({ mode: "parallel" }, submitted(1)), 1, 15],
    "#1 waits for the impacted targets of its head 6a72294f. Check the CI job that uploads them.",
    ["its impacted targets: have not been uploaded since 00:00 UTC"],
  ),
  wait(
    "rules",
    "without an approval",
    [of({}, submitted(1, unmet("pullRequest", "1 of 2 approvals"))), 1],
    "#1 does not meet the rules of `main` yet: 1 of 2 approvals. Meet the rules of `main`. The queue then admits it by itself.",
    ["#1: 1 of 2 approvals"],
  ),
  wait(
    "rules",
    "while a required check runs, whatever its name",
    [of({}, submitted(1, unmet("check", "`has failed` is running"))), 1],
    `#1 does not meet the rules of \`main\` yet: \`has failed\` is running. ${NOTHING}`,
    ["#1: `has failed` is running"],
  ),
  wait(
    "draft",
    "as a draft",
    [of({}, submitted(1, { facts: { draft: true } })), 1],
    "#1 is a draft. Mark it as ready for review. The queue then admits it by itself.",
    ["#1: is a draft"],
  ),
  wait(
    "base",
    "with another base",
    [of({}, submitted(1, { facts: { baseBranch: "release" } })), 1],
    "#1 aims at `release`, not at `main`. Change its base branch to `main`. The queue then admits it by itself.",
    ["#1: aims at `release`"],
  ),
  wait(
    "conflict",
    "in conflict with the branch",
    [of({}, submitted(1, { facts: { mergeability: "not_mergeable" } })), 1],
    "#1 does not merge with `main`. Resolve the conflict and push. The queue then admits it by itself.",
    ["#1: conflicts with `main`"],
  ),
  wait(
    "conflict",
    "in conflict with a predecessor",
    [of({}, submitted(1), unbuilt(submitted(2)), conflicted("1+2", 2)), 2],
    `Second in \`main\`, but it conflicts with #1 in \`src/shared.ts\`. It is tested again when that has landed or left; if that lands, the conflict has to be resolved. ${NOTHING}`,
    ["the conflict: is settled when what is ahead has landed or left", "#1: is being tested"],
  ),
  wait(
    "bisection",
    "while its batch is bisected",
    [of({ ...batchOfFour, concurrency: 1 }, ...allSubmitted(1, 2, 3, 4), failed("1+2+3+4")), 3],
    `Third in \`main\`: its batch failed, so each half is tested alone to find the cause. #3 and #4 are tested beside the line. ${NOTHING}`,
    ["its tests: waits for a test slot"],
  ),
  wait(
    "pendingFailure",
    "after a failure on top of another one",
    [of({}, ...allSubmitted(1, 2), failed("1+2")), 2],
    `Second in \`main\`: it failed \`tests\` on top of #1. #1 may be the cause, so this waits until it has landed or left. ${NOTHING}`,
    ["its failure: failed `tests`", "#1: is being tested"],
  ),
  wait(
    "pendingFailure",
    "while it is tested once more",
    [of({}, submitted(1), failed("1")), 1],
    `First in \`main\`: it failed and is tested once more, because the failure may be a flake. ${NOTHING}`,
    ["its tests: is being tested"],
  ),
  wait(
    "batch",
    "while its batch fills",
    [of(batchOfFour, ...allSubmitted(1, 2)), 2],
    `Second in \`main\`, waiting for its batch of 4 pull requests to fill. It starts at 00:05 UTC at the latest. ${NOTHING}`,
    ["its batch: starts when it is full, or at 00:05 UTC"],
  ),
  wait(
    "ciSilent",
    "while CI starts nothing",
    [of({}, submitted(1)), 1, 12],
    "First in `main`, being tested, but no check of it has started since 00:00 UTC. Check whether CI works.",
    ["CI: no check of it has started since 00:00 UTC"],
  ),
  wait(
    "ciSilent",
    "while CI leaves a check out",
    [of(buildAndLint, submitted(1), reported("1", { lint: "success" })), 1, 12],
    "First in `main`, being tested, but `build` has not been reported; the tests started at 00:00 UTC. Check whether CI works.",
    ["CI: `build` has not been reported; the tests started at 00:00 UTC"],
  ),
  wait(
    "testing",
    "while one check takes long",
    [of(buildAndLint, submitted(1), reported("1", { lint: "success", build: null })), 1, 12],
    `First in \`main\`, being tested: 1 of 2 checks done. ${NOTHING}`,
    ["its tests: is being tested: 1 of 2 checks done"],
  ),
  wait(
    "passed",
    "after its tests passed",
    [of({}, ...allSubmitted(1, 2), passed("1+2")), 2],
    `Second in \`main\`: its tests passed and it lands after what is ahead of it. #1 ahead is being tested. ${NOTHING}`,
    ["#1: is being tested"],
  ),
  wait(
    "landing",
    "while it lands",
    [of({}, submitted(1), passed("1")), 1],
    `First in \`main\`, landing now. ${NOTHING}`,
    ["#1: is landing"],
  ),
  wait(
    "building",
    "while its test branch is built",
    [of({}, submitted(1), unbuilt(submitted(2))), 2],
    `Second in \`main\`: its test branch is being built. #1 ahead is being tested. ${NOTHING}`,
    ["its test branch: is being built", "#1: is being tested"],
  ),
];

export interface ExitCase {
  readonly verdict: VerdictKind;
  readonly title: string;
  readonly story: Story;
  readonly number: number;
  readonly sentence: string;
  readonly next: string;
  readonly failedChecks: readonly string[];
}

function exit(
  verdict: VerdictKind,
  title: string,
  [happened, number]: readonly [Story, number],
  [sentence, next]: readonly [string, string],
  failedChecks: readonly string[] = [],
): ExitCase {
  return { verdict, title, story: happened, number, sentence, next, failedChecks };
}

function told(settings: Settings, ...happenings: readonly Happening[]): Story {
  return story(aQueue(settings), ...happenings);
}

const PUSH = "Push a fix, then submit it again.";
const WHEN_CI_WORKS = "Submit it again when CI and the code host work; nothing in it needs a fix.";
const SET_UP = "Ask an administrator of the repository to repair the set-up, then submit it again.";
const bisected = [
  ...allSubmitted(1, 2),
  failed("1+2"),
  passed("1"),
  passed("2"),
  passed("1"),
  landed(),
] as const;

export const EXITS: readonly ExitCase[] = [
  exit(
    "landed",
    "after its tests passed",
    [told({}, submitted(1), passed("1"), landed()), 1],
    ["#1 landed: it passed test run 0c9b7a3e-5d14-8f0e-8f8b-000000000003.", "Nothing is left to do."],
  ),
  exit(
    "yours",
    "after the same failure twice",
    [told({}, submitted(1), failed("1"), failed("1")), 1],
    ["#1 failed `tests` on exactly `main` and this change, twice, so the failure is its own.", PUSH],
    ["tests"],
  ),
  exit(
    "yours",
    "after tests that do not end",
    [
      told(
        { testingTimeoutMinutes: 10 },
        submitted(1),
        ...twice(reported("1", { tests: null }), minutesPassed(10)),
      ),
      1,
    ],
    [
      "#1 took longer than 10 minutes on exactly `main` and this change, twice, so the failure is its own.",
      PUSH,
    ],
  ),
  exit(
    "yours",
    "with a head that cannot be used",
    [told({}, unbuilt(submitted(1)), unusable(1)), 1],
    [
      "#1 cannot be tested: its head has too long a message; push another head and submit it again.",
      "Push another head, then submit it again.",
    ],
  ),
  exit(
    "combination",
    "after it passed alone and failed with what landed since",
    [told({ batch: true, batchingMinSize: 2 }, ...bisected, ...twice(failed("2"))), 2],
    [
      "#2 failed `tests` only together with #1, which has landed; it passed without.",
      "Update it with the target branch, push a fix, then submit it again.",
    ],
    ["tests"],
  ),
  exit(
    "flaky",
    "after each failed check passed on the same code",
    [
      told(
        buildAndLint,
        submitted(1),
        reported("1", { build: "failure", lint: "success" }),
        reported("1", { build: "success", lint: "failure" }),
      ),
      1,
    ],
    [
      "#1 failed `lint`, which also passed on exactly the same code.",
      "Submit it again; nothing in it needs a fix.",
    ],
    ["lint"],
  ),
  exit(
    "ciBroke",
    "after CI cancelled every run",
    [told({}, submitted(1), ...Array.from({ length: 6 }, () => reported("1", { tests: "cancelled" }))), 1],
    ["CI gave no result for #1: it had `tests` cancelled every time.", WHEN_CI_WORKS],
    ["tests"],
  ),
  exit(
    "ciBroke",
    "after CI started nothing",
    [told({ testingTimeoutMinutes: 10 }, submitted(1), ...twice(minutesPassed(10))), 1],
    ["CI gave no result for #1: it had no check started within 10 minutes.", WHEN_CI_WORKS],
  ),
  exit(
    "targetBroken",
    "after others failed the same on the same commit",
    [told({}, ...allSubmitted(1, 2, 3), ...["1", "2", "3"].flatMap((run) => twice(failed(run)))), 3],
    [
      "#3 failed `tests`, and so did #1 and #2 on the same `main` at 5a6df720: `main` itself is broken.",
      "Submit it again when the target branch is repaired; nothing in it needs a fix.",
    ],
    ["tests"],
  ),
  exit(
    "conflict",
    "in conflict with the branch",
    [told({}, unbuilt(submitted(1)), conflicted("1", 1)), 1],
    [
      "#1 conflicts with `main` in `src/shared.ts`; update it and submit it again.",
      "Resolve the conflict, push, then submit it again.",
    ],
  ),
  exit(
    "rules",
    "after an approval was withdrawn while it landed",
    [
      told(
        {},
        submitted(1),
        passed("1"),
        observed(1, unmet("pullRequest", "1 of 2 approvals").facts),
        landingRefused("v9"),
      ),
      1,
    ],
    ["#1 no longer meets the rules of `main`: 1 of 2 approvals.", "Meet the rules, then submit it again."],
  ),
  exit(
    "rules",
    "after it was not ready for too long",
    [
      told(
        { notReadyTimeoutHours: 1 },
        submitted(1, unmet("pullRequest", "1 of 2 approvals")),
        minutesPassed(60),
      ),
      1,
    ],
    ["#1 was not ready within 1 hour.", "Meet the rules, then submit it again."],
  ),
  exit(
    "setUp",
    "without a required check",
    [told({}, unbuilt(submitted(1)), notStarted("1", "START_TEST_RUN_NO_REQUIRED_STATUSES")), 1],
    ["#1: It cannot start.", SET_UP],
  ),
  exit(
    "setUp",
    "after the branch refused the push",
    [told({}, submitted(1), passed("1"), landingFailed("GITHUB_API_BRANCH_PROTECTION_UNMET")), 1],
    ["#1: It cannot land.", SET_UP],
  ),
  exit(
    "setUp",
    "after its check was skipped",
    [told({}, submitted(1), ...twice(reported("1", { tests: "skipped" }))), 1],
    ["#1 had `tests` skipped, which this queue counts as a failure.", SET_UP],
    ["tests"],
  ),
  exit(
    "landedElsewhere",
    "after a merge outside the queue",
    [told({}, submitted(1), mergedOutside(1)), 1],
    ["#1 was merged outside the queue.", "Nothing is left to do."],
  ),
  exit(
    "withdrawn",
    "after a push",
    [told({}, submitted(1), pushed(1)), 1],
    ["#1 was pushed to: its head is now 23099e79.", "Submit it again to land its new head."],
  ),
  exit(
    "withdrawn",
    "after it was closed",
    [told({}, submitted(1), observed(1, { state: "closed" })), 1],
    ["#1 was closed.", "Reopen it, then submit it again."],
  ),
];

function twice(...happenings: readonly Happening[]): readonly Happening[] {
  return [...happenings, ...happenings];
}

/** The log of a story, as the store returns it. */
export function logOf({ transitions, endedRuns, landings, concluded }: Story): WhyReader {
  return {
    timeline: async (_queue, number) =>
      Promise.resolve(transitions.filter(({ pullRequest }) => pullRequest === number)),
    findEndedRun: async (_queue, id) => Promise.resolve(endedRuns.find(({ run }) => run.id === id) ?? null),
    landings: async (_queue, limit) => Promise.resolve(landings.toReversed().slice(0, limit)),
    newestSubmissions: async (_queue, _before, limit) =>
      Promise.resolve(concluded.toSorted((one, other) => other.sequence - one.sequence).slice(0, limit)),
    findConcluded: async (_queue, number) =>
      Promise.resolve(concluded.findLast(({ facts }) => facts.number === pullRequestNumber(number)) ?? null),
  };
}
