/** Everybody who brings work keeps the promises of the port: timers of one process, and jobs that replicas share. */
import { describe } from "@jest/globals";
import { InProcessDispatch } from "../../src/service/loop/in-process-dispatch.js";
import { SILENT_LOG } from "../../src/service/ports/log.js";
import { systemClock } from "../../src/service/system-clock.js";
import { createMemoryStore } from "../support/memory-queue-store.js";
import { databaseOfReplicas, type SharedReplica, sharedReplica } from "../support/shared-replica.js";
import { type DispatchWorld, dispatchContract, POLL_MS } from "./dispatch.js";

async function inOneProcess(): Promise<DispatchWorld> {
  const store = createMemoryStore();
  const parts = { store, clock: systemClock, log: SILENT_LOG, pollIntervalMs: POLL_MS };
  return Promise.resolve({
    store,
    newDispatch: async () => Promise.resolve(new InProcessDispatch(parts)),
    close: async () => store.close(),
  });
}

/** What is decided is sent by a replica that takes nothing itself. */
async function onPostgres(): Promise<DispatchWorld> {
  const database = await databaseOfReplicas();
  const sender = await sharedReplica(database.url, POLL_MS);
  const replicas: SharedReplica[] = [];
  return {
    store: sender.store,
    newDispatch: async () => {
      const replica = await sharedReplica(database.url, POLL_MS);
      replicas.push(replica);
      return replica.dispatch;
    },
    close: async () => {
      await sender.dispatch.stop();
      for (const { store } of [sender, ...replicas]) await store.close();
      await database.drop();
    },
  };
}

describe("jobs that replicas share", () => dispatchContract(onPostgres));
describe("timers of one process", () => dispatchContract(inOneProcess));
