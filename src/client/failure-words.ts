/** Describes failed test runs for logs and terminals. The texts are untrusted: each host escapes them. */
import type { FailedTestRun } from "./failed-test-runs.js";
import type { TestRunNote } from "./test-run-watch.js";

/** Of earlier attempts, which usually failed in the same way. */
const EARLIER_LINES = 5;

/** Each attempt as a line, followed by the last lines of its output, each after a bar. */
export function failureLines(runs: readonly FailedTestRun[]): readonly string[] {
  return runs.flatMap((run, index) => {
    const most = index === runs.length - 1 ? undefined : EARLIER_LINES;
    return [failureInWords(run), ...outputOf(run, most).map((line) => `| ${line}`)];
  });
}

/** What a wait logs about a test run. */
export function testRunLines(note: TestRunNote): readonly string[] {
  return note.kind === "failed" ? failureLines([note.run]) : [`is tested again in test run ${note.id}`];
}

/** The last lines of the run's failed checks. */
export function outputOf({ checks }: FailedTestRun, most = Number.POSITIVE_INFINITY): readonly string[] {
  return checks.flatMap(({ output }) => output.slice(-most));
}

/** `test run 0c9b… failed (attempt 2): "tests" is FAILURE, output: /srv/0c9b….log on the service's machine`. */
export function failureInWords({ id, attempt, checks }: FailedTestRun): string {
  const parts = checks.map(({ name, result, url }) => {
    const where = outputPlace(url);
    return `\`${name}\` is ${result}${where === "" ? "" : `, output: ${where}`}`;
  });
  const which = attempt === 1 ? "" : ` (attempt ${attempt})`;
  return `test run ${id} failed${which}${parts.length === 0 ? "" : `: ${parts.join("; ")}`}`;
}

/** An address, or for a `file:` address the path and the machine; empty for anything else. */
export function outputPlace(url: string): string {
  if (!URL.canParse(url)) return "";
  const { protocol, hostname, pathname, href } = new URL(url);
  if (protocol === "https:" || protocol === "http:") return href;
  if (protocol !== "file:") return "";
  const machine = hostname === "" ? "the service's machine" : hostname;
  return `${decoded(pathname)} on ${machine}`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
