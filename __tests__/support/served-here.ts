/** Which repositories a process of a test works for: those named, until it leaves one after a failure. */
import { type Repository, repositoryKey } from "../../src/domain/repository.js";
import type { Served } from "../../src/service/ports/dispatch.js";

export class ServedHere implements Served {
  readonly left: string[] = [];
  readonly #keys: Set<string>;

  constructor(...repositories: readonly Repository[]) {
    this.#keys = new Set(repositories.map(repositoryKey));
  }

  serves(repository: Repository): boolean {
    return this.#keys.has(repositoryKey(repository));
  }

  keys(): readonly string[] {
    return [...this.#keys];
  }

  async leaveIfRefused(...[{ repository }, error]: Parameters<Served["leaveIfRefused"]>): Promise<boolean> {
    this.left.push(error.message);
    this.#keys.delete(repositoryKey(repository));
    return Promise.resolve(true);
  }
}
