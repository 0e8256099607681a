/**
 * Finds work that is due and that no job stands for any more, as when the replica that had it was killed. What is idle at
 * two looks in a row is sent again; a job that was only slow to be taken finds it done.
 */
import { queueKey } from "../../domain/queue-name.js";
import type { Clock } from "../ports/clock.js";
import { heldNameOf, type SharedWork } from "../storage/postgres/shared-work.js";
import type { Jobs } from "./jobs.js";
import { orderJob } from "./sent-with-decisions.js";

const MOST_FOUND = 200;
/** What is found is sent once in so long, by whichever replica. */
const SENT_AGAIN_SECONDS = 6;
const LATE_ALARM_MS = 3000;

export class LostWork {
  readonly #jobs: Jobs;
  readonly #shared: SharedWork;
  readonly #clock: Clock;
  #idleBefore: ReadonlySet<string> = new Set();

  constructor(jobs: Jobs, shared: SharedWork, clock: Clock) {
    this.#jobs = jobs;
    this.#shared = shared;
    this.#clock = clock;
  }

  async sendAgain(): Promise<void> {
    const now = this.#clock.now();
    const idle = await this.#shared.idleOrders(now, MOST_FOUND);
    const found = idle.filter((order) => this.#idleBefore.has(heldNameOf(order)));
    this.#idleBefore = new Set(idle.map(heldNameOf));
    const orders = found.map((order) => {
      const once = { key: `${heldNameOf(order)} found`, seconds: SENT_AGAIN_SECONDS };
      return orderJob(order, { once });
    });
    const late = await this.#shared.overdueAlarms(now - LATE_ALARM_MS);
    const alarms = late.map((name) => {
      const once = { key: `${queueKey(name)} late`, seconds: SENT_AGAIN_SECONDS };
      return { kind: "alarms", content: { name }, once } as const;
    });
    await this.#jobs.send([...orders, ...alarms]);
  }
}
