/**
 * The world of `bench:github`: everything of the service is real but its door and the time, which passes only while nothing
 * is under way. GitHub is its counterpart for tests.
 */
import "../__tests__/support/github-story/virtual-time.mjs";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { GitHub } from "../__tests__/support/github/git-hub.js";
import { openGitHub } from "../__tests__/support/github/open-git-hub.js";
import { Life } from "../__tests__/support/github-story/mortal.js";
import { CI_CHECK, StoryCi } from "../__tests__/support/github-story/story-ci.js";
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

export const POLL_MS = 60_000;

export interface Way {
  /** Unless it is false. */
  readonly isCloned?: boolean;
  /** A person has pushed to the branch since the pull request was opened. */
  readonly isBehind?: boolean;
  readonly isReviewed?: boolean;
  readonly way?: LandingWay;
  /** The branch requires signatures, and the service makes them. */
  readonly isSigned?: boolean;
  /** Its own CI has tested it, and the App may bypass the rule that requires checks. */
  readonly isProven?: boolean;
  /** The tests fail. */
  readonly isFailing?: boolean;
}

export class Bench implements AsyncDisposable {
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
    { isCloned = true, way = "push", isSigned = false, isFailing = false, isProven = false }: Way = {},
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
    if (isProven) requireChecks(github, "merge-queue[bot]");
    else github.protect("main", { checks: ["tests"], signatures: isSigned });
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

  testsReported(): number {
    return this.github.world.checkRuns.filter(({ name }) => name === CI_CHECK).length;
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

function requireChecks(github: GitHub, bypasser: string): void {
  const parameters = { required_status_checks: [{ context: "tests" }] };
  github.ruleset({ rules: [{ type: "required_status_checks", parameters }], bypass: [bypasser] });
}

function isOwnHead(github: GitHub, commit: string): boolean {
  return (
    [...github.world.pulls.values()].some(({ headSha }) => headSha === commit) ||
    github.tip("main") === commit
  );
}

const COMMITTER = { committerName: "Queue", committerEmail: "queue@acme.example" };

async function signedBy(github: GitHub, folder: string): Promise<OwnCommits> {
  const file = join(folder, "signing-key");
  execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "", "-f", file]);
  await github.addSigningKey(COMMITTER.committerEmail, readFileSync(`${file}.pub`, "utf8").trim());
  return commitsOf({ ...COMMITTER, signingKey: { kind: "ssh", text: readFileSync(file, "utf8") } });
}
