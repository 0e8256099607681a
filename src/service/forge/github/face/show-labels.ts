/** The one label that says where a pull request is; labels of others, and the one that submits, are left alone. */
import { isStateLabel } from "../../../../domain/state-label.js";
import { textAt } from "./answers.js";
import type { Place } from "./place.js";
import type { ShownLabels } from "./shown.js";

export interface LabelWish {
  readonly label: string | null;
  readonly known: ShownLabels;
  /** Somebody else may have changed them who knew less. */
  readonly isDoubtful: boolean;
  readonly remember: (known: ShownLabels) => Promise<void>;
}

/** A label that people took away stays away until there is another one to show. */
export async function showLabels(place: Place, wish: LabelWish): Promise<ShownLabels> {
  const { label, remember } = wish;
  const known = await certain(place, wish);
  const old = [...new Set([known.label, ...known.others])]
    .filter((name) => name !== null)
    .filter((name) => name !== label);
  const isNew = label !== null && known.label !== label;
  const { calls, repository, number } = place;
  // What is there now is not known before the last answer.
  if (isNew || old.length > 0)
    await remember({ label: null, others: label === null ? old : [...old, label] });
  // First, so that a label that may not be put there leaves none that has come to be wrong.
  for (const name of old) {
    await calls.send(repository, "DELETE", "/issues/{number}/labels/{name}", { number, name }, [404]);
  }
  if (isNew) {
    await calls.send(repository, "POST", "/issues/{number}/labels", { number, labels: [label] });
  }
  return { label, others: [] };
}

async function certain(place: Place, { label, known, isDoubtful }: LabelWish): Promise<ShownLabels> {
  const isNone = label === null && known.label === null && known.others.length === 0;
  if (!isDoubtful || isNone) return known;
  const { calls, repository, number } = place;
  const found = await calls.list(repository, "/issues/{number}/labels", { number });
  const ours = found.map((one) => textAt(one, "name")).filter(isStateLabel);
  const isThere = label !== null && ours.includes(label);
  return { label: isThere ? label : null, others: ours.filter((name) => name !== label) };
}
