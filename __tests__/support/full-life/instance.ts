/** One process of the service: a loop on the common store, with ports and timers that die with it. */
import { queueId } from "../../../src/domain/ids.js";
import type { Clock } from "../../../src/service/ports/clock.js";
import type { Forge } from "../../../src/service/ports/forge.js";
import type { Git } from "../../../src/service/ports/git.js";
import type { Log } from "../../../src/service/ports/log.js";
import type { QueueStore } from "../../../src/service/ports/queue-store.js";
import { ONLY_PROCESS, type Session } from "../../../src/service/ports/session.js";
import { QueueLoop } from "../../../src/service/queue/queue-loop.js";
import { StoreDispatch } from "../../../src/service/work/store-dispatch.js";

export const TEST_BRANCH_PREFIX = "mq-merge/";
/** Long, since every look costs a life some time; what nobody reports is found this much later. */
const POLL_INTERVAL_MS = 5 * 60_000;

/** Whose calls these are, and whether anybody still waits for their answers. */
export interface Instance {
  readonly number: number;
  readonly isAlive: boolean;
}

export interface Ports {
  readonly store: QueueStore;
  readonly forge: Forge;
  readonly git: Git;
}

export class ServiceInstance implements Instance {
  readonly number: number;
  isAlive = true;
  isStopping = false;
  readonly loop: QueueLoop;

  constructor(
    number: number,
    world: {
      readonly ports: (instance: Instance) => Ports;
      readonly clock: Clock;
      readonly log: Log;
      /** Of the instances that live beside it. */
      readonly others: () => readonly number[];
    },
    newQueueNumber: () => number,
  ) {
    this.number = number;
    const ports = world.ports(this);
    const { clock, log, others } = world;
    const session: Session = { ...ONLY_PROCESS, claimant: () => ({ session: number, spared: others() }) };
    const { store } = ports;
    this.loop = new QueueLoop({
      ...{ ...ports, clock, log },
      dispatch: new StoreDispatch({ store, session, clock, log, pollIntervalMs: POLL_INTERVAL_MS }),
      testBranchPrefix: TEST_BRANCH_PREFIX,
      newQueueId: () =>
        queueId(`${newQueueNumber().toString(16).padStart(8, "0")}-0000-4000-8000-000000000000`),
    });
  }
}
