/** The inputs that give impacted targets, of which a step may use one. */
import { InputError } from "./input-error.js";
import type { InputReader } from "./input-reader.js";
import type { InputName } from "./inputs.js";

export const TARGET_INPUTS = [
  "impacted-targets",
  "impacted-targets-file",
  "impacted-targets-from",
] as const satisfies readonly InputName[];

/** Throws when two inputs give targets, or would. */
export function checkOneSource(inputs: InputReader): void {
  const [first, second] = TARGET_INPUTS.filter((name) => inputs.isGiven(name));
  if (first !== undefined && second !== undefined) {
    throw new InputError(first, `cannot be given together with ${second}; choose one of the two.`);
  }
}
