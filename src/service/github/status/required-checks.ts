/** The required checks of a test run with their state and link, for the comment and the check run. */
import { assertNever } from "../../../domain/assert-never.js";
import type { Check } from "../../../domain/check.js";
import type { TestRun } from "../../../engine/model/queue.js";
import { code, link, sentence } from "./markdown.js";

/** More would hide the rest of the comment. */
const MOST_NAMED = 20;
const LONGEST_DETAIL = 200;

/** Markdown, one per check, those that failed first; empty before CI knows what decides the run. */
export function requiredChecksOf({ requiredStatuses, checks }: TestRun): readonly string[] {
  const byName = new Map(checks.map((check) => [check.name, check]));
  const states = requiredStatuses.map((name) => ({ name, check: byName.get(name) ?? null }));
  const ordered = states.toSorted((one, other) => urgencyOf(other.check) - urgencyOf(one.check));
  const named = ordered.slice(0, MOST_NAMED).map(({ name, check }) => lineOf(name, check));
  const left = ordered.length - named.length;
  return left === 0 ? named : [...named, `and ${left} more`];
}

/** Whether `requiredChecksOf` shows this check. */
export function isShown({ requiredStatuses }: TestRun, name: string): boolean {
  return requiredStatuses.length <= MOST_NAMED && requiredStatuses.includes(name);
}

function lineOf(name: string, check: Check | null): string {
  const { detail } = check ?? {};
  const why = detail === undefined ? "" : ` (${sentence(detail, LONGEST_DETAIL)})`;
  return `${checkLink({ name, url: check?.url ?? "" })}: ${stateOf(check)}${why}`;
}

function stateOf(check: Check | null): string {
  if (check === null || check.isMissing === true) return "not started";
  const { status, conclusion } = check;
  if (conclusion === null) return status === "in_progress" ? "running" : "waiting";
  switch (conclusion) {
    case "success":
      return "passed";
    case "failure":
      return "failed";
    case "timed_out":
      return "timed out";
    case "startup_failure":
      return "failed to start";
    case "action_required":
      return "needs an action";
    case "neutral":
    case "skipped":
    case "cancelled":
    case "stale":
      return conclusion;
    default:
      return assertNever(conclusion);
  }
}

/** Failures first, then what is open. */
function urgencyOf(check: Check | null): number {
  const conclusion = check?.conclusion ?? null;
  if (conclusion === null) return 1;
  return conclusion === "success" || conclusion === "skipped" || conclusion === "neutral" ? 0 : 2;
}

/** Any CI may report an address. The link shows the host if that is not GitHub, because it is untrusted. */
export function checkLink({ name, url }: Pick<Check, "name" | "url">): string {
  const address = webAddress(url);
  if (address === null) return code(name);
  const host = address.host === "github.com" ? "" : ` (${code(address.host)})`;
  return `${link(code(name), address.href)}${host}`;
}

/** null unless it leads to a web page, without a user name, which could imitate a host. */
function webAddress(url: string): URL | null {
  if (!URL.canParse(url)) return null;
  const address = new URL(url);
  const isWeb = address.protocol === "https:" || address.protocol === "http:";
  return isWeb && address.username === "" && address.password === "" ? address : null;
}
