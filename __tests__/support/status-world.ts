/** What people see of a queue: real decisions in a real store, and as much of GitHub as there is to be seen. */
import { queueId } from "../../src/domain/ids.js";
import type { QueueName } from "../../src/domain/queue-name.js";
import type { QueueSettings } from "../../src/domain/queue-settings.js";
import { decide } from "../../src/engine/decide.js";
import type { QueueEvent } from "../../src/engine/model/event.js";
import type { Queue } from "../../src/engine/model/queue.js";
import type { GitHubCalls } from "../../src/service/github/api/github-calls.js";
import { COMMENT_MARKER } from "../../src/service/github/status/status.js";
import { StatusPump, type StatusPumpOptions } from "../../src/service/github/status/status-pump.js";
import { statusesToShow } from "../../src/service/github/status/statuses-to-show.js";
import type { Clock } from "../../src/service/ports/clock.js";
import type { Git } from "../../src/service/ports/git.js";
import type { Log } from "../../src/service/ports/log.js";
import type { QueueStore } from "../../src/service/ports/queue-store.js";
import type { StatusStore } from "../../src/service/ports/status-store.js";
import { GitError } from "../../src/service/ports/world-error.js";
import { SqlStatusStore } from "../../src/service/store/sql/sql-status-store.js";
import { statusMarks } from "../../src/service/store/sql/status-marks.js";
import { openSqlite, type SqliteStore } from "../../src/service/store/sqlite/open-sqlite-store.js";
import { headOf } from "./fake-commits.js";
import { type ManualClock, manualClock } from "./manual-clock.js";
import { aQueue, BEGINNING, type Happening, startedAsOrdered } from "./queue-builder.js";
import { OUR_LOGIN, SeenGitHub } from "./seen-github.js";
import { Sessions } from "./sessions.js";

export const SHOP: QueueName = {
  repository: { host: "github.com", owner: "acme", name: "shop" },
  targetBranch: "main",
};

/** After so long a frozen process loses its session. */
const SILENCE_MS = 5000;
const OPENING_DRAFTS = { createPrsForTestingBranches: true };

/** Another queue of the same repository, which a test may add. */
export const RELEASE: QueueName = { ...SHOP, targetBranch: "release" };

export class StatusWorld {
  readonly github = new SeenGitHub();
  readonly clock: ManualClock = manualClock(BEGINNING);
  readonly warnings: string[] = [];
  /** What git answers about test branches. */
  testBranches: "there" | "deleted" | "unreadable" = "there";
  readonly queues: QueueStore;
  readonly statuses: StatusStore;
  readonly #pumps: StatusPump[] = [];
  readonly #processes = new Map<string, ProcessState>();
  readonly #sessions = new Sessions();
  readonly #db: SqliteStore["db"];

  private constructor({ store, db }: SqliteStore) {
    this.queues = store;
    this.statuses = new SqlStatusStore(db);
    this.#db = db;
  }

  static async open(settings: Partial<QueueSettings> = {}): Promise<StatusWorld> {
    const onCommit = [statusMarks(statusesToShow)];
    const world = new StatusWorld(await openSqlite({ path: ":memory:", engine: "1.2.3-test", onCommit }));
    await world.queues.create(SHOP, aQueue({ ...OPENING_DRAFTS, ...settings }));
    return world;
  }

  /** One replica more, or the process that comes after one that was killed. */
  begin(
    replica = `process ${this.#pumps.length + 1}`,
    part: Pick<Partial<StatusPumpOptions>, "served" | "calls"> = {},
  ): StatusPump {
    const log: Log = {
      ...{ debug: () => undefined, info: () => undefined },
      warn: (_fields, message) => this.warnings.push(message),
      error: (fields, message) => this.warnings.push(`${message}: ${JSON.stringify(fields)}`),
    };
    const state = new ProcessState(() => this.#endLater(replica, state));
    this.#processes.set(replica, state);
    const clock: Clock = {
      ...this.clock,
      after: (delayMs, callback) => this.clock.after(delayMs, () => void state.whenAwake().then(callback)),
    };
    const calls = state.between(this.github);
    const pump = new StatusPump({
      ...{
        store: this.statuses,
        queues: this.queues,
        calls,
        git: { readRefs: async (...asked) => this.#readRefs(...asked) },
        clock,
        log,
        session: this.#sessions.open(replica),
      },
      self: () => Promise.resolve(OUR_LOGIN),
      testBranchPrefix: "mq-merge/",
      pageOf: () => null,
      ...part,
    });
    this.#pumps.push(pump);
    pump.start();
    return pump;
  }

  async #readRefs(...[, refs]: Parameters<Git["readRefs"]>): ReturnType<Git["readRefs"]> {
    if (this.testBranches === "unreadable") throw new GitError("git does not answer", true);
    const found = this.testBranches === "there" ? refs : [];
    return Promise.resolve(new Map(found.map((ref) => [ref, headOf(1)])));
  }

  /** It does nothing any more, and gives nothing back. */
  kill(replica: string): void {
    this.freeze(replica);
  }

  /** It stands still wherever it is. */
  freeze(replica: string): void {
    this.#processes.get(replica)?.freeze();
  }

  /** Others may take over what it claimed. */
  endSession(replica: string): void {
    this.#sessions.end(replica);
  }

  /** As its database does with a connection that is silent. */
  #endLater(replica: string, state: ProcessState): void {
    this.clock.after(SILENCE_MS, () => {
      if (state.isFrozen) this.#sessions.end(replica);
    });
  }

