/** Orders that come as jobs: each is carried out by one replica, after those before it about the same test run. */
import type { Clock } from "../ports/clock.js";
import type { Work } from "../ports/dispatch.js";
import type { StoredEffect } from "../ports/queue-store.js";
import type { HeldWork } from "../storage/postgres/held-work.js";
import { heldNameOf, type OrderKey, type SharedWork } from "../storage/postgres/shared-work.js";
import { orderIn } from "./job-contents.js";
import type { HeldJob, Jobs } from "./jobs.js";
import { orderJob } from "./sent-with-decisions.js";

/** An order waits so long before it asks again whether the one before it is done, if nobody tells it. */
const BEHIND_ANOTHER_MS = 1000;

export interface SharedOrdersOptions {
  readonly jobs: Jobs;
  readonly shared: SharedWork;
  readonly held: HeldWork;
  readonly clock: Clock;
}

export class SharedOrders {
  readonly #options: SharedOrdersOptions;
  readonly #attempt: Work["attempt"];
  #stopped = false;

  constructor(options: SharedOrdersOptions, attempt: Work["attempt"]) {
    this.#options = options;
    this.#attempt = attempt;
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Throws for what has to come again by itself. */
  async perform({ content, signal }: HeldJob): Promise<void> {
    const { held } = this.#options;
    const key = orderIn(content);
    if (key === null) return;
    if (!(await held.take(heldNameOf(key)))) return;
    try {
      await this.#performHeld(key, () => !this.#stopped && !signal.aborted);
    } finally {
      await held.letGo(heldNameOf(key));
    }
  }

  /** What is done is seen to be done only here: the one who held it a moment ago may have done it. */
  async #performHeld(key: OrderKey, mayBegin: () => boolean): Promise<void> {
    const { jobs, shared, clock } = this.#options;
    const order = await shared.findOrder(key);
    // Postponed: there is a job for then.
    if (order === null || order.notBefore > clock.now()) return;
    if (!(await shared.isBehindAnother(order))) return this.#carryOut(order, key, mayBegin);
    const once = { key: `${heldNameOf(key)} waits`, seconds: BEHIND_ANOTHER_MS / 1000 };
    await jobs.send([orderJob(key, { delayMs: BEHIND_ANOTHER_MS, once })]);
  }

  async #carryOut(order: StoredEffect, key: OrderKey, mayBegin: () => boolean): Promise<void> {
    const { jobs, shared, clock } = this.#options;
    const attempt = await this.#attempt(order, mayBegin);
    if (attempt.kind === "over") return this.#wakeNext(order);
    if (attempt.kind === "notBegun") throw new Error("this replica stops; another one takes the order");
    const { delayMs, error } = attempt;
    await shared.postpone(key, clock.now() + delayMs, error, async (db) =>
      jobs.send([orderJob(key, { delayMs })], db),
    );
  }

  async #wakeNext(order: StoredEffect): Promise<void> {
    const next = await this.#options.shared.nextBehind(order);
    if (next !== null) await this.#options.jobs.send([orderJob(next)]);
  }
}
