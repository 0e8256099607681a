/**
 * What the service asks of GitHub: calls per pull request that lands on a quiet queue with webhooks, by route, and what
 * reconciliation asks while nothing happens. Everything is real but GitHub, its counterpart for tests, and the time, which
 * passes only while nothing is under way. Run: npm run bench:github, or npm run bench:github -- "by default" idle
 */
import "../__tests__/support/github-story/virtual-time.mjs";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { GitHub } from "../__tests__/support/github/git-hub.js";
import type { RecordedCall } from "../__tests__/support/github/http-front.js";
import { openGitHub } from "../__tests__/support/github/open-git-hub.js";
import { Life } from "../__tests__/support/github-story/mortal.js";
import { StoryCi } from "../__tests__/support/github-story/story-ci.js";
import { StoryDoor } from "../__tests__/support/github-story/story-door.js";
import { demandApproval, SUBMIT_LABEL } from "../__tests__/support/github-story/story-people.js";
import { ON_MAIN, StoryProcess } from "../__tests__/support/github-story/story-process.js";
import { DEFAULT_QUEUE_SETTINGS, type LandingWay, type QueueSettings } from "../src/domain/queue-settings.js";
import { commitsOf, type OwnCommits } from "../src/service/git/commit-signer.js";
import { CHECK_NAME } from "../src/service/github/status/status.js";
import { statusesToShow } from "../src/service/github/status/statuses-to-show.js";
import { SILENT_LOG } from "../src/service/ports/log.js";
import { SqlCommandStore } from "../src/service/store/sql/sql-command-store.js";
import { SqlStatusStore } from "../src/service/store/sql/sql-status-store.js";
import { statusMarks } from "../src/service/store/sql/status-marks.js";
import { openSqlite } from "../src/service/store/sqlite/open-sqlite-store.js";

const LANDED = 5;
const BAR = 14;
const BAR_WITH_DRAFT = 16;
/** Where the branch has moved on. */
const BAR_WITHOUT_CLONE = 32;
const POLL_MS = 60_000;
const HOUR_MS = 3_600_000;
const WAITING = 5;

class Bench implements AsyncDisposable {
  readonly github: GitHub;
  readonly #closing: AsyncDisposableStack;
  readonly #way: LandingWay;

  private constructor(github: GitHub, closing: AsyncDisposableStack, way: LandingWay) {
    this.github = github;
    this.#way = way;
    this.#closing = closing;
  }

  static async open(
    settings: Partial<QueueSettings>,
    pollIntervalMs: number,
    { isCloned, way = "push", isSigned = false, isFailing = false }: Omit<Way, "isBehind"> = {
      isCloned: true,
    },
  ): Promise<Bench> {
    await using closing = new AsyncDisposableStack();
    const folder = await mkdtemp(join(tmpdir(), "github-budget-"));
    closing.defer(async () => rm(folder, { recursive: true, force: true }));
    const gitConfigFile = join(folder, "gitconfig");
    await writeFile(gitConfigFile, "");
    const github = await openGitHub({ rateLimit: null, webhookSecret: "a-secret-of-the-benchmark" });
    closing.defer(async () => github.close());
    const onCommit = [statusMarks(statusesToShow)];
    const { store, db } = await openSqlite({ path: ":memory:", engine: "bench", onCommit });
    closing.defer(async () => store.close());
    const ci = new StoryCi({
      // Where tests fail, they do so on test branches only: the pull request itself is ready.
      passes: async (commit) => Promise.resolve(!isFailing || isOwnHead(github, commit)),
      ...{ github, durationMs: () => 30_000 },
      isActions: true,
    });
    closing.defer(async () => ci.stop());
    const door = await StoryDoor.open();
    closing.defer(async () => door.close());
    github.webhooks.url = door.url;
    github.protect("main", { checks: ["tests"], signatures: isSigned });
    github.setPermission("ada", "write");
    const kept = { store, commands: new SqlCommandStore(db), statuses: new SqlStatusStore(db) };
    const service = new StoryProcess({
      ...{ github, kept, folder, gitConfigFile, pollIntervalMs, log: SILENT_LOG },
      ...{ life: new Life(Number.POSITIVE_INFINITY, false), isApp: true, isCloned, plant: () => ({}) },
      ...{ landing: way, looked: () => undefined, readToLand: () => undefined },
      ...(isSigned && { commits: await signedBy(github, folder) }),
    });
    closing.defer(async () => service.stop());
    await service.queues.create(ON_MAIN, { ...DEFAULT_QUEUE_SETTINGS, ...settings });
    door.intake = service.intake;
    await service.start();
    await sleep(POLL_MS / 2);
    return new Bench(github, closing.move(), way);
  }

