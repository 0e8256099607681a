/** A service that listens to a small GitHub: a real door on a socket, a real loop, and a store in SQLite. */
import { createHmac } from "node:crypto";
import { pullRequestNumber, queueId } from "../../../src/domain/ids.js";
import type { PullRequestFacts } from "../../../src/domain/pull-request.js";
import type { QueueName } from "../../../src/domain/queue-name.js";
import type { QueueSettings } from "../../../src/domain/queue-settings.js";
import { repositoryKey } from "../../../src/domain/repository.js";
import { picture } from "../../../src/engine/explain/picture.js";
import type { Entry } from "../../../src/engine/model/queue.js";
import { pullRequestActs } from "../../../src/service/app/open-intake.js";
import { RepositoryNames } from "../../../src/service/github/api/repository-names.js";
import type { CheckedCommit } from "../../../src/service/github/forge/github-forge.js";
import { GitHubIntake, type IntakeOptions } from "../../../src/service/github/intake/github-intake.js";
import { staticToken } from "../../../src/service/http/auth.js";
import { listen } from "../../../src/service/http/http-server.js";
import { createApi } from "../../../src/service/http/server.js";
import type { Command, CommandStore, PullRequestActs } from "../../../src/service/ports/command-store.js";
import { type Log, SILENT_LOG } from "../../../src/service/ports/log.js";
import type { QueueStore } from "../../../src/service/ports/queue-store.js";
import { ONLY_PROCESS } from "../../../src/service/ports/session.js";
import { QueueLoop } from "../../../src/service/queue/queue-loop.js";
import { SqlCommandStore } from "../../../src/service/store/sql/sql-command-store.js";
import { openSqlite } from "../../../src/service/store/sqlite/open-sqlite-store.js";
import { StoreDispatch } from "../../../src/service/work/store-dispatch.js";
import { instantGit } from "../contract-fuzz/instant-git.js";
import { namedCommit } from "../fake-commits.js";
import { FakeForge } from "../fake-forge.js";
import { type ManualClock, manualClock } from "../manual-clock.js";
import { openPullRequest } from "../open-pull-request.js";
import { Sessions } from "../sessions.js";
import { aQueueId } from "../stored-queue.js";
import { AT, type SentEvent } from "./github-events.js";
import { SmallHub } from "./small-hub.js";

export const SECRET = "a-secret-of-these-tests";
export const EARLIER_SECRET = "an-earlier-secret-of-these";
const repository = { host: "github.com", owner: "octo", name: "mono" };
export const ON_MAIN: QueueName = { repository, targetBranch: "main" };
const PATIENCE_MS = 5000;
const NEVER_MS = 365 * 24 * 3_600_000;

export interface Sending {
  readonly id?: string;
  readonly secret?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

const PROBE: Command = {
  ...{
    delivery: "probe",
    source: "probe",
    repository,
    pullRequest: pullRequestNumber(99),
    givenAt: AT,
    headSha: null,
  },
  ...{ by: { login: "probe", isBot: true }, trigger: { kind: "labeled", label: "" } },
};

/** What differs from the options of a replica. */
type Part = Partial<IntakeOptions>;
type Warning = Readonly<Record<string, unknown>> & { readonly message: string };

export class IntakeWorld {
  readonly hub = new SmallHub();
  readonly names = new RepositoryNames();
  readonly forge = new FakeForge();
  readonly clock: ManualClock = manualClock(AT + 10_000);
  readonly warnings: Warning[] = [];
  readonly checked: CheckedCommit[] = [];
  /** Ids of accounts that took the authorization of the App back. */
  readonly revokedBy: number[] = [];
  /** Pull requests whose status is to be written again. */
  readonly shownAgain: number[] = [];
  readonly loop: QueueLoop;
  readonly store: QueueStore;
  readonly commands: CommandStore;
  readonly #endings: (() => Promise<void>)[] = [];
  readonly sessions = new Sessions();
  #opened = 0;
  #sent = 0;
  #born = 0;
  #url = "";
  #intake: GitHubIntake | undefined;

