/**
 * The present names of the configured repositories. GitHub keeps a repository's id when it is renamed or transferred,
 * so the queue keeps its name and requests use the new one. What is learned is kept in the store, because after a
 * restart another repository may have the former name.
 */
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import type { KnownRepository } from "../../ports/forge.js";

export class RepositoryNames {
  /** By the key of the configured name. */
  readonly #known = new Map<string, KnownRepository>();
  readonly #unsaved = new Set<string>();
  /** In monotonic milliseconds: when GitHub last answered that the present name is this repository's. */
  readonly #confirmedAt = new Map<string, number>();
  readonly #save: ((known: KnownRepository) => Promise<void>) | null;

  /** `save` keeps what was learned; if it fails, the same is saved when it is learned again. */
  constructor(save: ((known: KnownRepository) => Promise<void>) | null = null) {
    this.#save = save;
  }

  /** What an earlier process learned. Call it before anything else is learned. */
  restore(known: readonly KnownRepository[]): void {
    for (const one of known) this.#known.set(repositoryKey(one.configured), one);
  }

  /** The name for requests; the configured one until GitHub has reported another. */
  present(configured: Repository): Repository {
    return this.#known.get(repositoryKey(configured))?.present ?? configured;
  }

  /** null: GitHub has not reported it yet. */
  idOf(configured: Repository): number | null {
    return this.#known.get(repositoryKey(configured))?.id ?? null;
  }

  /** Records that GitHub has just answered under the present name for this repository. */
  confirm(configured: Repository): void {
    this.#confirmedAt.set(repositoryKey(configured), performance.now());
  }

  msSinceConfirmed(configured: Repository): number {
    return performance.now() - (this.#confirmedAt.get(repositoryKey(configured)) ?? Number.NEGATIVE_INFINITY);
  }

  /**
   * Records what GitHub's API calls the repository now. Returns whether the name is another than before. A different
   * id is another repository that has taken the name, and is not recorded.
   */
  learn(configured: Repository, id: number, now: Pick<Repository, "owner" | "name">): boolean {
    const isRenamed = this.#record(configured, id, now);
    if (this.idOf(configured) === id) this.confirm(configured);
    return isRenamed;
  }

  #record(configured: Repository, id: number, { owner, name }: Pick<Repository, "owner" | "name">): boolean {
    const key = repositoryKey(configured);
    const before = this.#known.get(key);
    if (before !== undefined && before.id !== id) return false;
    const present = { host: configured.host, owner, name };
    const known = { configured, id, present };
    this.#known.set(key, known);
    const isNew = before === undefined || before.present.owner !== owner || before.present.name !== name;
    if (isNew || this.#unsaved.has(key)) this.#keep(key, known);
    return repositoryKey(before?.present ?? configured) !== repositoryKey(present);
  }

  #keep(key: string, known: KnownRepository): void {
    if (this.#save === null) return;
    this.#unsaved.add(key);
    const saved = this.#save(known).then(() => {
      if (this.#known.get(key) === known) this.#unsaved.delete(key);
    });
    // It is saved when it is learned again.
    void saved.catch(() => undefined);
  }

  /**
   * The configured repository that a webhook is about, by its id if that is known, otherwise by its name; `isServed`
   * judges names. Also records a new name, to be confirmed, because webhooks may be late. null: none.
   */
  configuredOf(named: Repository, id: number | null, isServed: (key: string) => boolean): Repository | null {
    const known =
      id === null
        ? undefined
        : [...this.#known.values()].find((one) => one.id === id && isServed(repositoryKey(one.configured)));
    if (known !== undefined && id !== null) {
      if (this.#record(known.configured, id, named))
        this.#confirmedAt.delete(repositoryKey(known.configured));
      return known.configured;
    }
    if (!isServed(repositoryKey(named))) return null;
    // Another repository may have taken a name that became free.
    const ofName = this.idOf(named);
    if (ofName !== null && id !== null && ofName !== id) return null;
    if (id !== null) this.#record(named, id, named);
    return named;
  }
}
