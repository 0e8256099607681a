/** Which of many rows a commit has to touch: with ten thousand entries waiting, one event changes a few. */

export interface Difference<Value, Key> {
  readonly changed: readonly Value[];
  readonly gone: readonly Key[];
}

/** Values that are the same object are the same; others are when `content` gives the same text for both. */
export function difference<Value extends object, Key>(
  before: readonly Value[],
  after: readonly Value[],
  keyOf: (value: Value) => Key,
  content: (value: Value) => string,
): Difference<Value, Key> {
  const old = new Map(before.map((value) => [keyOf(value), value]));
  const changed: Value[] = [];
  for (const value of after) {
    const key = keyOf(value);
    const earlier = old.get(key);
    old.delete(key);
    if (earlier === value) continue;
    if (earlier === undefined || content(earlier) !== content(value)) changed.push(value);
  }
  return { changed, gone: [...old.keys()] };
}
