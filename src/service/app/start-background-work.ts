/** The third phase of a start: the queues run, and webhooks, status, repairs and retention work in the background. */
import { Retention } from "../store/retention/retention.js";
import { dateOldExits } from "../store/sql/exits.js";
import { endWrongWaits } from "../store/sql/times-ahead.js";
import { again } from "../work/again.js";
import type { Parts } from "./build-parts.js";
import type { Adapters } from "./open-adapters.js";
import type { Startup } from "./startup.js";

const REPAIR_INTERVAL_MS = 60_000;
const DATING_INTERVAL_MS = 600_000;
/** Below 1, because a timer may fire early. */
const TURN_SHARE = 0.9;

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
    const turn = await store.takeTurn("wrong waits", clock.now(), REPAIR_INTERVAL_MS * TURN_SHARE);
    if (turn.kind === "later") return;
    const ended = await endWrongWaits(db, clock.now());
    if (ended > 0) log.warn({ ended }, "a clock had been ahead: work that it postponed is due now");
  });
  opened.defer(stopRepairs);
  opened.defer(datingOfExits({ db, store, clock, log }));
  const retention = new Retention(db, store, config.retentionMs, clock, log);
  opened.defer(async () => retention.stop());
  retention.start();
}

/** Of replicas one at a time does it. A replica of the version before may add rows for as long as it runs. */
function datingOfExits({
  db,
  store,
  clock,
  log,
}: Pick<Adapters, "db" | "store" | "clock"> & Pick<Startup, "log">) {
  let isStopped = false;
  const stop = again(clock, log, DATING_INTERVAL_MS, "dates of old exits", async () => {
    const turn = await store.takeTurn("dates of old exits", clock.now(), DATING_INTERVAL_MS * TURN_SHARE);
    if (turn.kind === "later") return;
    const dated = await dateOldExits(db, () => isStopped);
    if (dated > 0) log.info({ dated }, "old exits have dates: the pages about the past show them");
  });
  return () => {
    isStopped = true;
    stop();
  };
}