  /** The next time it makes this call: before it is sent, or when it is done and not yet answered. */
  freezeAt(replica: string, call: string, isDone: boolean): void {
    this.#processes.get(replica)?.freezeAt(call, isDone);
  }

  thaw(replica: string): void {
    this.#processes.get(replica)?.thaw();
    this.#sessions.resume(replica);
  }

  async close(): Promise<void> {
    for (const process of this.#processes.values()) process.thaw();
    const stopped = Promise.all(this.#pumps.map((pump) => pump.stop()));
    await this.clock.advance(10_000);
    await stopped;
    await this.queues.close();
  }

  /** Nothing is shown yet of what happens. */
  async happens(...happenings: readonly Happening[]): Promise<Queue> {
    return this.happensIn(SHOP, ...happenings);
  }

  async happensIn(name: QueueName, ...happenings: readonly Happening[]): Promise<Queue> {
    let queue = await this.queue(name);
    for (const happening of happenings) {
      const pending = [...happening.events(queue)];
      for (let event = pending.shift(); event !== undefined; event = pending.shift()) {
        const { effects, ...decision } = await this.#decided(name, { ...event, at: this.clock.now() });
        queue = decision.queue;
        if (happening.holdsBuilds) continue;
        for (const effect of effects) {
          if (effect.kind === "startTestRun") pending.push(...startedAsOrdered(queue.now, effect));
        }
      }
    }
    for (const pump of this.#pumps) pump.poke();
    return queue;
  }

  /** Long enough for everything that is due to be shown. */
  async seen(milliseconds = 15_000): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += 500) await this.clock.advance(500);
  }

  /** As retention does in time. */
  async forget(): Promise<void> {
    await this.#db.deleteFrom("github_faces").execute();
  }

  /** As another version of the service may have left it. */
  async storeAsShown(shown: string): Promise<void> {
    await this.#db.updateTable("github_faces").set({ shown }).execute();
  }

  /** As after a restored backup: the marks are not those of what happened. */
  async pretendShown(): Promise<void> {
    await this.#db.updateTable("github_faces").set({ done: 1, claimed_until: 0 }).execute();
  }

  async deleteQueue(): Promise<void> {
    const stored = await this.queues.load(SHOP);
    if (stored !== null) await this.queues.delete(SHOP, stored.version);
  }

  async addRelease(settings: Partial<QueueSettings> = {}): Promise<void> {
    const id = queueId("0c9b7a3e-5d14-4f0e-8f8b-2a51f8f0a912");
    const queue = aQueue({ ...OPENING_DRAFTS, ...settings });
    await this.queues.create(RELEASE, { ...queue, id, targetBranch: RELEASE.targetBranch });
  }

  async queue(name = SHOP): Promise<Queue> {
    const stored = await this.queues.load(name);
    if (stored === null) throw new Error("the queue is gone");
    return stored.queue;
  }

  /** How each status comment of ours begins, by pull request. */
  headlines(number: number): readonly string[] {
    return this.#ours(number)
      .filter((body) => body.startsWith(COMMENT_MARKER))
      .map((body) => body.split("\n")[1] ?? "");
  }

  /** The comments of ours about exits, by pull request. */
  notices(number: number): readonly string[] {
    return this.#ours(number).filter((body) => body.startsWith("<!-- merge-queue:left "));
  }

  #ours(number: number): readonly string[] {
    return this.github.comments
      .filter((comment) => comment.number === number && comment.login === OUR_LOGIN)
      .map(({ body }) => body);
  }

  async #decided(name: QueueName, event: QueueEvent) {
    const stored = await this.queues.load(name);
    if (stored === null) throw new Error("the queue is gone");
    const decision = decide(stored.queue, event);
    await this.queues.commit(name, stored.version, event, decision);
    return decision;
  }
}

/** Whether a process goes on: what it has asked GitHub is not answered to it, and not even sent, while it does not. */
class ProcessState {
  #awake: Promise<void> = Promise.resolve();
  #wake: () => void = () => undefined;
  #plan: { readonly call: string; readonly isDone: boolean } | null = null;
  readonly #onFrozen: () => void;
  isFrozen = false;

  constructor(onFrozen: () => void) {
    this.#onFrozen = onFrozen;
  }

  freeze(): void {
    this.isFrozen = true;
    this.#onFrozen();
    this.#awake = new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  freezeAt(call: string, isDone: boolean): void {
    this.#plan = { call, isDone };
  }

  thaw(): void {
    this.#plan = null;
    this.isFrozen = false;
    this.#wake();
  }

  async whenAwake(): Promise<void> {
    await this.#awake;
  }

  between(github: GitHubCalls): GitHubCalls {
    return {
      read: async (...asked) => this.#through(`GET ${asked[1]}`, async () => github.read(...asked)),
      list: async (...asked) => this.#through(`GET ${asked[1]}`, async () => github.list(...asked)),
      send: async (...asked) => this.#through(`${asked[1]} ${asked[2]}`, async () => github.send(...asked)),
      close: async () => github.close(),
    };
  }

  async #through<Answer>(call: string, ask: () => Promise<Answer>): Promise<Answer> {
    const plan = this.#plan?.call === call ? this.#plan : null;
    if (plan !== null) this.#plan = null;
    if (plan?.isDone === false) this.freeze();
    await this.#awake;
    try {
      return await ask();
    } finally {
      if (plan?.isDone === true) this.freeze();
      await this.#awake;
    }
  }
}
