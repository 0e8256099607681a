/** What a replica of the service has in Postgres beside its queues: the store, a session, a dispatch. */

import { DatabaseClock } from "../../src/service/app/open-shared-work.js";
import { SILENT_LOG } from "../../src/service/ports/log.js";
import {
  openPostgresStore,
  type PostgresStore,
} from "../../src/service/store/postgres/open-postgres-store.js";
import { PostgresSession } from "../../src/service/store/postgres/postgres-session.js";
import { RunPostings } from "../../src/service/store/postgres/run-postings.js";
import { SharedRunBoard } from "../../src/service/store/postgres/shared-run-board.js";
import { StoreDispatch } from "../../src/service/work/store-dispatch.js";

export interface SharedReplica extends PostgresStore {
  readonly session: PostgresSession;
  readonly dispatch: StoreDispatch;
  newBoard(): SharedRunBoard;
  /** As a replica does that is told to stop. */
  stop(): Promise<void>;
}

export async function sharedReplica(url: string, pollIntervalMs: number): Promise<SharedReplica> {
  const clock = new DatabaseClock();
  const parts = { clock, log: SILENT_LOG };
  const opened = await openPostgresStore({ url, engine: "1.2.3-test", time: clock, poolSize: 4 });
  const session = await PostgresSession.open({ ...parts, url, time: clock });
  const dispatch = new StoreDispatch({ ...parts, store: opened.store, session, pollIntervalMs });
  const postings = new RunPostings(opened.db);
  const boards: SharedRunBoard[] = [];
  const newBoard = () => {
    const board = new SharedRunBoard({ ...parts, postings, session });
    boards.push(board);
    return board;
  };
  const stop = async () => {
    await dispatch.stop();
    for (const board of boards) await board.close();
    await session.close();
    await opened.store.close();
  };
  return { ...opened, session, dispatch, newBoard, stop };
}
