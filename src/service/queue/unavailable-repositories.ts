/**
 * Repositories that the code host has suspended or archived, as this process found them. Their work waits; the metrics,
 * the log and the pages name the cause.
 */
import { type Repository, repositoryKey } from "../../domain/repository.js";
import type { Clock } from "../ports/clock.js";
import type { Log } from "../ports/log.js";
import { RepositoryUnavailable, type Unavailability } from "../ports/world-error.js";

export interface UnavailableRepository {
  readonly cause: Unavailability;
  /** One sentence for operators. */
  readonly sentence: string;
  /** By the queues' clock. */
  readonly since: number;
}

interface Noted extends UnavailableRepository {
  /** In monotonic milliseconds. */
  readonly notedAt: number;
}

/** Work of the repository is tried again within this time, so a cause that was not found again has ended. */
const LASTS_MS = 180_000;

export class UnavailableRepositories {
  readonly #clock: Pick<Clock, "now" | "monotonic">;
  readonly #log: Log;
  readonly #noted = new Map<string, Noted>();

  constructor(clock: Pick<Clock, "now" | "monotonic">, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  /** Notes the cause if the error has one. */
  note(repository: Repository, error: unknown): void {
    if (!(error instanceof RepositoryUnavailable)) return;
    const { why: cause, message: sentence } = error;
    const key = repositoryKey(repository);
    const known = this.of(repository);
    const since = known?.cause === cause ? known.since : this.#clock.now();
    this.#noted.set(key, { cause, sentence, since, notedAt: this.#clock.monotonic() });
    if (known?.cause === cause) return;
    this.#log.error(
      { repository: key, cause, error: sentence },
      "a repository is not available; its work waits",
    );
  }

  /** Something that the cause would have prevented has succeeded. */
  clear(repository: Repository): void {
    const key = repositoryKey(repository);
    if (this.#noted.delete(key)) this.#log.info({ repository: key }, "a repository is available again");
  }

  of(repository: Repository): UnavailableRepository | null {
    const noted = this.#noted.get(repositoryKey(repository));
    const isOld = noted === undefined || this.#clock.monotonic() - noted.notedAt > LASTS_MS;
    return isOld ? null : noted;
  }

  /** The number of repositories by cause. */
  count(cause: Unavailability): number {
    const now = this.#clock.monotonic();
    return [...this.#noted.values()].filter((one) => one.cause === cause && now - one.notedAt <= LASTS_MS)
      .length;
  }
}
