/** `merge-queue demo`: runs the whole product on this machine, on a generated repository or on a copy of yours. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import type { OwnRepository } from "./demo/scenarios.js";
import { EXIT, type ExitCode, type Finish } from "./exit-codes.js";
import { plainText } from "./plain-text.js";
import type { Surroundings } from "./surroundings.js";

interface DemoFlags {
  readonly repo?: string;
  readonly test?: string;
  readonly pr?: readonly string[];
  readonly target?: string;
  readonly keep?: boolean;
  readonly watch?: boolean;
}

export function addDemoCommand(program: Command, _surroundings: Surroundings, finish: Finish): void {
  program
    .command("demo")
    .description(
      "Start a service and a git repository in a temporary folder, and land pull requests through them.",
    )
    .option("--repo <path>", "run the demo on a copy of this repository; the original is not modified")
    .option("--test <command>", "shell command that tests a checked-out commit (with --repo)")
    .option("--pr <branch...>", "branches of --repo to submit as pull requests, in this order")
    .option("--target <branch>", "branch to land on (with --repo; default: the branch checked out there)")
    .option("--keep", "leave the service running at the end, and print how to call it")
    .option("--watch", "print the address of the web pages, and keep the small shop busy until Ctrl-C")
    .addHelpText(
      "after",
      "\nExamples:\n  merge-queue demo\n  merge-queue demo --watch\n  merge-queue demo --repo . --test 'npm test' --pr feature-a feature-b",
    )
    .action(async (flags: DemoFlags, command: Command) => finish(await demo(flags, command)));
}

async function demo(flags: DemoFlags, command: Command): Promise<ExitCode> {
  const own = ownRepository(flags, command);
  const [{ howToTalk, howToWatch, playDemo }, scenarios, { report }] = await Promise.all([
    import("./demo/demo.js"),
    import("./demo/scenarios.js"),
    import("./demo/demo-report.js"),
  ]);
  const { ownRepositoryScenario, shopScenario, UnusableRepository } = scenarios;
  const folder = await mkdtemp(join(tmpdir(), "merge-queue-demo-"));
  const interrupt = new AbortController();
  const interrupted = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => {
        interrupt.abort();
        resolve();
      });
    }
  });
  try {
    const scenario = own === null ? await shopScenario(folder) : await ownRepositoryScenario(folder, own);
    const outcome = await playDemo(scenario, {
      ...{ folder, screen: process.stdout, signal: interrupt.signal },
      ...(flags.watch === true && {
        onService: (service) => process.stdout.write(`${howToWatch(service)}\n`),
      }),
    });
    try {
      process.stdout.write(await report(scenario, outcome));
      if (flags.watch === true) {
        const { keepBusy } = await import("./demo/keep-busy.js");
        process.stdout.write(`\n${howToWatch(outcome.service)}\n`);
        await keepBusy(scenario, outcome.service, { folder, signal: interrupt.signal });
      } else if (flags.keep === true) {
        process.stdout.write(`\n${howToTalk(outcome.service, scenario)}\n`);
        await interrupted;
      }
    } finally {
      await outcome.service.stop();
    }
    return outcome.problems.length === 0 ? EXIT.done : EXIT.refused;
  } catch (error) {
    const { errorText } = await import("../domain/thrown.js");
    const why = interrupt.signal.aborted ? "interrupted" : errorText(error);
    process.stderr.write(`merge-queue demo: ${plainText(why)}\n`);
    return error instanceof UnusableRepository ? EXIT.wrongUse : EXIT.refused;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function ownRepository({ repo, test, pr, target, watch }: DemoFlags, command: Command): OwnRepository | null {
  if (repo !== undefined && watch === true)
    command.error("error: --watch needs the small shop, without --repo");
  if (repo === undefined) {
    const stray = [test && "--test", pr && "--pr", target && "--target"].find((flag) => flag !== undefined);
    return stray === undefined ? null : command.error(`error: ${stray} requires --repo PATH`);
  }
  if (test === undefined)
    command.error("error: --repo needs --test 'COMMAND', the command that decides which commits may land");
  if (pr === undefined) command.error("error: --repo needs --pr BRANCH…, the branches to submit");
  return { path: repo, testCommand: test, branches: pr, targetBranch: target };
}
