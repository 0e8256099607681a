/**
 * Finds where things stand in a list that mostly come in the order in which they stand there, from one place on: -1 for
 * what is not there.
 */
export function inOrder<Thing>(things: readonly Thing[], first = 0): (thing: Thing) => number {
  let next = first;
  return (thing) => {
    const at = things[next] === thing ? next : things.indexOf(thing);
    if (at !== -1) next = at + 1;
    return at;
  };
}
