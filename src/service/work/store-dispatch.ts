/**
 * Delivers due work from the store: effects by claims, alarms by timers, polls by turns. All processes do the same and
 * none leads. A sweep of the store finds what no process was notified of.
 */
import type { QueueId } from "../../domain/ids.js";
import { type QueueName, queueKey } from "../../domain/queue-name.js";
import { type Repository, repositoryKey } from "../../domain/repository.js";
import type { Clock } from "../ports/clock.js";
import type { Dispatch, Permit, Work } from "../ports/dispatch.js";
import type { Log } from "../ports/log.js";
import { type Meter, NO_METER } from "../ports/meter.js";
import type { QueueStore, StoredEffect, Waking } from "../ports/queue-store.js";
import { ONLY_PROCESS, type Session } from "../ports/session.js";
import { Background } from "./background.js";
import { effectRetryMs } from "./backoff.js";
import { within } from "./within.js";
import { Worker } from "./worker.js";

export interface StoreDispatchOptions {
  readonly store: QueueStore;
  readonly clock: Clock;
  readonly log: Log;
  /** How often the code host is polled while no event arrives. */
  readonly pollIntervalMs: number;
  readonly session?: Session;
  readonly meter?: Pick<Meter, "observe">;
}

/** A single process has to take all work itself. */
const AT_A_TIME = { alone: 200, shared: 8 } as const;
/** How often a replica sweeps. The end of another replica triggers a sweep immediately. */
const SHARED_SWEEP_MS = 10_000;
/** The replica that saved an alarm rings it; the others do so when it is this late. */
const LATE_ALARM_MS = 2000;
const TIDYING_INTERVAL_MS = 60_000;
/** Below 1, because replicas poll at different moments and a timer may fire early. */
const TURN_SHARE = 0.9;
/** The name in notifications, which earlier versions also read. */
const EFFECTS = "orders";
/** Enough for most effects; the rest is given back to other replicas, if there are any. */
const STOP_PATIENCE_MS = { alone: 60_000, shared: 1000 } as const;

export class StoreDispatch implements Dispatch {
  readonly #options: Required<StoreDispatchOptions>;
  readonly #kind: "alone" | "shared";
  readonly #sweepMs: number;
  readonly #alarms: Alarms;
  readonly #background: Background;
  readonly #queues = new Map<string, Pick<Waking, "name"> & { readonly queueId: QueueId | null }>();
  /** Queues whose effects this process claimed and gave back, including deleted queues. */
  readonly #givenBack = new Map<QueueId, Repository>();
  /** Repositories with a poll in progress. */
  readonly #polled = new Set<string>();
  /** When the next turn of each poll and tidying begins, in monotonic milliseconds. */
  readonly #turnAt = new Map<string, number>();
  #work: Work | undefined;
  #effects: Worker<StoredEffect> | undefined;
  #stopped = false;
  #cancelSweep: () => void = () => undefined;

  constructor(options: StoreDispatchOptions) {
    this.#options = { session: ONLY_PROCESS, meter: NO_METER, ...options };
    const { clock, log, pollIntervalMs, session } = this.#options;
    this.#kind = session.isShared ? "shared" : "alone";
    this.#sweepMs = session.isShared ? Math.min(pollIntervalMs, SHARED_SWEEP_MS) : pollIntervalMs;
    this.#alarms = new Alarms(clock, (key) => this.#ring(key));
    this.#background = new Background(log);
  }

