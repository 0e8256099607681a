/** The tables of the web pages, and of what the code host calls the repositories. */

/** Who is signed in on the web pages. The secrets of the sessions are nowhere. */
export interface PageSessionsTable {
  /** SHA-256 of the session's secret. */
  readonly digest: string;
  /** Of the token that signed in; null for the token of the settings and for an account. */
  readonly token_id: string | null;
  readonly proof: string | null;
  /** Of an account of the code host; null for a token. */
  readonly account_id: number | null;
  readonly login: string | null;
  readonly created_at: number;
  readonly expires_at: number;
}

/** Why a queue was paused last on a web page. */
export interface PauseNotesTable {
  readonly queue_id: string;
  readonly version: number;
  readonly at: number;
  readonly noted_by: string;
  readonly reason: string;
}

export interface RepositoryNamesTable {
  /** The key of the name in the settings. */
  readonly repository: string;
  /** The code host's id. */
  readonly id: number;
  /** The present name. */
  readonly owner: string;
  readonly name: string;
}
