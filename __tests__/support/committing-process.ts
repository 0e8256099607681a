/** Starts `commit-until-killed.ts` or another such program, listens to what it acknowledges, and kills it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface, type Interface } from "node:readline";
import { fileURLToPath } from "node:url";

interface Surroundings {
  /** Arguments after the path of the store. */
  readonly words?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

export class CommittingProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly #lines: Interface;
  /** -1: none yet. */
  #acknowledged = -1;

  constructor(
    storePath: string,
    program = new URL("commit-until-killed.ts", import.meta.url),
    surroundings: Surroundings = {},
  ) {
    const { words = [], environment = {} } = surroundings;
    const hook = new URL("typescript-imports.mjs", import.meta.url).href;
    const file = fileURLToPath(program);
    const child = spawn(process.execPath, ["--import", hook, file, storePath, ...words], {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, ...environment },
    });
    this.#child = child;
    this.#ended = once(child, "close");
    this.#lines = createInterface({ input: child.stdout });
    this.#lines.on("line", (line) => {
      this.#acknowledged = Number(line);
    });
  }

  get id(): number | undefined {
    return this.#child.pid;
  }

  /** Waits until `count` more versions were acknowledged; fails when the process ends before. */
  async acknowledge(count: number): Promise<void> {
    for (let seen = 0; seen < count; seen += 1) {
      const next = await Promise.race([once(this.#lines, "line"), this.#ended.then(() => null)]);
      if (next === null) throw new Error("the committing process ended by itself");
    }
  }

  /** Kills the process as a crash would, and gives the last version that it acknowledged. Repeating is harmless. */
  async kill(): Promise<number> {
    this.#child.kill("SIGKILL");
    await this.#ended;
    return this.#acknowledged;
  }
}
