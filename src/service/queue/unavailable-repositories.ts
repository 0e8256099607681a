/**
 * Repositories that the code host has suspended or archived, and target branches that do not exist, as this process found
 * them. Their work waits; the metrics, the log and the pages name the cause.
 */
import { type Repository, repositoryKey } from "../../domain/repository.js";
import type { Clock } from "../ports/clock.js";
import type { Log } from "../ports/log.js";
import { BranchGone, RepositoryUnavailable, type Unavailability } from "../ports/world-error.js";

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
    const branch = error instanceof BranchGone ? error.branch : null;
    const key = keyOf(repository, branch);
    const known = this.#lasting(key);
    const since = known?.cause === cause ? known.since : this.#clock.now();
    this.#noted.set(key, { cause, sentence, since, notedAt: this.#clock.monotonic() });
    if (known?.cause === cause) return;
    const about = { repository: repositoryKey(repository), ...(branch !== null && { branch }) };
    this.#log.error(
      { ...about, cause, error: sentence },
      branch === null
        ? "a repository is not available; its work waits"
        : "the target branch of a queue does not exist; nothing can land there",
    );
  }

  /** Something that the cause would have prevented has succeeded; with a branch, on that branch. */
  clear(repository: Repository, branch: string | null = null): void {
    const about = { repository: repositoryKey(repository) };
    if (this.#noted.delete(keyOf(repository, null))) this.#log.info(about, "a repository is available again");
    if (branch !== null && this.#noted.delete(keyOf(repository, branch)))
      this.#log.info({ ...about, branch }, "the target branch of a queue exists again");
  }

  /** Of the repository, or else of the branch. */
  of(repository: Repository, branch: string | null = null): UnavailableRepository | null {
    const ofRepository = this.#lasting(keyOf(repository, null));
    return ofRepository ?? (branch === null ? null : this.#lasting(keyOf(repository, branch)));
  }

  #lasting(key: string): UnavailableRepository | null {
    const noted = this.#noted.get(key);
    const isOld = noted === undefined || this.#clock.monotonic() - noted.notedAt > LASTS_MS;
    return isOld ? null : noted;
  }

  /** The number of repositories, or branches, by cause. */
  count(cause: Unavailability): number {
    const now = this.#clock.monotonic();
    return [...this.#noted.values()].filter((one) => one.cause === cause && now - one.notedAt <= LASTS_MS)
      .length;
  }
}

function keyOf(repository: Repository, branch: string | null): string {
  return branch === null ? repositoryKey(repository) : `${repositoryKey(repository)} ${branch}`;
}
