/** Describes causes for people. The paths and names in them are untrusted: the caller escapes them before display. */
import type { AllCause, Cause } from "./source.js";

/** A clause: `because …`. */
export function causeInWords(cause: Cause): string {
  switch (cause.kind) {
    case "file":
      return `${cause.path} changed`;
    case "dependsOn":
      return `it depends on ${cause.on}`;
    case "deleted":
      return "it is deleted";
    case "newlyUsed":
      return `${cause.by} begins to depend on it`;
    case "imported":
      return `${cause.by} uses it, and no manifest declares that`;
    case "declared":
      return `it is declared to depend on ${cause.on}`;
    case "named":
      return `${cause.by} names it`;
  }
}

export function allCauseInWords({ subject, rule }: AllCause): string {
  return `${subject}: ${rule}`;
}
