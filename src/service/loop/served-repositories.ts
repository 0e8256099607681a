/**
 * Which repositories this process can work for. It leaves to the other replicas what it cannot do: a repository that is not
 * in its settings, all of them where it has no test command, and for a while one that it cannot reach or may not push to.
 */
import type { QueueName } from "../../domain/queue-name.js";
import { type Repository, repositoryKey } from "../../domain/repository.js";
import type { Clock } from "../ports/clock.js";
import type { Forge } from "../ports/forge.js";
import type { Log } from "../ports/log.js";
import { AccessRefused, WorldError } from "../ports/world-error.js";

export interface ServedOptions {
  readonly forge: Pick<Forge, "readTip">;
  readonly clock: Pick<Clock, "monotonic">;
  readonly log: Log;
  /** By the settings of this process. */
  readonly isMeantToServe: (repository: Repository) => boolean;
}

/** Until it is tried again: settings of the machine are mended by people, the rest passes. */
const LEFT_FOR_MS = { final: 60_000, passing: 10_000 } as const;

/** What waits for an order to be refused again, so that `/readyz` does not change meanwhile. */
const TRIED_AGAIN_WITHIN_MS = 60_000;

/** The dispatch asks with each of its sweeps; one without a queue is not asked about any more. */
const ASKED_WITHIN_MS = 60_000;

export class ServedRepositories {
  readonly #options: ServedOptions;
  /** In monotonic milliseconds, by key. */
  readonly #leftUntil = new Map<string, number>();
  /** Those with queues: when it was asked about each last, in monotonic milliseconds. */
  readonly #askedAt = new Map<string, number>();
  /** Those that its settings lack, and those that it could not read for a reason that does not pass by itself. */
  readonly #unmeant = new Set<string>();
  readonly #broken = new Set<string>();
  /** Those that refused an order of this process, in monotonic milliseconds. */
  readonly #refusedUntil = new Map<string, number>();
  /** Whether it can be read was seen once. */
  readonly #met = new Set<string>();

  constructor(options: ServedOptions) {
    this.#options = options;
  }

  serves(repository: Repository): boolean {
    const key = repositoryKey(repository);
    this.#askedAt.set(key, this.#options.clock.monotonic());
    if (!this.#options.isMeantToServe(repository)) {
      this.#unmeant.add(key);
      return false;
    }
    return (this.#leftUntil.get(key) ?? Number.NEGATIVE_INFINITY) <= this.#options.clock.monotonic();
  }

  /**
   * False while people have to mend something before it can work for any repository that has a queue. Where some work, it is
   * ready for those; an outage of the code host concerns all replicas, and passes.
   */
  get canWork(): boolean {
    const since = this.#options.clock.monotonic() - ASKED_WITHIN_MS;
    const keys = [...this.#askedAt].flatMap(([key, at]) => (at >= since ? [key] : []));
    return keys.length === 0 || keys.some((key) => !this.#isUnusable(key));
  }

  #isUnusable(key: string): boolean {
    const isRefused = (this.#refusedUntil.get(key) ?? 0) > this.#options.clock.monotonic();
    return isRefused || this.#unmeant.has(key) || this.#broken.has(key);
  }

  /** A replica whose turn never comes would find out late, also that a repository is mended. */
  async meet(name: QueueName): Promise<void> {
    const key = repositoryKey(name.repository);
    const isKnown = this.#met.has(key) && !this.#broken.has(key);
    if (!isKnown && this.serves(name.repository)) await this.leaveIfOutOfReach(name);
  }

  /** Asked after an order failed: true where the repository refuses this process, or cannot be read from here. */
  async leaveIfRefused(name: QueueName, error: WorldError): Promise<boolean> {
    if (!(error instanceof AccessRefused)) return this.leaveIfOutOfReach(name);
    const key = repositoryKey(name.repository);
    this.#refusedUntil.set(key, this.#options.clock.monotonic() + LEFT_FOR_MS.final + TRIED_AGAIN_WITHIN_MS);
    this.#leave(key, LEFT_FOR_MS.final, error);
    return true;
  }

  /** Asked after a failure: true where the repository cannot even be read from here. It is left to others then. */
  async leaveIfOutOfReach({ repository, targetBranch }: QueueName): Promise<boolean> {
    const { forge } = this.#options;
    const key = repositoryKey(repository);
    try {
      await forge.readTip(repository, targetBranch);
      this.#met.add(key);
      this.#broken.delete(key);
      return false;
    } catch (error) {
      const isFinal = error instanceof WorldError && !error.retryable;
      if (isFinal) for (const keys of [this.#broken, this.#met]) keys.add(key);
      this.#leave(key, isFinal ? LEFT_FOR_MS.final : LEFT_FOR_MS.passing, error);
      return true;
    }
  }

  #leave(key: string, leftForMs: number, error: unknown): void {
    const { clock, log } = this.#options;
    this.#leftUntil.set(key, clock.monotonic() + leftForMs);
    log.warn(
      { repository: key, seconds: leftForMs / 1000, error: String(error) },
      "this replica cannot work with the repository; it leaves its work to others for a while",
    );
  }
}
