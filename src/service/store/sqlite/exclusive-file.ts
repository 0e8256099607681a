/**
 * A file that one process at a time holds. The lock is a write transaction on a small SQLite database: the operating
 * system releases it when the process ends, however it ends. Process ids are for the message only, because two
 * containers may both have process 1.
 */
import { hostname } from "node:os";
import { DatabaseSync } from "node:sqlite";
import { primaryCode } from "./node-sqlite-dialect.js";

const BUSY = 5;

export type ExclusiveFile =
  /** Releasing twice is harmless. */
  | { readonly kind: "held"; readonly release: () => void }
  /** `holder` names the process that holds it, for people. */
  | { readonly kind: "taken"; readonly holder: string; readonly cause: unknown };

/** Blocks the thread for up to `timeoutMs`. Throws SQLite's error where the file cannot be opened or written. */
export function holdFile(path: string, timeoutMs: number): ExclusiveFile {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: timeoutMs });
    const held = database;
    lock(held);
    return {
      kind: "held",
      release: () => {
        if (held.isOpen) held.close();
      },
    };
  } catch (error) {
    const isTaken = primaryCode(error) === BUSY;
    const holder = isTaken ? holderIn(database) : null;
    database?.close();
    if (!isTaken) throw error;
    return { kind: "taken", holder: holder ?? "another process", cause: error };
  }
}

/** The name of the holder is committed before the transaction that is the lock, so that others can read it. */
function lock(database: DatabaseSync): void {
  const started = new Date(performance.timeOrigin).toISOString();
  const holder = `process ${process.pid} on ${hostname()}, started ${started}`;
  for (;;) {
    database.exec("begin immediate");
    database.exec("create table if not exists holder (sentence text not null)");
    if (holderIn(database) === holder) return;
    database.exec("delete from holder");
    database.prepare("insert into holder values (?)").run(holder);
    database.exec("commit");
  }
}

function holderIn(database: DatabaseSync | undefined): string | null {
  try {
    const sentence = database?.prepare("select sentence from holder").get()?.["sentence"];
    return typeof sentence === "string" ? sentence : null;
  } catch {
    // Another process is writing its name at this moment.
    return null;
  }
}
