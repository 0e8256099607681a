/** The report at the end of a demo: the branch, one step's summary, and each pull request with the queue's reason. */
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
    outcome.problems.length === 0
      ? "Exactly the right pull requests landed."
      : ["Problems:", ...outcome.problems.map((problem) => `  - ${problem}`)].join("\n"),
    "",
  ].join("\n");
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
