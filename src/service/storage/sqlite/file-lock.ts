/**
 * One process serves a store file at a time. The lock is a write transaction held open on a small database beside it:
 * the operating system ends it with the process, however the process dies, and the store itself stays readable.
 */
import { hostname } from "node:os";
import { DatabaseSync } from "node:sqlite";
import { StoreError } from "../../ports/world-error.js";
import { primaryCode, sqliteFailure } from "./sqlite-failure.js";

const BUSY = 5;
/** Two starting processes look at the lock for moments only; the one that has it keeps it. */
const TIMEOUT_MS = 500;

/** Gives back how to release the lock; releasing twice is harmless. */
export function lockFile(path: string): () => void {
  const lockPath = `${path}.lock`;
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(lockPath, { timeout: TIMEOUT_MS });
    // Written and committed first, so that whoever finds the lock taken can read who has it.
    database.exec("begin immediate");
    database.exec("create table if not exists holder (sentence text not null)");
    database.exec("delete from holder");
    database.prepare("insert into holder values (?)").run(`process ${process.pid} on ${hostname()}`);
    database.exec("commit");
    database.exec("begin immediate");
    const held = database;
    return () => {
      if (held.isOpen) held.close();
    };
  } catch (error) {
    const failure =
      primaryCode(error) === BUSY ? taken(path, holderOf(database), error) : sqliteFailure(error, lockPath);
    database?.close();
    throw failure;
  }
}

function taken(path: string, holder: string, cause: unknown): StoreError {
  return new StoreError(
    `the store ${path} is already served by ${holder}: stop that process first, or give this one a store of its own`,
    true,
    { cause },
  );
}

function holderOf(database: DatabaseSync | undefined): string {
  try {
    const row = database?.prepare("select sentence from holder").get();
    if (typeof row?.["sentence"] === "string") return row["sentence"];
  } catch {
    // The holder is writing its name at this very moment.
  }
  return "another process";
}
