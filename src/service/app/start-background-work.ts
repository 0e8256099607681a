/** The third phase of a start: the queues run, and webhooks, status, repairs and retention work in the background. */
import { Retention } from "../store/retention/retention.js";
import { endWrongWaits } from "../store/sql/times-ahead.js";
import { again } from "../work/again.js";
import type { Parts } from "./build-parts.js";
import type { Adapters } from "./open-adapters.js";
import type { Startup } from "./startup.js";

const REPAIR_INTERVAL_MS = 60_000;

export async function startBackgroundWork(
  { config, log, opened }: Startup,
  { db, store, clock, webhooks, status }: Adapters,
  { queues, intake }: Parts,
): Promise<void> {
  await queues.start(intake === null ? null : async (names) => intake.catchUp(names));
  webhooks.start();
  intake?.start();
  status?.start();
  const stopRepairs = again(clock, log, REPAIR_INTERVAL_MS, "wrong waits", async () => {
    const ended = await endWrongWaits(db, clock.now());
    if (ended > 0) log.warn({ ended }, "a clock had been ahead: work that it postponed is due now");
  });
  opened.defer(stopRepairs);
  const retention = new Retention(db, store, config.retentionMs, clock, log);
  opened.defer(async () => retention.stop());
  retention.start();
}
