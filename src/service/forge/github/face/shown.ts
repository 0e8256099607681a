/**
 * What was shown last, as it is stored. It is written before something is created and after, so that whoever takes over
 * knows that there may be one of which nobody knows the number. What cannot be read counts as nothing known.
 */
import { isRecord } from "../../../../domain/is-record.js";

/** A comment, a check run or a draft pull request. */
export type Created =
  | { readonly kind: "none" }
  /** Whether it is there has to be looked at. */
  | { readonly kind: "creating" }
  | { readonly kind: "there"; readonly id: number; readonly digest: string }
  /** GitHub would not have it; it is tried again with other contents only. */
  | { readonly kind: "refused"; readonly digest: string };

/** What is shown on a commit, for one stay. */
export interface ShownCheck {
  readonly made: Created;
  readonly by: "checkRun" | "status";
  readonly stay: string;
  readonly headSha: string;
  readonly isCompleted: boolean;
}

export interface ShownLabels {
  /** The one that was put there; null for none. */
  readonly label: string | null;
  /** Others of ours that may be there. */
  readonly others: readonly string[];
}

export interface ShownPullRequest {
  /** Of the face that was shown. */
  readonly moment: string;
  readonly comment: Created;
  readonly check: ShownCheck | null;
  readonly labels: ShownLabels;
  /** The stay after which nothing was left to close; null for none. */
  readonly closed: string | null;
}

export interface ShownTestRun {
  readonly draft: Created;
  /** Its branch. */
  readonly head: string;
  readonly isClosed: boolean;
}

export const NOTHING: Created = { kind: "none" };
const NO_LABELS: ShownLabels = { label: null, others: [] };
const NEVER_SHOWN: ShownPullRequest = {
  moment: "",
  comment: NOTHING,
  check: null,
  labels: NO_LABELS,
  closed: null,
};
const NEVER_OPENED: ShownTestRun = { draft: NOTHING, head: "", isClosed: false };

export function shownPullRequest(json: string): ShownPullRequest {
  const value = parsed(json);
  if (value === null) return NEVER_SHOWN;
  return {
    moment: textIn(value["moment"]) ?? "",
    comment: created(value["comment"]),
    check: check(value["check"]),
    labels: labels(value["labels"]),
    closed: textIn(value["closed"]),
  };
}

export function shownTestRun(json: string): ShownTestRun {
  const value = parsed(json);
  if (value === null) return NEVER_OPENED;
  return {
    draft: created(value["draft"]),
    head: textIn(value["head"]) ?? "",
    isClosed: value["isClosed"] === true,
  };
}

function labels(value: unknown): ShownLabels {
  if (!isRecord(value)) return NO_LABELS;
  const others = value["others"];
  return {
    label: textIn(value["label"]),
    others: Array.isArray(others) ? others.filter((name) => typeof name === "string") : [],
  };
}

function check(value: unknown): ShownCheck | null {
  if (!isRecord(value)) return null;
  const [stay, headSha] = [textIn(value["stay"]), textIn(value["headSha"])];
  if (stay === null || headSha === null) return null;
  return {
    made: created(value["made"]),
    by: value["by"] === "status" ? "status" : "checkRun",
    stay,
    headSha,
    isCompleted: value["isCompleted"] === true,
  };
}

function created(value: unknown): Created {
  if (!isRecord(value)) return NOTHING;
  const { kind, id, digest } = value;
  if (kind === "creating") return { kind };
  if (kind === "there" && typeof id === "number" && typeof digest === "string") return { kind, id, digest };
  if (kind === "refused" && typeof digest === "string") return { kind, digest };
  return NOTHING;
}

function parsed(json: string): Record<string, unknown> | null {
  if (json === "") return null;
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function textIn(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
