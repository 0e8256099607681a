/** How a queue is found by its name. Names are hostile until the door has checked them, and a store opens no door. */
import { type QueueName, queueKey } from "../../../domain/queue-name.js";

/** U+0001 begins what is written as JSON; as Postgres stores no U+0000, and halves of pairs are no UTF-8. */
const ESCAPE = "\u0001";
const NOT_AS_IT_IS = /[\0\u0001]/;

/** Requests that repeat ask with the same name. */
const keys = new WeakMap<QueueName, string>();

/** One text per key, which every database gives back as it was. */
export function storedKey(name: QueueName): string {
  const known = keys.get(name);
  if (known !== undefined) return known;
  const key = asStored(queueKey(name));
  keys.set(name, key);
  return key;
}

/** Whether a stored key may be that of a queue in the repository; what is written as JSON has to be looked at. */
export function mayBeIn(repositoryKey: string, key: string): boolean {
  return key.startsWith(`${repositoryKey}:`) || key.startsWith(ESCAPE);
}

function asStored(key: string): string {
  return NOT_AS_IT_IS.test(key) || !key.isWellFormed() ? `${ESCAPE}${JSON.stringify(key)}` : key;
}