  /** As docs/how-to/github-app.md recommends: the App bypasses the rule, and the queue holds pull requests to it. */
  demandApproval(): void {
    this.github.setPermission("bob", "write");
    demandApproval(this.github, "merge-queue[bot]");
  }

  /** From the label until nothing follows any more. */
  async land(isBehind = false): Promise<void> {
    const { number, headSha } = await this.github.openPullRequest({ author: "ada" });
    // GitHub merges only what its own rules let through.
    if (this.#way === "merge") this.github.reportCheck(headSha, "tests", "success");
    this.github.review(number, "bob", "APPROVED");
    if (isBehind) await this.github.pushToBranch("main", { [`beside-${number}.txt`]: "beside\n" });
    await sleep(60_000);
    await this.github.addLabel(number, SUBMIT_LABEL);
    await sleep(180_000);
    const { state } = this.github.pull(number);
    if (state !== "closed") throw new Error(`#${number} is still ${state}: it has not landed`);
  }

  /** From the label until the pull request has left, after its tests and their retry have failed. */
  async fail(): Promise<void> {
    const { number, headSha } = await this.github.openPullRequest({ author: "ada" });
    await sleep(60_000);
    await this.github.addLabel(number, SUBMIT_LABEL);
    await sleep(300_000);
    const own = this.github.world.checkRuns.filter(
      ({ name, headSha: at }) => name === CHECK_NAME && at === headSha,
    );
    if (own.at(-1)?.conclusion !== "failure") throw new Error(`#${number} has not left`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#closing.disposeAsync();
  }
}

function isOwnHead(github: GitHub, commit: string): boolean {
  return (
    [...github.world.pulls.values()].some(({ headSha }) => headSha === commit) ||
    github.tip("main") === commit
  );
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

function gitRequests(calls: readonly RecordedCall[], per: number): number {
  return calls.filter(({ route }) => route.startsWith("git ")).length / per;
}

function print(title: string, calls: readonly RecordedCall[], per: number): number {
  const rows = byRoute(calls, per);
  const total = rows.reduce((sum, { counted }) => sum + counted, 0);
  const free = rows.reduce((sum, each) => sum + each.free, 0);
  const git = gitRequests(calls, per);
  console.log(
    `\n${title}: ${told(total)} calls, ${told(free)} more answered "unchanged", ${told(git)} requests of git`,
  );
  for (const row of rows)
    console.log(`  ${told(row.counted).padStart(6)} ${told(row.free).padStart(6)}  ${row.route}`);
  return total;
}

function told(count: number): string {
  return count.toFixed(count % 1 === 0 ? 0 : 2);
}

interface Way {
  readonly isCloned: boolean;
  /** Somebody has pushed to the branch since the pull request was opened. */
  readonly isBehind: boolean;
  readonly isReviewed?: boolean;
  readonly way?: LandingWay;
  /** The branch requires signatures, and the service makes them. */
  readonly isSigned?: boolean;
  /** The tests fail. */
  readonly isFailing?: boolean;
}

const COMMITTER = { committerName: "Queue", committerEmail: "queue@acme.example" };

async function signedBy(github: GitHub, folder: string): Promise<OwnCommits> {
  const file = join(folder, "signing-key");
  execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "", "-f", file]);
  await github.addSigningKey(COMMITTER.committerEmail, readFileSync(`${file}.pub`, "utf8").trim());
  return commitsOf({ ...COMMITTER, signingKey: { kind: "ssh", text: readFileSync(file, "utf8") } });
}

async function failing(title: string, settings: Partial<QueueSettings>): Promise<undefined> {
  await using bench = await Bench.open(settings, 24 * HOUR_MS, { isCloned: true, isFailing: true });
  await bench.fail();
  bench.github.forgetCalls();
  for (let failed = 0; failed < LANDED; failed += 1) await bench.fail();
  print(`a pull request, ${title}`, bench.github.calls, LANDED);
}

async function landing(
  title: string,
  settings: Partial<QueueSettings>,
  { isBehind, isReviewed = false, ...how }: Way = { isCloned: true, isBehind: false },
): Promise<number> {
  await using bench = await Bench.open(settings, 24 * HOUR_MS, how);
  if (isReviewed) bench.demandApproval();
  await bench.land(isBehind);
  bench.github.forgetCalls();
  for (let landed = 0; landed < LANDED; landed += 1) await bench.land(isBehind);
  return print(`a pull request that lands, ${title}`, bench.github.calls, LANDED);
}

async function resting(waiting: number): Promise<undefined> {
  await using bench = await Bench.open({}, POLL_MS);
  for (let number = 0; number < waiting; number += 1) {
    const pull = await bench.github.openPullRequest({ author: "ada" });
    bench.github.setDraft(pull.number, true);
    await bench.github.addLabel(pull.number, SUBMIT_LABEL);
  }
  await sleep(10 * POLL_MS);
  bench.github.forgetCalls();
  await sleep(HOUR_MS);
  const who = waiting === 0 ? "nobody in it" : `${waiting} that are not ready`;
  print(`one poll of a queue with ${who}`, bench.github.calls, HOUR_MS / POLL_MS);
}

const CLONED = { isCloned: true, isBehind: false } as const;
const UNCLONED = { isCloned: false, isBehind: false } as const;
/** A failure of one pull request after another would make the queue test its branch alone. */
const FAILING = { pauseOnRedTarget: false };

interface Measure {
  readonly name: string;
  readonly take: (name: string) => Promise<number | undefined>;
  /** The most calls of a pull request that lands. */
  readonly bar?: number;
}

const MEASURES: readonly Measure[] = [
  { name: "by default", bar: BAR, take: async (name) => landing(name, {}) },
  { name: "with labels for states too", take: async (name) => landing(name, { stateLabelsEnabled: true }) },
  {
    name: "with draft pull requests",
    bar: BAR_WITH_DRAFT,
    take: async (name) => landing(name, { createPrsForTestingBranches: true }),
  },
  { name: "with an approval", take: async (name) => landing(name, {}, { ...CLONED, isReviewed: true }) },
  { name: "without the comment", take: async (name) => landing(name, { commentsEnabled: false }) },
  { name: "without the check", take: async (name) => landing(name, { statusCheckEnabled: false }) },
  { name: "with signed commits", take: async (name) => landing(name, {}, { ...CLONED, isSigned: true }) },
  { name: "with its head pushed", take: async (name) => landing(name, { showAsMerged: "head-push" }) },
  { name: "by GitHub's merge", take: async (name) => landing(name, {}, { ...CLONED, way: "merge" }) },
  { name: "without a clone", take: async (name) => landing(name, {}, UNCLONED) },
  {
    name: "without a clone, on a branch that has moved on",
    bar: BAR_WITHOUT_CLONE,
    take: async (name) => landing(name, {}, { ...UNCLONED, isBehind: true }),
  },
  { name: "failing, with the end of the output", take: async (name) => failing(name, FAILING) },
  {
    name: "failing, without the comment",
    take: async (name) => failing(name, { ...FAILING, commentsEnabled: false }),
  },
  { name: "idle", take: async () => resting(0) },
  { name: "waiting", take: async () => resting(WAITING) },
];

const wanted = process.argv.slice(2);
/** A failure takes long, and has no bar: only by name. */
const isTaken = (name: string) => (wanted.length === 0 ? !name.startsWith("failing") : wanted.includes(name));
const taken = MEASURES.filter(({ name }) => isTaken(name));
const unknown = wanted.filter((name) => !MEASURES.some((measure) => measure.name === name));
if (unknown.length > 0) {
  const names = MEASURES.map(({ name }) => name).join('", "');
  console.error(`no measure is named "${unknown.join('", "')}"; expected "${names}"`);
  process.exit(2);
}
const over: string[] = [];
for (const { name, take, bar } of taken) {
  const calls = await take(name);
  if (bar !== undefined && calls !== undefined && calls > bar) over.push(`${name}: ${told(calls)} of ${bar}`);
}
console.log(over.length === 0 ? "\nwithin the bars" : `\nOVER the bars: ${over.join("; ")}`);
process.exit(over.length === 0 ? 0 : 1);
