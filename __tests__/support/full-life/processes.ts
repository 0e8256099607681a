/** The processes of a life: they share one store, die with everything they were about to do, and others take over. */
import type { QueueStore } from "../../../src/service/ports/queue-store.js";
import { WorldError } from "../../../src/service/ports/world-error.js";
import { auditedStore } from "./audited-store.js";
import { heldPorts, staleForge } from "./held-ports.js";
import { type Instance, type Ports, ServiceInstance } from "./instance.js";
import { simulatedGit } from "./simulated-git.js";
import type { SimulatedWorld } from "./simulated-world.js";
import { watchfulLog } from "./watchful-log.js";

/** Where the store of a life is kept; opening it again finds what was stored. */
export interface StoreHome {
  open(): Promise<QueueStore>;
}

export class Processes {
  readonly #world: SimulatedWorld;
  readonly #home: StoreHome;
  readonly #plant: (ports: Ports) => Ports;
  #store: QueueStore | null = null;
  #instances: readonly ServiceInstance[] = [];
  #instancesSoFar = 0;
  #queuesSoFar = 0;
  #mayLeaveBranches = false;

  /** `plant` puts a bug between the service and the world. */
  constructor(world: SimulatedWorld, home: StoreHome, plant: (ports: Ports) => Ports) {
    this.#world = world;
    this.#home = home;
    this.#plant = plant;
  }

  get store(): QueueStore {
    if (this.#store === null) throw new Error("the store is not open");
    return this.#store;
  }

  /** Something may do again what was undone meanwhile, and stand until the next sweep. */
  get mayLeaveBranches(): boolean {
    return this.#mayLeaveBranches;
  }

  /** The first one, or the first two. */
  async begin(): Promise<void> {
    this.#store = await this.#home.open();
    this.#start();
    if (!this.#world.faults.strikes("secondInstance", this.#world.chance)) return;
    this.#start();
    this.#mayLeaveBranches = true;
  }

  async close(): Promise<void> {
    await this.#store?.close();
  }

  any(): ServiceInstance {
    const instance = this.#world.any(this.#instances);
    if (instance === undefined) throw new Error("an instance always runs");
    return instance;
  }

  /** It dies with everything it was about to do; another one starts on what is stored. */
  async crash(instance: ServiceInstance): Promise<void> {
    if (!instance.isAlive) return;
    instance.isAlive = false;
    const { auditor, turnstile, faults, clock, chance } = this.#world;
    auditor.occurrences.met("a process dies");
    auditor.story.push(() => `  instance ${instance.number} dies`);
    turnstile.forget(instance, () => {
      const isLate = faults.strikes("lateRequests", chance);
      this.#mayLeaveBranches ||= isLate;
      return isLate;
    });
    clock.drop(instance.number);
    this.#instances = this.#instances.filter((other) => other !== instance);
    if (this.#instances.length === 0) {
      await this.close();
      this.#store = await this.#home.open();
    }
    this.#start();
  }

  /** It is asked to stop, and is replaced when it has; it may still die before. */
  stop(instance: ServiceInstance): void {
    if (instance.isStopping) return;
    instance.isStopping = true;
    const { auditor } = this.#world;
    auditor.occurrences.met("a process is asked to stop");
    auditor.story.push(() => `  instance ${instance.number} is asked to stop`);
    instance.loop.stop().then(
      async () => this.crash(instance),
      (error: unknown) => auditor.broken.push(`stop: ${String(error)}`),
    );
  }

  async crashAll(): Promise<void> {
    for (const instance of this.#instances) await this.crash(instance);
  }

  #start(): void {
    this.#instancesSoFar += 1;
    const number = this.#instancesSoFar;
    const { auditor, clock } = this.#world;
    const instance = new ServiceInstance(
      number,
      {
        ports: (born) => this.#portsOf(born),
        clock: clock.of(number),
        others: () => this.#instances.flatMap((other) => (other.number === number ? [] : other.number)),
        log: watchfulLog((sentence) => auditor.broken.push(sentence)),
      },
      () => {
        this.#queuesSoFar += 1;
        return this.#queuesSoFar;
      },
    );
    this.#instances = [...this.#instances, instance];
    instance.loop.start().catch(async (error: unknown) => {
      if (error instanceof WorldError) await this.crash(instance);
      else auditor.broken.push(`start: ${String(error)}`);
    });
  }

  #portsOf(instance: Instance): Ports {
    const world = this.#world;
    const ports: Ports = {
      store: auditedStore(() => this.store, world.auditor),
      forge: staleForge(world),
      git: simulatedGit(world.repository, world),
    };
    return heldPorts(world, instance, this.#plant(ports));
  }
}
