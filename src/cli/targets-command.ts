/** `merge-queue targets`: computes which targets the changes between two revisions impact, and why. */
import type { Command } from "commander";
import type { Finish } from "./exit-codes.js";
import type { Surroundings } from "./surroundings.js";

interface TargetsFlags {
  readonly from: string;
  readonly base: string;
  readonly head: string;
  readonly checkout: string;
  readonly timeout: string;
  readonly json?: boolean;
  readonly explain?: boolean;
}

const HELP = `
Prints one target per line, or ALL, or a JSON array where a name has a line break; set-impacted-targets --file reads all of
them. Nothing in the checkout is changed; what is missing is fetched from its origin into a temporary folder. Where the
two revisions are not merged yet, they are merged there. What cannot be known counts as ALL, and stderr says why.

Sources: auto, or some of workspaces, paths[=file], nx, turbo, pnpm, moon, rush, lerna, bazel, list=file (- is stdin).

Examples:
  merge-queue targets --base origin/main --explain
  merge-queue targets --from workspaces --base origin/main --head my-branch --json
  bazel-diff … | merge-queue targets --from paths,list=- --base origin/main

Exit codes: 0 done, also with ALL; 2 wrong use.`;

export function addTargetsCommand(program: Command, surroundings: Surroundings, finish: Finish): void {
  program
    .command("targets")
    .description("Compute which targets the changes between two revisions impact, and why.")
    .option("--from <sources>", "sources of the targets", "auto")
    .requiredOption("--base <revision>", "the target branch, such as origin/main")
    .option("--head <revision>", "the revision to merge into it", "HEAD")
    .option("--checkout <folder>", "the repository", ".")
    .option("--timeout <duration>", "time limit; when it passes, everything counts as impacted", "5m")
    .option("--explain", "show why each target is impacted")
    .option("--json", "one JSON document on stdout")
    .addHelpText("after", HELP)
    .action(async (flags: TargetsFlags) => {
      const { printTargets } = await import("./targets/print-targets.js");
      finish(
        await printTargets(
          { ...flags, json: flags.json === true, explain: flags.explain === true },
          surroundings,
        ),
      );
    });
}
