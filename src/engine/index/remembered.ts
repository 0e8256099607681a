/** Remembers what was made of lists that are never changed in place. */

const MOST_REMEMBERED = 8;

/** Of the lists that were asked about last: a map that is weak in each of them would cost far more when they go. */
export function remembered<List extends object, Made>(make: (list: List) => Made): (list: List) => Made {
  const known: { readonly list: List; readonly made: Made }[] = [];
  return (list) => {
    for (const one of known) if (one.list === list) return one.made;
    const made = make(list);
    if (known.length === MOST_REMEMBERED) known.pop();
    known.unshift({ list, made });
    return made;
  };
}
