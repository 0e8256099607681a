/** The one label that says where a pull request is; labels of others, and the one that submits, are left alone. */
import type { Place } from "./place.js";

export interface LabelWish {
  readonly label: string | null;
  /** Of ours, that may be there. */
  readonly known: readonly string[];
  readonly remember: (known: readonly string[]) => Promise<void>;
}

/** A label that people took away stays away until there is another one to show. */
export async function showLabels(
  place: Place,
  { label, known, remember }: LabelWish,
): Promise<readonly string[]> {
  const { calls, repository, number } = place;
  const wanted = label === null ? [] : [label];
  const isNew = label !== null && !known.includes(label);
  const old = known.filter((name) => name !== label);
  if (isNew) {
    await remember([...known, label]);
    await calls.send(repository, "POST", "/issues/{number}/labels", { number, labels: [label] });
  }
  for (const name of old) {
    await calls.send(repository, "DELETE", "/issues/{number}/labels/{name}", { number, name }, [404]);
  }
  return wanted;
}
