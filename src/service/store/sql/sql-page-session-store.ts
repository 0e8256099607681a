/** Sessions of the web pages over any SQL database that Kysely speaks to. Each promise is one statement. */
import type { Kysely } from "kysely";
import type { QueueId } from "../../../domain/ids.js";
import type { PageSessionStore, PauseNote, StoredSession } from "../../ports/page-session-store.js";
import type { StoreTables } from "./tables.js";

export class SqlPageSessionStore implements PageSessionStore {
  readonly #db: Kysely<StoreTables>;

  constructor(db: Kysely<StoreTables>) {
    this.#db = db;
  }

  async add({ digest, tokenId, proof, createdAt, expiresAt }: StoredSession): Promise<void> {
    const row = { digest, token_id: tokenId, proof, created_at: createdAt, expires_at: expiresAt };
    await this.#db.insertInto("page_sessions").values(row).execute();
  }

  async find(digest: string, now: number): Promise<StoredSession | null> {
    const row = await this.#db
      .selectFrom("page_sessions")
      .selectAll()
      .where("digest", "=", digest)
      .where("expires_at", ">", now)
      .executeTakeFirst();
    if (row === undefined) return null;
    const { token_id: tokenId, proof, created_at: createdAt, expires_at: expiresAt } = row;
    return { digest, tokenId, proof, createdAt, expiresAt };
  }

  async end(digest: string): Promise<void> {
    await this.#db.deleteFrom("page_sessions").where("digest", "=", digest).execute();
  }

  async forget(now: number): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom("page_sessions")
      .where("expires_at", "<=", now)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  async notePause(queue: QueueId, note: PauseNote): Promise<void> {
    const { version, at, by, reason } = note;
    const values = { version, at, noted_by: by, reason };
    await this.#db
      .insertInto("pause_notes")
      .values({ queue_id: queue, ...values })
      .onConflict((conflict) => conflict.column("queue_id").doUpdateSet(values))
      .execute();
  }

  async pauseNote(queue: QueueId): Promise<PauseNote | null> {
    const row = await this.#db
      .selectFrom("pause_notes")
      .selectAll()
      .where("queue_id", "=", queue)
      .executeTakeFirst();
    if (row === undefined) return null;
    const { version, at, noted_by: by, reason } = row;
    return { version, at, by, reason };
  }
}
