/**
 * Which repositories this process can work for. It leaves to other replicas a repository that its settings lack, all
 * repositories if it has no test command, and for a while one that it cannot reach or may not push to.
 */
import type { QueueName } from "../../domain/queue-name.js";
import { type Repository, repositoryKey } from "../../domain/repository.js";
import { errorText } from "../../domain/thrown.js";
import type { Clock } from "../ports/clock.js";
import type { Served } from "../ports/dispatch.js";
import type { Forge } from "../ports/forge.js";
import type { Log } from "../ports/log.js";
import { AccessRefused, RepositoryUnavailable, WorldError } from "../ports/world-error.js";

export interface ServedOptions {
  readonly forge: Pick<Forge, "readTip">;
  readonly clock: Pick<Clock, "monotonic" | "after">;
  readonly log: Log;
  /** Keys of the repositories that the settings of this process allow. */
  readonly allowed: ReadonlySet<string>;
  /** Called when this process works again for a repository that it had left: work of it may have become due. */
  readonly onReturn: () => void;
}

/** Delay before trying again: a permanent failure needs an operator, others pass by themselves. */
const LEFT_FOR_MS = { final: 60_000, passing: 10_000 } as const;

/** An effect may be refused again until then: `/readyz` does not change meanwhile. */
const TRIED_AGAIN_WITHIN_MS = 60_000;

/** The dispatch asks at each sweep; a repository that lost its last queue is no longer asked about. */
const ASKED_WITHIN_MS = 60_000;

export class ServedRepositories implements Served {
  readonly #options: ServedOptions;
  /** By repository key, in monotonic milliseconds. */
  readonly #leftUntil = new Map<string, number>();
  /** By repository key: cancels the timer for the end of the leave. */
  readonly #returns = new Map<string, () => void>();
  /** Repositories with queues: when each was last asked about, in monotonic milliseconds. */
  readonly #askedAt = new Map<string, number>();
  /** Repositories that the settings of this process exclude. */
  readonly #excluded = new Set<string>();
  /** Repositories that could not be read because of a permanent failure. */
  readonly #unreadable = new Set<string>();
  /** Repositories that refused an effect of this process, in monotonic milliseconds. */
  readonly #refusedUntil = new Map<string, number>();
  /** Repositories that were read successfully or failed permanently at least once. */
  readonly #read = new Set<string>();

  constructor(options: ServedOptions) {
    this.#options = options;
  }

  serves(repository: Repository): boolean {
    const key = repositoryKey(repository);
    this.#askedAt.set(key, this.#options.clock.monotonic());
    if (!this.#options.allowed.has(key)) {
      this.#excluded.add(key);
      return false;
    }
    return !this.#isLeft(key);
  }

  keys(): readonly string[] {
    return [...this.#options.allowed].filter((key) => !this.#isLeft(key));
  }

  #isLeft(key: string): boolean {
    return (this.#leftUntil.get(key) ?? Number.NEGATIVE_INFINITY) > this.#options.clock.monotonic();
  }

  /**
   * False while no repository with a queue can be served until an operator acts. Serving some is enough to be ready; an
   * outage of the code host affects all replicas and passes.
   */
  get canWork(): boolean {
    const since = this.#options.clock.monotonic() - ASKED_WITHIN_MS;
    const keys = [...this.#askedAt].flatMap(([key, at]) => (at >= since ? [key] : []));
    return keys.length === 0 || keys.some((key) => !this.#isUnusable(key));
  }

  #isUnusable(key: string): boolean {
    const isRefused = (this.#refusedUntil.get(key) ?? 0) > this.#options.clock.monotonic();
    return isRefused || this.#excluded.has(key) || this.#unreadable.has(key);
  }

  /** A replica whose turn never comes would otherwise notice late that a repository broke or was repaired. */
  async meet(name: QueueName): Promise<void> {
    const key = repositoryKey(name.repository);
    const isKnown = this.#read.has(key) && !this.#unreadable.has(key);
    if (!isKnown && this.serves(name.repository)) await this.leaveIfOutOfReach(name);
  }

  /** True if the repository refuses this process, or cannot be read from here. */
  async leaveIfRefused(name: QueueName, error: WorldError): Promise<boolean> {
    if (error instanceof RepositoryUnavailable) return false;
    if (!(error instanceof AccessRefused)) return this.leaveIfOutOfReach(name);
    const key = repositoryKey(name.repository);
    this.#refusedUntil.set(key, this.#options.clock.monotonic() + LEFT_FOR_MS.final + TRIED_AGAIN_WITHIN_MS);
    this.#leave(key, LEFT_FOR_MS.final, error);
    return true;
  }

  /** Called after a failure: returns true if the repository cannot be read from here, and leaves it to others. */
  async leaveIfOutOfReach({ repository, targetBranch }: QueueName): Promise<boolean> {
    const { forge } = this.#options;
    const key = repositoryKey(repository);
    try {
      await forge.readTip(repository, targetBranch);
      this.#read.add(key);
      this.#unreadable.delete(key);
      return false;
    } catch (error) {
      // No other replica can work with it either.
      if (error instanceof RepositoryUnavailable) return false;
      const isFinal = error instanceof WorldError && !error.retryable;
      if (isFinal) for (const keys of [this.#unreadable, this.#read]) keys.add(key);
      this.#leave(key, isFinal ? LEFT_FOR_MS.final : LEFT_FOR_MS.passing, error);
      return true;
    }
  }

  #leave(key: string, leftForMs: number, error: unknown): void {
    const { clock, log } = this.#options;
    this.#leftUntil.set(key, clock.monotonic() + leftForMs);
    log.warn(
      { repository: key, seconds: leftForMs / 1000, error: errorText(error) },
      "this replica cannot work with the repository; other replicas take over its work for a while",
    );
    this.#returnIn(key, leftForMs);
  }

  #returnIn(key: string, delayMs: number): void {
    const { clock, onReturn } = this.#options;
    this.#returns.get(key)?.();
    const cancel = clock.after(delayMs, () => {
      // A timer may fire early.
      const leftMs = (this.#leftUntil.get(key) ?? 0) - clock.monotonic();
      if (leftMs > 0) {
        this.#returnIn(key, Math.ceil(leftMs));
        return;
      }
      this.#returns.delete(key);
      onReturn();
    });
    this.#returns.set(key, cancel);
  }
}
