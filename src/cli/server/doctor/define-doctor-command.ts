/** Defines the options of `doctor` (those of `serve` and a few more) and shows its findings. */
import type { Command } from "commander";
import { examine } from "../../../service/doctor/examine.js";
import type { Finding, Level } from "../../../service/doctor/finding.js";
import { jsonLine, Screen, withProgress } from "../../client/screen.js";
import { EXIT, type ExitCode, type Finish } from "../../exit-codes.js";
import { plainText } from "../../plain-text.js";
import type { Surroundings } from "../../surroundings.js";
import { programVersion } from "../../version.js";
import { addSettingFlags, type SettingFlags, sourcesOf } from "../serve/setting-flags.js";

const HELP = `
It takes the flags, environment and file of \`serve\`. It asks the database, git and the code host, and the service
if that runs, which it need not. Run it as the user of the service. Nothing is changed, and no secret is shown.

With --try it also pushes a branch to each repository on GitHub, which no CI file matches, and deletes it. If the service
signs commits, GitHub's verdict on the signature of the pushed commit is shown.

Examples:
  merge-queue doctor
  merge-queue doctor --config /etc/merge-queue/queue.yml
  merge-queue doctor --branch main --branch release/7
  merge-queue doctor --try
  merge-queue doctor --json | jq '.findings[] | select(.level == "problem")'

Exit codes: 0 nothing is a problem, 1 something is, 2 wrong use.`;

const DEADLINE_MS = 30_000;

interface DoctorFlags {
  readonly branch?: readonly string[];
  readonly json?: boolean;
  readonly try?: boolean;
}

export function defineDoctorCommand(command: Command, surroundings: Surroundings, finish: Finish): void {
  addSettingFlags(command);
  command
    .option(
      "--branch <name>",
      "another target branch to check, besides those of the queues; repeatable",
      collected,
    )
    .option("--try", "also push a branch to each repository on GitHub, and delete it")
    .option("--json", "one JSON document on stdout")
    .addHelpText("after", HELP)
    .action(async (flags: SettingFlags & DoctorFlags) => finish(await doctor(flags, surroundings)));
}

async function doctor(flags: DoctorFlags & SettingFlags, surroundings: Surroundings): Promise<ExitCode> {
  const { environment, stdout } = surroundings;
  const isJson = flags.json === true;
  const screen = new Screen(surroundings, { command: "doctor", isJson, isQuiet: isJson });
  const findings = await withProgress(screen, async (show) =>
    examine(sourcesOf(flags, environment), {
      version: programVersion(),
      branches: flags.branch ?? [],
      deadlineMs: DEADLINE_MS,
      tries: flags.try === true,
      onProgress: (ready, pending) => {
        if (ready.length > 0) show("");
        if (!isJson) stdout.write(ready.map(findingLine).join(""));
        show(pending.length === 0 ? "" : `checking ${pending.join(", ")}`);
      },
    }),
  );
  const [problems, warnings] = [countOf(findings, "problem"), countOf(findings, "warning")];
  const exitCode = problems === 0 ? EXIT.done : EXIT.refused;
  if (isJson) stdout.write(jsonLine({ command: "doctor", exitCode, problems, warnings, findings }));
  else stdout.write(`${problems} problem(s), ${warnings} warning(s)\n`);
  return exitCode;
}

function countOf(findings: readonly Finding[], level: Level): number {
  return findings.filter((finding) => finding.level === level).length;
}

export function findingLine({ check, level, says, next }: Finding): string {
  const advice = next === null ? "" : ` -> ${next}`;
  return `${level.padEnd(7)}  ${plainText(`${check}: ${says}${advice}`)}\n`;
}

function collected(name: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), name];
}
