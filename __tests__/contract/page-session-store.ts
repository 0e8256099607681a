/** What every store of the web pages' sessions promises. */
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import type { QueueId } from "../../src/domain/ids.js";
import type { PageSessionStore, StoredSession } from "../../src/service/ports/page-session-store.js";

export interface PageSessionStoreWorld {
  readonly sessions: PageSessionStore;
  /** Of a queue that the store has. */
  readonly queue: QueueId;
  close(): Promise<void>;
}

function aSession(digit: string, differences: Partial<StoredSession> = {}): StoredSession {
  const digest = digit.repeat(64);
  const signedInWith = { kind: "token", tokenId: "Ab1Cd2Ef3Gh4" } as const;
  return { digest, with: signedInWith, createdAt: 1000, expiresAt: 2000, ...differences };
}

export function pageSessionStoreContract(open: () => Promise<PageSessionStoreWorld>): void {
  let world: PageSessionStoreWorld;
  let sessions: PageSessionStore;
  beforeEach(async () => {
    world = await open();
    sessions = world.sessions;
  });
  afterEach(() => world.close());

  it("gives back a session until it expires", async () => {
    const all = [
      aSession("1"),
      aSession("2", { with: { kind: "settingsToken", proof: "f".repeat(64) } }),
      aSession("4", { with: { kind: "account", account: { id: 2 ** 40, login: "mona" } } }),
    ] as const;
    for (const session of all) await sessions.add(session);
    for (const session of all) expect(await sessions.find(session.digest, 1999)).toEqual(session);
    const [one] = all;
    expect(await sessions.find(one.digest, 2000)).toBeNull();
    expect(await sessions.find("3".repeat(64), 1999)).toBeNull();
  });

  it("ends one session, also when it has ended", async () => {
    await sessions.add(aSession("1"));
    await sessions.add(aSession("2"));
    await sessions.end("1".repeat(64));
    await sessions.end("1".repeat(64));
    expect(await sessions.find("1".repeat(64), 1000)).toBeNull();
    expect(await sessions.find("2".repeat(64), 1000)).not.toBeNull();
  });

  it("ends all sessions of one account, and counts them", async () => {
    const of = (id: number) => ({ with: { kind: "account", account: { id, login: `user-${id}` } } }) as const;
    await sessions.add(aSession("1"));
    await sessions.add(aSession("2", of(7)));
    await sessions.add(aSession("3", of(7)));
    await sessions.add(aSession("4", of(70)));
    expect(await sessions.endAllOf(7)).toBe(2);
    expect(await sessions.endAllOf(7)).toBe(0);
    const left = await Promise.all(
      ["1", "2", "3", "4"].map(async (digit) => sessions.find(digit.repeat(64), 1000)),
    );
    expect(left.map((session) => session !== null)).toEqual([true, false, false, true]);
  });

  it("forgets what has expired, and counts it", async () => {
    await sessions.add(aSession("1"));
    await sessions.add(aSession("2", { expiresAt: 2001 }));
    expect(await sessions.forget(2000)).toBe(1);
    expect(await sessions.forget(2000)).toBe(0);
    expect(await sessions.find("2".repeat(64), 2000)).not.toBeNull();
  });

  it("keeps the newest note of a pause", async () => {
    const hostile = `'); drop table pause_notes; -- "\n`;
    expect(await sessions.pauseNote(world.queue)).toBeNull();
    await sessions.notePause(world.queue, { version: 3, at: 1_800_000_000_000, by: "mona", reason: "disk" });
    const newest = { version: 9, at: 1_800_000_000_001, by: hostile, reason: hostile };
    await sessions.notePause(world.queue, newest);
    expect(await sessions.pauseNote(world.queue)).toEqual(newest);
  });
}
