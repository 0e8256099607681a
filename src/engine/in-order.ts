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
  return (key) => {
    const at = keys[next] === key ? next : keys.indexOf(key);
    if (at === -1) return undefined;
    next = at + 1;
    return values[at];
  };
}
