/** Opens the store and the dispatch of due work: for a single process, or for replicas on one Postgres. */
import { assertNever } from "../../domain/assert-never.js";
import type { Clock } from "../ports/clock.js";
import { ONLY_PROCESS } from "../ports/session.js";
import { openStore } from "../store/open-store.js";
import { SteadyClock } from "../work/steady-clock.js";
import { StoreDispatch } from "../work/store-dispatch.js";
import type { OpenWork, WorkOptions } from "./startup.js";

export async function openWork(options: WorkOptions): Promise<OpenWork> {
  const { database, version, onCommit } = options;
  switch (database.kind) {
    case "sqlite": {
      const { store, db } = await openStore(database, version, onCommit);
      const clock = systemClock;
      const dispatch = new StoreDispatch({ ...options, store, clock });
      const close = async () => store.close();
      return { store, db, clock, dispatch, board: null, session: ONLY_PROCESS, close };
    }
    case "postgres": {
      const { openSharedWork } = await import("./open-shared-work.js");
      return openSharedWork(options, database.url);
    }
    default:
      return assertNever(database);
  }
}

export const systemClock: Clock = new SteadyClock();
