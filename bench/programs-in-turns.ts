/** Programs as processes, started in turns: elapsed time, and the largest memory of the process or of one it started. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Program {
  readonly command: string;
  readonly words: readonly string[];
  readonly folder: string;
  /** Not measured; prepares one run. */
  readonly before?: () => void;
}

export type Programs = Readonly<Record<string, Program>>;

export interface Run {
  readonly ms: number;
  readonly mb: number;
}

export interface Runs {
  /** By program. */
  readonly medians: ReadonlyMap<string, Run>;
  /** What each program printed last. */
  readonly printed: ReadonlyMap<string, string>;
}

const SETTINGS = {
  TURBO_TELEMETRY_DISABLED: "1",
  DO_NOT_TRACK: "1",
  NO_COLOR: "1",
  // Else pnpm asks the registry about itself, because Turborepo needs the manifest to name it.
  pnpm_config_pm_on_fail: "ignore",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
};

/** What else the machine does falls on all programs of a round. The first round fills caches, and the order alternates. */
export async function inTurns(programs: Programs, rounds: number, folder: string): Promise<Runs> {
  const runs = new Map<string, Run[]>(Object.keys(programs).map((name) => [name, []]));
  const printed = new Map<string, string>();
  for (let round = 0; round <= rounds; round += 1) {
    const order = Object.entries(programs);
    for (const [name, program] of round % 2 === 0 ? order : order.reverse()) {
      const { output, ...run } = await runOnce(program, folder);
      printed.set(name, output);
      if (round > 0) runs.get(name)?.push(run);
    }
  }
  const medians = new Map(
    [...runs].map(([name, all]) => [name, { ms: median(all, "ms"), mb: median(all, "mb") }]),
  );
  return { medians, printed };
}

async function runOnce(program: Program, folder: string): Promise<Run & { readonly output: string }> {
  const { command, words, folder: cwd, before } = program;
  before?.();
  const [printed, measured] = [join(folder, "printed"), join(folder, "measured")];
  const output = openSync(printed, "w");
  const { CI: _, ...environment } = process.env;
  const startedAt = performance.now();
  // Not synchronous: a server in this process may have to answer.
  const child = spawn("/usr/bin/time", ["-f", "%M", "-o", measured, command, ...words], {
    cwd,
    env: { ...environment, ...SETTINGS },
    stdio: ["ignore", output, "pipe"],
  });
  let complaints = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    complaints += text;
  });
  const [status] = (await once(child, "close")) as [number | null];
  const ms = performance.now() - startedAt;
  closeSync(output);
  const text = readFileSync(printed, "utf8");
  if (status !== 0)
    throw new Error(
      `${command} ${words.join(" ")} ended with ${status}: ${complaints} ${text.slice(0, 500)}`,
    );
  return { ms, mb: Number(readFileSync(measured, "utf8")) / 1024, output: text };
}

function median(runs: readonly Run[], of: keyof Run): number {
  return (
    runs.map((run) => run[of]).sort((one, other) => one - other)[Math.floor(runs.length / 2)] ?? Number.NaN
  );
}

export interface Bars {
  readonly time: number;
  readonly memory?: number;
}

/** `ours` beside the fastest of the others; `floor` and `node` are no rivals, but what no program like ours goes below. */
export function show(title: string, { medians }: Runs, bars: Bars): void {
  const nothing = { ms: Number.NaN, mb: Number.NaN };
  const ours = medians.get("ours") ?? nothing;
  const rivals = [...medians].filter(([name]) => !["ours", "floor", "node"].includes(name));
  const [, fastest = nothing] = rivals.sort(([, one], [, other]) => one.ms - other.ms)[0] ?? [];
  const time = `${(ours.ms / fastest.ms).toFixed(2)} × the time of the fastest other (at most ${bars.time})`;
  const memory =
    bars.memory === undefined
      ? ""
      : `, ${(ours.mb / fastest.mb).toFixed(2)} × its memory (at most ${bars.memory})`;
  console.log(`${title}: ${time}${memory}`);
  for (const [name, { ms, mb }] of medians) {
    console.log(`  ${name}: ${ms.toFixed(0)} ms (${(ms / fastest.ms).toFixed(2)} ×), ${mb.toFixed(0)} MB`);
  }
}
