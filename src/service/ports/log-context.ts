/**
 * What a piece of work is about, for every log line written while it goes on, however deep. Work that begins others'
 * work says so, or their lines would bear its name.
 */
import { AsyncLocalStorage } from "node:async_hooks";

type LogFields = Readonly<Record<string, unknown>>;

const storage = new AsyncLocalStorage<Record<string, unknown>>();

/** Adds to what is known already. */
export function withLogFields<Result>(fields: LogFields, work: () => Result): Result {
  return storage.run({ ...storage.getStore(), ...fields }, work);
}

/** For work that is not part of what began it: nothing of before is known. */
export function withOnlyLogFields<Result>(fields: LogFields, work: () => Result): Result {
  return storage.run({ ...fields }, work);
}

/** For what turns out in the middle of the work: adds to what is known of it, from here to its end. */
export function addLogFields(fields: LogFields): void {
  Object.assign(storage.getStore() ?? {}, fields);
}

export function logFields(): LogFields {
  return storage.getStore() ?? {};
}
