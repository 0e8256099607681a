/** Ids and present names of repositories, kept over any SQL database. */
import type { Kysely } from "kysely";
import { type Repository, repositoryKey, repositoryProblem } from "../../../domain/repository.js";
import type { KnownRepository, RepositoryNameStore } from "../../ports/forge.js";
import type { StoreTables } from "./tables.js";

export class SqlRepositoryNames implements RepositoryNameStore {
  readonly #db: Kysely<StoreTables>;

  constructor(db: Kysely<StoreTables>) {
    this.#db = db;
  }

  async all(): Promise<readonly KnownRepository[]> {
    const rows = await this.#db.selectFrom("repository_names").selectAll().execute();
    return rows.flatMap(({ repository, id, owner, name }): readonly KnownRepository[] => {
      const configured = repositoryIn(repository);
      if (configured === null) return [];
      const present = { host: configured.host, owner, name };
      return repositoryProblem(present) === null ? [{ configured, id, present }] : [];
    });
  }

  async save({ configured, id, present }: KnownRepository): Promise<void> {
    const { owner, name } = present;
    await this.#db
      .insertInto("repository_names")
      .values({ repository: repositoryKey(configured), id, owner, name })
      .onConflict((conflict) => conflict.column("repository").doUpdateSet({ id, owner, name }))
      .execute();
  }
}

function repositoryIn(key: string): Repository | null {
  const [host, owner, name, ...more] = key.split("/");
  if (host === undefined || owner === undefined || name === undefined || more.length > 0) return null;
  return { host, owner, name };
}
