/** Sessions and notes of the web pages in memory. */
import type {
  PageSessionStore,
  PauseNote,
  StoredSession,
} from "../../src/service/ports/page-session-store.js";

export function createMemoryPageSessionStore(): PageSessionStore & {
  readonly sessions: Map<string, StoredSession>;
} {
  const sessions = new Map<string, StoredSession>();
  const notes = new Map<string, PauseNote>();
  return {
    sessions,
    async add(session) {
      sessions.set(session.digest, session);
      return Promise.resolve();
    },
    async find(digest, now) {
      const session = sessions.get(digest);
      return Promise.resolve(session !== undefined && session.expiresAt > now ? session : null);
    },
    async end(digest) {
      sessions.delete(digest);
      return Promise.resolve();
    },
    async endAllOf(accountId) {
      const before = sessions.size;
      for (const [digest, { with: by }] of sessions)
        if (by.kind === "account" && by.account.id === accountId) sessions.delete(digest);
      return Promise.resolve(before - sessions.size);
    },
    async forget(now) {
      const before = sessions.size;
      for (const [digest, { expiresAt }] of sessions) if (expiresAt <= now) sessions.delete(digest);
      return Promise.resolve(before - sessions.size);
    },
    async notePause(queue, note) {
      notes.set(queue, note);
      return Promise.resolve();
    },
    async pauseNote(queue) {
      return Promise.resolve(notes.get(queue) ?? null);
    },
  };
}
