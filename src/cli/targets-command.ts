/** `merge-queue targets`: computes which targets the changes between two revisions impact, and why. */
import type { Command } from "commander";
import type { Finish } from "./exit-codes.js";
import type { Surroundings } from "./surroundings.js";
import { DEFAULTS } from "./targets/plain-question.js";

interface TargetsFlags {
  readonly from: string;
  readonly base?: string;
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

const SUGGEST_HELP = `
Computes the targets of the newest changes along the first parents, counts what makes them ALL, and prints rules for
.github/merge-queue.yml and .github/impacted-targets.yml that would narrow them: each with how many answers it narrows and
what it trusts. Lock files, manifests, and files that configure builds, tests or CI are never covered. Nothing is changed.

Exit codes: 0 done, also without a proposal; 1 interrupted; 2 wrong use.`;

interface SuggestOptions {
  readonly commits: string;
  readonly head: string;
  readonly checkout: string;
  readonly from?: string;
  readonly json?: boolean;
}

export function addTargetsCommand(program: Command, surroundings: Surroundings, finish: Finish): void {
  const targets = program
    .command("targets")
    .description("Compute which targets the changes between two revisions impact, and why.")
    .option("--from <sources>", "sources of the targets", DEFAULTS.from)
    .option("--base <revision>", "the target branch, such as origin/main (required)")
    .option("--head <revision>", "the revision to merge into it", DEFAULTS.head)
    .option("--checkout <folder>", "the repository", DEFAULTS.checkout)
    .option(
      "--timeout <duration>",
      "time limit; when it passes, everything counts as impacted",
      DEFAULTS.timeout,
    )
    .option("--explain", "show why each target is impacted")
    .option("--json", "one JSON document on stdout")
    .addHelpText("after", HELP)
    .action(async (flags: TargetsFlags, command: Command) => {
      const { base } = flags;
      // Not a required option for commander, which would require it for `suggest` too.
      if (base === undefined)
        return command.error("error: required option '--base <revision>' not specified");
      const { printTargets } = await import("./targets/print-targets.js");
      finish(
        await printTargets(
          { ...flags, base, json: flags.json === true, explain: flags.explain === true },
          surroundings,
        ),
      );
    });
  targets
    .command("suggest")
    .description(
      "Show what makes targets ALL in the repository's history, and propose rules that narrow them.",
    )
    .option("--commits <number>", "how many changes to compute", "200")
    .option("--head <revision>", "the newest commit", "HEAD")
    .option("--checkout <folder>", "the repository", ".")
    .option(
      "--from <sources>",
      "workspaces, paths or both. Default: workspaces, and paths if the repository has its mapping",
    )
    .option("--json", "one JSON document on stdout")
    .addHelpText("after", SUGGEST_HELP)
    .action(async (flags: SuggestOptions) => {
      const { printSuggestions } = await import("./targets/suggest/print-suggestions.js");
      const given: SuggestOptions = { ...flags, ...givenTo(targets) };
      finish(await printSuggestions({ from: "", ...given, json: given.json === true }, surroundings));
    });
}

/** Options that both commands have are parsed by the outer one, wherever they stand. */
function givenTo(targets: Command): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(targets.opts()).filter(([name]) => targets.getOptionValueSource(name) === "cli"),
  );
}
