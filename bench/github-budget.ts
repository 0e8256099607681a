/**
 * What the service asks of GitHub: calls per pull request that lands on a quiet queue with webhooks, by route, for each
 * optional feature, and what reconciliation asks while nothing happens. Run: npm run bench:github, or by keys:
 * npm run bench:github -- default idle
 */
import "../__tests__/support/github-story/virtual-time.mjs";
import { setTimeout as sleep } from "node:timers/promises";
import type { RecordedCall } from "../__tests__/support/github/http-front.js";
import { SUBMIT_LABEL } from "../__tests__/support/github-story/story-people.js";
import { COMPARED_TEST_RUNS } from "../src/domain/pull-request.js";
import type { QueueSettings } from "../src/domain/queue-settings.js";
import { signInCalls } from "./github-sign-in.js";
import { Bench, POLL_MS, type Way } from "./github-world.js";

const LANDED = 5;
const BAR = 14;
const BAR_WITH_DRAFT = 16;
/** Where the branch has moved on. */
const BAR_WITHOUT_CLONE = 32;
const HOUR_MS = 3_600_000;
const WAITING = 5;

interface Measure {
  readonly key: string;
  readonly title: string;
  readonly take: (title: string) => Promise<number>;
  /** The most calls of a pull request that lands. */
  readonly bar?: number;
  /** Taken only by its key. */
  readonly isSlow?: true;
}

/** A failure of one pull request after another would make the queue test its branch alone. */
const FAILING: Partial<QueueSettings> = { pauseOnRedTarget: false };

const BEHIND: Way = { isCloned: false, isBehind: true };

const MEASURES: readonly Measure[] = [
  landing("default", "with the default settings", {}, {}, BAR),
  landing("labels", "with labels for states too", { stateLabelsEnabled: true }),
  landing("draft", "with draft pull requests", { createPrsForTestingBranches: true }, {}, BAR_WITH_DRAFT),
  landing("approval", "with an approval", {}, { isReviewed: true }, BAR),
  landing("no-comment", "without the comment", { commentsEnabled: false }, {}, BAR),
  landing("no-check", "without the check", { statusCheckEnabled: false }, {}, BAR),
  landing("signed", "with signed commits", {}, { isSigned: true }),
  landing("head-push", "with its head pushed", { showAsMerged: "head-push" }),
  {
    key: "no-retest",
    title: "a pull request that lands without a test run",
    take: landingUntested,
  },
  landing("merge", "by GitHub's merge", {}, { way: "merge" }),
  landing("api-git", "without a clone", {}, { isCloned: false }),
  landing("api-git-behind", "without a clone, on a branch that has moved on", {}, BEHIND, BAR_WITHOUT_CLONE),
  { key: "sign-in", title: "a person who signs in, reads for ten minutes and acts once", take: signedIn },
  { key: "idle", title: "one poll of an empty queue", take: async (title) => resting(title, 0) },
  {
    key: "waiting",
    title: `one poll of a queue with ${WAITING} that are not ready`,
    take: async (title) => resting(title, WAITING),
  },
  failing("failing", "with the end of the output in the comment", FAILING),
  failing("failing-no-comment", "without the comment", { ...FAILING, commentsEnabled: false }),
];

function landing(
  key: string,
  how: string,
  settings: Partial<QueueSettings>,
  way: Way = {},
  bar?: number,
): Measure {
  const take = async (title: string) => {
    await using bench = await Bench.open(settings, 24 * HOUR_MS, way);
    if (way.isReviewed === true) bench.demandApproval();
    await bench.land(way.isBehind);
    return await landedBy(bench, title, way.isBehind);
  };
  return { key, title: `a pull request that lands, ${how}`, take, ...(bar !== undefined && { bar }) };
}

async function landingUntested(title: string): Promise<number> {
  await using bench = await Bench.open({ directMergeMode: "always" }, 24 * HOUR_MS, { isProven: true });
  for (let tested = 0; tested < COMPARED_TEST_RUNS; tested += 1) await bench.land();
  const before = bench.testsReported();
  const calls = await landedBy(bench, title);
  // Of the head, and of the branch after the landing.
  if (bench.testsReported() !== before + 2 * LANDED) throw new Error("a pull request was tested");
  return calls;
}

