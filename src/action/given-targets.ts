/** Impacted targets as a step has them: by name, and as what it sends. */
import type { TargetsBody } from "../client/targets-body.js";
import type { ComputedTargets } from "../targets/compute-targets.js";
import type { AllCause } from "../targets/source.js";

export type NamedTargets =
  | { readonly kind: "all"; readonly cause: AllCause }
  | { readonly kind: "names"; readonly names: Iterable<string> };

export interface GivenTargets {
  readonly body: TargetsBody;
  /** The first few names, for people. */
  readonly sample: readonly string[];
  /** Why everything counts as impacted; empty when it does not. */
  readonly reason: string;
  readonly warnings: readonly string[];
  /** Null for a list that somebody else made. */
  readonly computed: ComputedTargets | null;
}
