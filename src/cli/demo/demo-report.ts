/** The report at the end of a demo: the branch, one step's summary, and each pull request with the queue's reason. */
import { failureInWords, outputOf } from "../../client/failure-words.js";
import { plainText } from "../plain-text.js";
import type { DemoOutcome } from "./demo.js";
import { git } from "./demo-git.js";
import type { Scenario } from "./queue-reader.js";

export async function report(scenario: Scenario, outcome: DemoOutcome): Promise<string> {
  const graph = await git(
    scenario.repository,
    "log",
    "--graph",
    "--max-count=20",
    "--format=%h %s",
    `refs/heads/${scenario.targetBranch}`,
  );
  // The summary of a pull request that did not land is the most informative.
  const told = outcome.rows.findIndex(({ state }) => state !== "MERGED");
  const shown = outcome.rows[Math.max(told, 0)];
  const summary = outcome.steps[Math.max(told, 0)]?.summary ?? "";
  return [
    "",
    heading("The target branch (git log --graph)"),
    lines(graph),
    "",
    heading(`The job summary of the step of #${shown?.number ?? 0}`),
    lines(summary.trimEnd()),
    "",
    heading("Every pull request, with the queue's reason"),
    ...outcome.rows.map(
      ({ number, state, title, reason }) =>
        `  #${number} ${state.padEnd(10)} ${plainText(title)}\n       ${plainText(reason)}`,
    ),
    "",
    ...failures(outcome),
    verdict(scenario, outcome),
    "",
    ...nextSteps(scenario),
    "",
  ].join("\n");
}

const MOST_LINES = 20;

/** The output of the last failed test run of each pull request. */
function failures({ rows, failures: all }: DemoOutcome): readonly string[] {
  const lines = rows.flatMap(({ number }, index) => {
    const last = all[index]?.at(-1);
    if (last === undefined) return [];
    const output = outputOf(last, MOST_LINES).map((line) => `       | ${plainText(line)}`);
    return [`  #${number} ${plainText(failureInWords(last))}`, ...output];
  });
  return lines.length === 0 ? [] : [heading("The output of the failed tests"), ...lines, ""];
}

/** Only the demo's own shop has pull requests of which it is known which are right. */
function verdict({ landing }: Scenario, { problems, landed, rows }: DemoOutcome): string {
  if (problems.length > 0) return ["Problems:", ...problems.map((problem) => `  - ${problem}`)].join("\n");
  if (landing !== null) return "Exactly the right pull requests landed.";
  return `${landed.length} of ${rows.length} pull requests landed. Your repository is unchanged: this was a copy.`;
}

function nextSteps({ landing }: Scenario): readonly string[] {
  return [
    "What to do next:",
    ...(landing === null
      ? []
      : [
          "  - Run it on a copy of your repository: merge-queue demo --repo . --test 'npm test' --pr BRANCH…",
        ]),
    "  - Keep the service running, to call it: merge-queue demo --keep",
    "  - Serve your repository: docs/tutorials/first-merge-queue.md, or on GitHub docs/how-to/github-app.md",
  ];
}

function heading(text: string): string {
  return `── ${text}`;
}

/** Indents the text and removes terminal control characters. */
function lines(text: string): string {
  return text
    .split("\n")
    .map((line) => `  ${line.replace(/[\p{Cc}\p{Cf}]/gu, "")}`)
    .join("\n");
}