  private constructor(store: QueueStore, commands: CommandStore) {
    const { forge, clock } = this;
    this.store = store;
    this.commands = commands;
    this.loop = new QueueLoop({
      ...{ store, forge, clock, git: instantGit, log: SILENT_LOG },
      // Whatever happens here happens because it was heard of.
      dispatch: new StoreDispatch({ store, clock, log: SILENT_LOG, pollIntervalMs: NEVER_MS }),
      testBranchPrefix: "mq-merge/",
      newQueueId: () => queueId(aQueueId((this.#born += 1))),
    });
  }

  static async create(
    settings: Partial<QueueSettings> = {},
    part: Part | ((acts: PullRequestActs) => Part) = {},
  ): Promise<IntakeWorld> {
    const { store, db } = await openSqlite({ path: ":memory:", engine: "1.0.0" });
    const world = new IntakeWorld(store, new SqlCommandStore(db));
    await world.commands.add(PROBE, AT, 1);
    const [probe] = await world.commands.claim({
      claimant: ONLY_PROCESS.claimant(),
      now: AT,
      limit: 1,
      held: [],
      repositories: null,
    });
    if (probe !== undefined) await world.commands.settle(probe, { kind: "void" });
    world.#endings.push(
      async () => store.close(),
      async () => world.loop.stop(),
    );
    world.forge.addRepository(repository);
    world.forge.setBranch(repository, "main", namedCommit("v1"));
    await world.loop.start();
    await world.loop.create(ON_MAIN, { concurrency: 3, ...settings });
    for (const number of [1, 2, 3]) world.open(number);
    world.hub.permissions.set("mona", "write");
    world.#intake = world.intake(typeof part === "function" ? part(world.acts) : part);
    world.#url = await world.listen(world.#intake);
    return world;
  }

  get acts(): PullRequestActs {
    return pullRequestActs({ queues: this.loop, testBranchPrefix: "mq-merge/", stateCase: "upper" });
  }

  /** Of one more replica; `start` is for the caller. */
  intake(part: Partial<IntakeOptions> = {}): GitHubIntake {
    const { loop, store, commands, hub, clock } = this;
    return new GitHubIntake({
      secrets: [SECRET, EARLIER_SECRET],
      testBranchPrefix: "mq-merge/",
      repositories: new Set([repositoryKey(repository)]),
      ...{
        host: "github.com",
        names: this.names,
        commandPrefix: "/",
        store,
        commands,
        session: this.sessions.open(`ears ${(this.#opened += 1)}`),
        clock,
        calls: hub,
        refreshes: loop,
      },
      acts: this.acts,
      checksChanged: (_repository, of) => {
        this.checked.push(of);
      },
      authorizationRevoked: async (accountId) => Promise.resolve(this.revokedBy.push(accountId)),
      showAgain: async (_repository, pullRequest) => {
        this.shownAgain.push(pullRequest);
        return Promise.resolve();
      },
      log: this.#log(),
      ...part,
    });
  }

  /** Answers where it listens. What is to be killed is never told to stop. */
  async listen(intake: GitHubIntake, end: "stopped" | "killed" = "stopped"): Promise<string> {
    const options = { tokens: staticToken("token"), log: this.#log(), version: "1", intake } as const;
    const api = createApi({
      ...options,
      queues: this.loop,
      testBranchPrefix: "mq-merge/",
      stateCase: "upper",
    });
    const door = await listen(api, { host: "127.0.0.1", port: 0 });
    intake.start();
    this.#endings.push(async () => {
      await door.close();
      if (end === "stopped") await intake.stop();
    });
    return door.url;
  }

  async close(): Promise<void> {
    for (const end of this.#endings.toReversed()) await end();
  }

  open(number: number, part: Partial<PullRequestFacts> = {}): void {
    const facts = { ...openPullRequest(number, namedCommit(`head ${number}`)), author: "author", ...part };
    this.forge.setPullRequest(repository, facts);
    this.hub.open(facts);
  }

  /** Status of the answer. */
  async send({ event, payload }: SentEvent, sending: Sending = {}, url = this.#url): Promise<number> {
    this.#sent += 1;
    const { id = `delivery-${this.#sent}`, secret = SECRET, body = JSON.stringify(payload) } = sending;
    const signature = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
    const response = await fetch(`${url}/github/webhooks`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-github-event": event,
        "x-github-delivery": id,
        "x-hub-signature-256": signature,
        ...sending.headers,
      },
      body,
    });
    await response.arrayBuffer();
    return response.status;
  }

  /** Of the door. */
  get url(): string {
    return this.#url;
  }

  async drawn(): Promise<string> {
    const stored = await this.store.load(ON_MAIN);
    return stored === null ? "no queue" : picture(stored.queue);
  }

  async live(number: number): Promise<Entry | undefined> {
    const stored = await this.store.load(ON_MAIN);
    return stored?.queue.entries.find(({ facts }) => facts.number === number);
  }

  async concluded(number: number): Promise<Entry | null> {
    return this.store.findConcluded(aQueueId(1), pullRequestNumber(number));
  }

  async expectPicture(expected: string): Promise<void> {
    await this.waitUntil(
      async () => (await this.drawn()) === expected,
      async () => this.drawn(),
    );
  }

  async waitUntil(holds: () => Promise<boolean> | boolean, say: () => unknown = () => null): Promise<void> {
    const givenUpAt = performance.now() + PATIENCE_MS;
    while (!(await holds())) {
      if (performance.now() > givenUpAt) throw new Error(`it stays: ${JSON.stringify(await say())}`);
      await this.clock.advance(50);
    }
  }

  /** As a poll does, and whatever follows from it. */
  async catchUp(): Promise<void> {
    await this.#intake?.catchUp([ON_MAIN]);
    await this.settle();
  }

  /** Until whatever was heard has led to what it leads to. */
  async settle(): Promise<void> {
    await this.clock.advance(400);
    // The store says that it is full while there is one that is open.
    const isIdle = async () => (await this.commands.add(PROBE, AT, 1)) === "known";
    await this.waitUntil(isIdle);
    await this.clock.advance(400);
  }

  #log(): Log {
    return { ...SILENT_LOG, warn: (fields, message) => this.warnings.push({ ...fields, message }) };
  }
}
