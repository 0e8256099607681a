/**
 * Looks values up by key. Fast if most look-ups come in the order of `keys`, from index `first` on.
 */
export function lookUpInOrder<Key, Value>(
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

/** Up to this many linear searches are cheaper than building a map. */
const MAX_SEARCHES = 8;
