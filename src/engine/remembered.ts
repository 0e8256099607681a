/** Remembers what was made of lists that are never changed in place. */

const MOST_REMEMBERED = 8;

/** Of the lists that were asked about last: a map that is weak in each of them would cost far more when they go. */
export function remembered<List extends object, Index>(
  indexOf: (list: List) => Index,
): (list: List) => Index {
  const known: { readonly list: List; readonly index: Index }[] = [];
  return (list) => {
    for (const one of known) if (one.list === list) return one.index;
    const index = indexOf(list);
    if (known.length === MOST_REMEMBERED) known.pop();
    known.unshift({ list, index });
    return index;
  };
}