async function landedBy(bench: Bench, title: string, isBehind = false): Promise<number> {
  bench.github.forgetCalls();
  for (let landed = 0; landed < LANDED; landed += 1) await bench.land(isBehind);
  return print(title, bench.github.calls, LANDED);
}

function failing(key: string, how: string, settings: Partial<QueueSettings>): Measure {
  const take = async (title: string) => {
    await using bench = await Bench.open(settings, 24 * HOUR_MS, { isFailing: true });
    await bench.fail();
    bench.github.forgetCalls();
    for (let failed = 0; failed < LANDED; failed += 1) await bench.fail();
    return print(title, bench.github.calls, LANDED);
  };
  return { key, title: `a pull request that fails, ${how}`, take, isSlow: true };
}

async function signedIn(title: string): Promise<number> {
  const calls = await signInCalls(LANDED, 600_000);
  // The others are made with the App's id and secret, or with the token of the person.
  const ofInstallation = calls.filter(({ path }) => path.startsWith("/repos/"));
  return print(title, ofInstallation, LANDED);
}

async function resting(title: string, waiting: number): Promise<number> {
  await using bench = await Bench.open({}, POLL_MS);
  for (let number = 0; number < waiting; number += 1) {
    const pull = await bench.github.openPullRequest({ author: "ada" });
    bench.github.setDraft(pull.number, true);
    await bench.github.addLabel(pull.number, SUBMIT_LABEL);
  }
  await sleep(10 * POLL_MS);
  bench.github.forgetCalls();
  await sleep(HOUR_MS);
  return print(title, bench.github.calls, HOUR_MS / POLL_MS);
}

interface Counted {
  readonly route: string;
  /** Against the limit of requests. */
  readonly counted: number;
  readonly free: number;
}

function byRoute(calls: readonly RecordedCall[], per: number): readonly Counted[] {
  const api = calls.filter(({ route }) => !route.startsWith("git "));
  const routes = Map.groupBy(api, ({ route }) => route.replace("/repos/{owner}/{repo}", "…"));
  return [...routes]
    .map(([route, all]) => {
      const counted = all.filter(({ counts }) => counts).length;
      return { route, counted: counted / per, free: (all.length - counted) / per };
    })
    .sort((one, other) => other.counted - one.counted || other.free - one.free);
}

function print(title: string, calls: readonly RecordedCall[], per: number): number {
  const rows = byRoute(calls, per);
  const total = rows.reduce((sum, { counted }) => sum + counted, 0);
  const free = rows.reduce((sum, each) => sum + each.free, 0);
  const git = calls.filter(({ route }) => route.startsWith("git ")).length / per;
  console.log(
    `\n${title}: ${shown(total)} calls, ${shown(free)} more answered "unchanged", ${shown(git)} requests of git`,
  );
  for (const row of rows)
    console.log(`  ${shown(row.counted).padStart(6)} ${shown(row.free).padStart(6)}  ${row.route}`);
  return total;
}

function shown(count: number): string {
  return count.toFixed(count % 1 === 0 ? 0 : 2);
}

const wanted = process.argv.slice(2);
const byKey = new Map(MEASURES.map((measure) => [measure.key, measure]));
const unknown = wanted.filter((key) => !byKey.has(key));
if (unknown.length > 0) {
  console.error(`no measure has the key "${unknown.join('", "')}"; expected ${[...byKey.keys()].join(", ")}`);
  process.exit(2);
}
const taken = MEASURES.filter(({ key, isSlow }) =>
  wanted.length === 0 ? isSlow !== true : wanted.includes(key),
);
const over: string[] = [];
for (const { key, title, take, bar } of taken) {
  const calls = await take(`${key}: ${title}`);
  if (bar !== undefined && calls > bar) over.push(`${key}: ${shown(calls)} of ${bar}`);
}
console.log(over.length === 0 ? "\nwithin the bars" : `\nOVER the bars: ${over.join("; ")}`);
process.exit(over.length === 0 ? 0 : 1);
