/**
 * The combinations of a matrix:
 * https://docs.github.com/en/actions/how-tos/write-workflows/choose-what-workflows-do/run-job-variations
 */
import { isList, membersOf, type Value } from "./evaluate.js";

export type Combination = Readonly<Record<string, Value>>;

export function combinationsOf(matrix: Value): readonly Combination[] {
  const { include, exclude, ...axes } = membersOf(matrix);
  const names = Object.keys(axes);
  const crossed = names.reduce<readonly Combination[]>(
    (found, name) => {
      const values = axes[name] ?? null;
      return found.flatMap((one) =>
        (isList(values) ? values : [values]).map((value) => ({ ...one, [name]: value })),
      );
    },
    names.length === 0 ? [] : [{}],
  );
  const kept = crossed.filter((one) => !listOf(exclude).some((excluded) => fits(excluded, one)));
  const originals = [...kept];
  const further: Combination[] = [];
  for (const added of listOf(include)) {
    // Only combinations of the axes are extended, by what changes none of their own values.
    const own = Object.entries(added).filter(([name]) => names.includes(name));
    const isExtended = (one: Combination) => own.every(([name, value]) => isSame(one[name] ?? null, value));
    if (!originals.some(isExtended)) further.push(added);
    for (const [index, one] of originals.entries())
      if (isExtended(one)) originals[index] = { ...one, ...added };
  }
  return [...originals, ...further];
}

function fits(excluded: Combination, one: Combination): boolean {
  return Object.entries(excluded).every(([name, value]) => isPart(value, one[name] ?? null));
}

/** An excluded object names some members of a value. */
function isPart(wanted: Value, value: Value): boolean {
  const members = Object.entries(membersOf(wanted));
  if (members.length === 0) return isSame(wanted, value);
  return members.every(([name, one]) => isSame(one, membersOf(value)[name] ?? null));
}

function isSame(one: Value, other: Value): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function listOf(value: Value | undefined): readonly Combination[] {
  return value !== undefined && isList(value) ? value.map(membersOf) : [];
}

/** As GitHub names the job of a combination where the file gives it no name. */
export function suffixOf(combination: Combination): string {
  const values = Object.values(combination).filter((value) => typeof value !== "object");
  return values.length === 0 ? "" : ` (${values.join(", ")})`;
}
