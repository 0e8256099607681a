/** Sessions of the web pages over any SQL database that Kysely speaks to. Each promise is one statement. */
import type { Kysely } from "kysely";
import type { QueueId } from "../../../domain/ids.js";
import type {
  PageSessionStore,
  PauseNote,
  SignedInWith,
  StoredSession,
} from "../../ports/page-session-store.js";
import type { PageSessionsTable, StoreTables } from "./tables.js";

export class SqlPageSessionStore implements PageSessionStore {
  readonly #db: Kysely<StoreTables>;

  constructor(db: Kysely<StoreTables>) {
    this.#db = db;
  }

  async add({ digest, with: signedInWith, createdAt, expiresAt }: StoredSession): Promise<void> {
    const times = { created_at: createdAt, expires_at: expiresAt };
    const row = { digest, ...columnsOf(signedInWith), ...times };
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
    const signedInWith = signedInWithOf(row);
    if (signedInWith === null) return null;
    return { digest, with: signedInWith, createdAt: row.created_at, expiresAt: row.expires_at };
  }

  async end(digest: string): Promise<void> {
    await this.#db.deleteFrom("page_sessions").where("digest", "=", digest).execute();
  }

  async endAllOf(accountId: number): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom("page_sessions")
      .where("account_id", "=", accountId)
      .executeTakeFirst();
    return Number(numDeletedRows);
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

type SignInColumns = Pick<PageSessionsTable, "token_id" | "proof" | "account_id" | "login">;

const NONE: SignInColumns = { token_id: null, proof: null, account_id: null, login: null };

function columnsOf(signedInWith: SignedInWith): SignInColumns {
  switch (signedInWith.kind) {
    case "token":
      return { ...NONE, token_id: signedInWith.tokenId };
    case "settingsToken":
      return { ...NONE, proof: signedInWith.proof };
    case "account":
      return { ...NONE, account_id: signedInWith.account.id, login: signedInWith.account.login };
  }
}

/** null: a row that no version writes. */
function signedInWithOf({ token_id: tokenId, proof, account_id: id, login }: SignInColumns) {
  if (tokenId !== null) return { kind: "token", tokenId } as const;
  if (proof !== null) return { kind: "settingsToken", proof } as const;
  return id === null || login === null ? null : ({ kind: "account", account: { id, login } } as const);
}
