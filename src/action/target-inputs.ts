/** The inputs that give impacted targets, of which a step may use one. */
import { InputError } from "./input-error.js";
import type { InputReader } from "./input-reader.js";
import type { InputName } from "./inputs.js";

export const TARGET_INPUTS = [
  "impacted-targets",
  "impacted-targets-file",
  "impacted-targets-from",
  "impacted-targets-result",
] as const satisfies readonly InputName[];

/** Throws when two inputs give targets, or would; what computes them names the file it writes beside their source. */
export function checkOneSource(inputs: InputReader): void {
  if (inputs.value("operation") === "compute-targets") return;
  const [first, second] = TARGET_INPUTS.filter((name) => inputs.isGiven(name));
  if (first !== undefined && second !== undefined) {
    throw new InputError(first, `cannot be given together with ${second}; choose one of the two.`);
  }
}
