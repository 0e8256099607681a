/**
 * Finds what stands at the place of each key, where the keys asked for mostly come in the order in which they stand
 * there, from one place on.
 */
export function inOrder<Key, Value>(
  keys: readonly Key[],
  values: readonly Value[],
  first = 0,
): (key: Key) => Value | undefined {
  let next = first;
  let searches = 0;
  let places: ReadonlyMap<Key, number> | undefined;
  const found = (key: Key): number | undefined => {
    searches += 1;
    if (searches <= MAX_SEARCHES) return keys.indexOf(key);
    places ??= new Map(keys.map((one, at) => [one, at]));
    return places.get(key);
  };
  return (key) => {
    const at = keys[next] === key ? next : (found(key) ?? -1);
    if (at === -1) return undefined;
    next = at + 1;
    return values[at];
  };
}

/** So many times a look through all keys is cheaper than a map of them. */
const MAX_SEARCHES = 8;
