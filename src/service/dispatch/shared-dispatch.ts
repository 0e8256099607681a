/**
 * Brings work by jobs that several replicas take from one Postgres. None of them leads: every one sends what is due, most
 * of it with the decisions that cause it, and doubles are dropped. What the jobs lost, a look at the store finds.
 */
import { type QueueName, queueKey } from "../../domain/queue-name.js";
import { repositoryKey } from "../../domain/repository.js";
import type { Dispatch, Work } from "../ports/dispatch.js";
import type { Log } from "../ports/log.js";
import { within } from "../rounds/within.js";
import { again } from "./again.js";
import { type Alarm, alarmIn, namesIn } from "./job-contents.js";
import type { JobKind, NewJob } from "./jobs.js";
import { LostWork } from "./lost-work.js";
import { alarmJob } from "./sent-with-decisions.js";
import { SharedOrders, type SharedOrdersOptions } from "./shared-orders.js";

export interface SharedDispatchOptions extends SharedOrdersOptions {
  readonly log: Log;
  /** How often the world is looked at when nobody reports anything. */
  readonly pollIntervalMs: number;
  /** Asks the database for its time. */
  readonly learnTime: () => Promise<void>;
}

const ORDERS_AT_A_TIME = 8;
const ALARMS_AT_A_TIME = 2;
const LOOKS_AT_A_TIME = 4;
const SEARCH_INTERVAL_MS = 1000;
/** Between two answers the time goes on by itself; only a database whose clock was set shows another one. */
const TIME_INTERVAL_MS = 1000;
const TIDYING_INTERVAL_MS = 60_000;
/** What most orders need; the others are left to be done by others. */
const STOP_PATIENCE_MS = 1000;

export class SharedDispatch implements Dispatch {
  readonly #options: SharedDispatchOptions;
  readonly #lost: LostWork;
  readonly #underWay = new Set<Promise<void>>();
  /** Repositories that are being looked at here. */
  readonly #looked = new Set<string>();
  readonly #endings: (() => void)[] = [];
  #orders: SharedOrders | undefined;
  #stopped = false;

  constructor(options: SharedDispatchOptions) {
    const { jobs, shared, clock } = options;
    this.#options = options;
    this.#lost = new LostWork(jobs, shared, clock);
  }

  async start(work: Work): Promise<void> {
    const { jobs, clock, log, pollIntervalMs, learnTime } = this.#options;
    const orders = new SharedOrders(this.#options, async (...order) => work.attempt(...order));
    this.#orders = orders;
    await jobs.take("orders", ORDERS_AT_A_TIME, async (job) => this.#during(orders.perform(job)));
    await jobs.take("alarms", ALARMS_AT_A_TIME, async ({ content }) => this.#ring(work, alarmIn(content)));
    await jobs.take("looks", LOOKS_AT_A_TIME, async ({ content }) => this.#look(work, namesIn(content)));
    await jobs.take("tidying", 1, async ({ content }) => {
      const [name] = namesIn(content);
      if (name !== undefined) await work.tidy(name.repository);
    });
    const every = (intervalMs: number, what: string, task: () => Promise<void>) => {
      this.#endings.push(again(clock, log, intervalMs, what, task));
    };
    every(TIME_INTERVAL_MS, "the time", learnTime);
    every(SEARCH_INTERVAL_MS, "work that was lost", async () => this.#lost.sendAgain());
    every(pollIntervalMs, "looks", async () => this.#sendPerRepository("looks", pollIntervalMs));
    every(TIDYING_INTERVAL_MS, "tidying", async () =>
      this.#sendPerRepository("tidying", TIDYING_INTERVAL_MS),
    );
  }

  /** Its jobs were sent with it. */
  changed(): void {}

  /** Its jobs find no queue. */
  deleted(): void {}

  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#orders?.stop();
    for (const end of this.#endings) end();
    await within(STOP_PATIENCE_MS, this.#options.clock, Promise.allSettled(this.#underWay));
    await this.#options.jobs.stop();
    await this.#options.held.close();
  }

  async #during(task: Promise<void>): Promise<void> {
    this.#underWay.add(task);
    try {
      await task;
    } finally {
      this.#underWay.delete(task);
    }
  }

  /** The clock of Postgres may be ahead of this one: then the alarm came too early, and no other job stands for it. */
  async #ring(work: Work, alarm: Alarm | null): Promise<void> {
    if (alarm === null) return;
    const { name, at } = alarm;
    const rings = await work.ring(name);
    if (rings === null || rings !== at) return;
    const { jobs, clock } = this.#options;
    await jobs.send([
      { ...alarmJob(name, at, clock.now()), once: { key: `${queueKey(name)} early`, seconds: 1 } },
    ]);
  }

  async #look(work: Work, names: readonly QueueName[]): Promise<void> {
    const [first] = names;
    if (first === undefined) return;
    const key = repositoryKey(first.repository);
    if (this.#looked.has(key)) return;
    this.#looked.add(key);
    try {
      await work.look(names);
    } finally {
      this.#looked.delete(key);
    }
  }

  /** Every replica sends them; of those of one interval one stays. */
  async #sendPerRepository(kind: JobKind & ("looks" | "tidying"), intervalMs: number): Promise<void> {
    const { jobs, shared } = this.#options;
    const seconds = Math.max(Math.round(intervalMs / 1000), 1);
    const repositories = Map.groupBy(await shared.names(), ({ repository }) => repositoryKey(repository));
    const sent = [...repositories].map(
      ([key, names]): NewJob => ({ kind, content: { names }, once: { key, seconds } }),
    );
    await jobs.send(sent);
  }
}