  async start(work: Work): Promise<void> {
    const { store, session, clock, log, meter } = this.#options;
    this.#work = work;
    const effects: Worker<StoredEffect> = new Worker({
      ...{ clock, log, meter, session, what: EFFECTS, sweepMs: this.#sweepMs },
      atATime: AT_A_TIME[this.#kind],
      keyOf: ({ queueId, effect }) => `${queueId}/${effect.id}`,
      claim: async (limit, held) => {
        const unserved = this.#unservedQueues(work);
        return store.claimEffects({ claimant: session.claimant(), now: clock.now(), limit, held, unserved });
      },
      nextAt: async (after) => store.nextEffectAt(after),
      isClaimed: async (stored) => store.isClaimed(stored),
      mayRun: ({ name }) => work.serves(name.repository),
      run: async (stored, failures) => this.#carryOut(effects, work, stored, failures),
      pauseMs: effectRetryMs,
      giveBack: async (stored) => {
        const { queueId, name } = stored;
        if (!work.serves(name.repository)) this.#givenBack.set(queueId, name.repository);
        return store.giveBack(stored);
      },
      unblocks: false,
    });
    this.#effects = effects;
    for (const waking of await store.wakings()) this.#learn(waking, 0);
    session.onChange((work) => {
      if (work === null) this.#sweepAlarms();
    });
    // From here on it sweeps by itself, and when the session changes.
    effects.start();
    for (const [key, [name]] of this.#byRepository()) {
      if (name !== undefined) this.#background.begin("sweep", key, async () => this.#tidy(name));
    }
    this.#pollAndSweepAgain();
  }

  changed(name: QueueName, wakeAt: number | null, hasEffects: boolean): void {
    const key = queueKey(name);
    if (!this.#queues.has(key)) this.#queues.set(key, { name, queueId: null });
    if (!this.#stopped) this.#alarms.set(key, wakeAt);
    if (hasEffects) this.#effects?.poke(this.#work?.serves(name.repository));
  }

  deleted(name: QueueName): void {
    this.#alarms.set(queueKey(name), null);
    this.#queues.delete(queueKey(name));
  }

  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#cancelSweep();
    this.#alarms.clear();
    const patienceMs = STOP_PATIENCE_MS[this.#kind];
    const looks = within(patienceMs, this.#options.clock, this.#background.stop());
    await Promise.all([this.#effects?.stop(patienceMs), looks]);
  }

  async #carryOut(
    effects: Worker<StoredEffect>,
    work: Work,
    stored: StoredEffect,
    failures: number,
  ): Promise<number | null> {
    const { store, clock } = this.#options;
    const { queueId, effect, claim } = stored;
    const permit: Permit = {
      mayBegin: () => !effects.isStopped,
      requireClaim: async () => effects.requireClaim(stored),
    };
    const attempts = Math.max(stored.attempts, failures);
    const attempt = await work.attempt({ ...stored, attempts }, permit);
    if (attempt.kind === "left") await store.giveBack(stored);
    if (attempt.kind === "over") return attempt.isWaitedFor ? clock.now() : null;
    if (attempt.kind === "left") return clock.now();
    const dueAt = effects.retryAt(attempt.delayMs);
    await store.postpone(queueId, effect.id, dueAt, attempt.error, claim, attempt.isCounted);
    return dueAt;
  }

  #unservedQueues(work: Work): readonly QueueId[] {
    const givenBack = [...this.#givenBack].filter(([, repository]) => !work.serves(repository));
    const known = [...this.#queues.values()].filter(({ name }) => !work.serves(name.repository));
    return [...givenBack.map(([id]) => id), ...known.flatMap(({ queueId }) => queueId ?? [])];
  }

  #learn({ name, queueId, wakeAt }: Waking, lateMs: number): void {
    const key = queueKey(name);
    this.#queues.set(key, { name, queueId });
    // An alarm that rings early asks the store and does no harm.
    const ringsAt = this.#alarms.ringsAt(key) ?? Number.POSITIVE_INFINITY;
    if (!this.#stopped && wakeAt !== null && wakeAt + lateMs < ringsAt)
      this.#alarms.set(key, wakeAt + lateMs);
  }

  #ring(key: string): void {
    const { clock, pollIntervalMs } = this.#options;
    const name = this.#queues.get(key)?.name;
    if (name === undefined) return;
    this.#background.begin("alarm", key, async () => {
      let again: number | null = clock.now() + pollIntervalMs;
      try {
        again = (await this.#work?.ring(name)) ?? null;
      } finally {
        // An alarm that was set meanwhile is newer.
        const isNeeded = !this.#stopped && this.#queues.has(key) && this.#alarms.ringsAt(key) === null;
        if (again !== null && isNeeded) this.#alarms.set(key, again + this.#lateMs());
      }
    });
  }

  #lateMs(): number {
    const { session } = this.#options;
    return session.isShared ? LATE_ALARM_MS * (1 + session.spread()) : 0;
  }

  #pollAndSweepAgain(): void {
    for (const [key, names] of this.#byRepository()) this.#poll(key, names);
    this.#sweepAlarms();
    this.#cancelSweep = this.#options.clock.after(this.#sweepMs, () => this.#pollAndSweepAgain());
  }

  /** Finds alarms whose process died, and queues that others created or deleted. */
  #sweepAlarms(): void {
    if (this.#stopped) return;
    this.#background.begin("sweep", "", async () => {
      const before = [...this.#queues];
      const wakings = await this.#options.store.wakings();
      for (const waking of wakings) this.#learn(waking, this.#lateMs());
      // Another process may have deleted a queue; a queue that was just created here has no id yet.
      const ids = new Set(wakings.map(({ queueId }) => queueId));
      for (const [key, { name, queueId }] of before) {
        const isSame = this.#queues.get(key)?.queueId === queueId;
        if (queueId !== null && isSame && !ids.has(queueId)) this.deleted(name);
      }
    });
  }

  /** Repositories are polled independently: a hanging one delays no other and is not polled twice at the same time. */
  #poll(key: string, names: readonly QueueName[]): void {
    const [first] = names;
    if (first === undefined || this.#polled.has(key)) return;
    this.#polled.add(key);
    this.#background.begin("poll", key, async () => {
      try {
        const isTurn = await this.#isTurn(`look ${key}`, this.#options.pollIntervalMs, first);
        await (isTurn ? this.#work?.poll(names) : this.#work?.meet(first));
      } finally {
        this.#polled.delete(key);
      }
      await this.#tidy(first);
    });
  }

  /** Runs with the poll instead of a timer: no queue waits for it. */
  async #tidy(name: QueueName): Promise<void> {
    const key = repositoryKey(name.repository);
    await this.#background.guarded("sweep", key, async () => {
      if (await this.#isTurn(`tidy ${key}`, TIDYING_INTERVAL_MS, name))
        await this.#work?.tidy(name.repository);
    });
  }

