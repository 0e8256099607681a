/**
 * What the web pages store: their sessions, as hashes only, and why a person paused a queue. Implementations pass
 * `__tests__/contract/page-session-store.ts`.
 */
import type { QueueId } from "../../domain/ids.js";
import type { Account } from "./account-host.js";
import type { Version } from "./queue-store.js";

/** What a person signed in with. */
export type SignedInWith =
  /** The public id of the token. */
  | { readonly kind: "token"; readonly tokenId: string }
  /** The token of the settings: its HMAC under the session's secret, so that another token ends the session. */
  | { readonly kind: "settingsToken"; readonly proof: string }
  | { readonly kind: "account"; readonly account: Account };

export interface StoredSession {
  /** SHA-256 of the session's secret, which only the browser has. */
  readonly digest: string;
  readonly with: SignedInWith;
  /** Both are milliseconds since 1970. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

export interface PauseNote {
  /** The queue's version when it was paused. */
  readonly version: Version;
  readonly at: number;
  /** The name of the token, or the login. */
  readonly by: string;
  /** Untrusted text. */
  readonly reason: string;
}

export interface PageSessionStore {
  add(session: StoredSession): Promise<void>;
  /** null: unknown, ended, or expired at `now`. */
  find(digest: string, now: number): Promise<StoredSession | null>;
  /** Repeating is harmless. */
  end(digest: string): Promise<void>;
  /** Ends every session of an account of the code host. Returns how many. */
  endAllOf(accountId: number): Promise<number>;
  /** Removes sessions that have expired by then. Returns how many. */
  forget(now: number): Promise<number>;
  /** Replaces the note of the queue's earlier pause. */
  notePause(queue: QueueId, note: PauseNote): Promise<void>;
  /** null: it was never paused on a page. */
  pauseNote(queue: QueueId): Promise<PauseNote | null>;
}
