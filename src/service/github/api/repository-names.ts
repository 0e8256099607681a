/**
 * The present names of the configured repositories. GitHub keeps a repository's id when it is renamed or transferred,
 * so the queue keeps its name and requests use the new one.
 */
import { type Repository, repositoryKey } from "../../../domain/repository.js";

interface Known {
  readonly configured: Repository;
  readonly id: number;
  readonly present: Repository;
}

export class RepositoryNames {
  /** By the key of the configured name. */
  readonly #known = new Map<string, Known>();

  /** The name for requests; the configured one until GitHub has reported another. */
  present(configured: Repository): Repository {
    return this.#known.get(repositoryKey(configured))?.present ?? configured;
  }

  /** null: GitHub has not reported it yet. */
  idOf(configured: Repository): number | null {
    return this.#known.get(repositoryKey(configured))?.id ?? null;
  }

  /**
   * Records what GitHub calls the repository. Returns whether the name is another than before. A different id is
   * another repository that has taken the name, and is not recorded.
   */
  learn(configured: Repository, id: number, { owner, name }: Pick<Repository, "owner" | "name">): boolean {
    const key = repositoryKey(configured);
    const before = this.#known.get(key);
    if (before !== undefined && before.id !== id) return false;
    const present = { host: configured.host, owner, name };
    this.#known.set(key, { configured, id, present });
    return repositoryKey(before?.present ?? configured) !== repositoryKey(present);
  }

  /**
   * The configured repository that a webhook is about, by its id if that is known, otherwise by its name; `isServed`
   * judges names. Also records a new name. null: none.
   */
  configuredOf(named: Repository, id: number | null, isServed: (key: string) => boolean): Repository | null {
    const known = id === null ? undefined : [...this.#known.values()].find((one) => one.id === id);
    if (known !== undefined && id !== null) {
      this.learn(known.configured, id, named);
      return known.configured;
    }
    if (!isServed(repositoryKey(named))) return null;
    // Another repository may have taken a name that became free.
    const ofName = this.idOf(named);
    if (ofName !== null && id !== null && ofName !== id) return null;
    if (id !== null) this.learn(named, id, named);
    return named;
  }
}