  /** Returns true for one process per interval. */
  async #isTurn(what: string, everyMs: number, { repository }: QueueName): Promise<boolean> {
    const { store, clock } = this.#options;
    const leastMs = everyMs * TURN_SHARE;
    const isEarly = clock.monotonic() < (this.#turnAt.get(what) ?? Number.NEGATIVE_INFINITY);
    if (isEarly || this.#stopped || this.#work?.serves(repository) === false) return false;
    const now = clock.now();
    const turn = await store.takeTurn(what, now, leastMs);
    const waitMs = turn.kind === "taken" ? leastMs : Math.min(Math.max(turn.at - now, 0), leastMs);
    this.#turnAt.set(what, clock.monotonic() + waitMs);
    return turn.kind === "taken";
  }

  #byRepository(): ReadonlyMap<string, readonly QueueName[]> {
    const names = [...this.#queues.values()].map(({ name }) => name);
    return Map.groupBy(names, ({ repository }) => repositoryKey(repository));
  }
}

/** One alarm per key: setting it again replaces it. */
export class Alarms {
  readonly #clock: Clock;
  readonly #ring: (key: string) => void;
  readonly #alarms = new Map<string, { readonly at: number; readonly cancel: () => void }>();

  constructor(clock: Clock, ring: (key: string) => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /** `at` is in milliseconds since 1970; null removes the alarm. */
  set(key: string, at: number | null): void {
    this.#alarms.get(key)?.cancel();
    this.#alarms.delete(key);
    if (at === null) return;
    const delayMs = Math.max(at - this.#clock.now(), 0);
    const cancel = this.#clock.after(delayMs, () => {
      this.#alarms.delete(key);
      this.#ring(key);
    });
    this.#alarms.set(key, { at, cancel });
  }

  /** When the alarm rings; null if none is set. */
  ringsAt(key: string): number | null {
    return this.#alarms.get(key)?.at ?? null;
  }

  clear(): void {
    for (const { cancel } of this.#alarms.values()) cancel();
    this.#alarms.clear();
  }
}
