/** Every command of docs/tutorials/first-merge-queue.md but the installation, with the output that the tutorial shows. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect } from "@jest/globals";
import { itIfThere } from "../support/if-there.js";
import { freePort } from "../support/serve-process.js";
import { ROOT } from "../support/source-files.js";
import { isAtLeast } from "../support/test-size.js";

const TUTORIAL = "docs/tutorials/first-merge-queue.md";
const FOLDER_THERE = "/tmp/first-merge-queue";
const ADDRESS_THERE = "127.0.0.1:8080";
const INSTALLATION = "npm ci && npm run build:lib\n";
const TIMEOUT_MS = 120_000;
const PATIENCE_MS = 30_000;
const LOOK_EVERY_MS = 50;

/** A line that only looks: a reader repeats it until it shows what the tutorial shows. */
const LOOK = /^(head |grep |git -C shop\.git log |merge-queue get-queue )/;

interface Step {
  readonly commands: string;
  /** null: the tutorial shows no output. */
  readonly shown: string | null;
}

let folder = "";
let terminal: Terminal;
let port = 0;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "merge-queue-tutorial-"));
  port = await freePort();
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const program = `#!/bin/bash\nexec '${process.execPath}' '${join(ROOT, "bin/merge-queue.js")}' "$@"\n`;
  writeFileSync(join(bin, "merge-queue"), program, { mode: 0o755 });
  terminal = new Terminal(folder, {
    PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}`,
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: "1",
    MERGE_QUEUE_LISTEN: `127.0.0.1:${port}`,
  });
});

afterEach(async () => {
  await terminal.close();
  rmSync(folder, { recursive: true, force: true });
});

(isAtLeast("share") ? describe : describe.skip)("the tutorial", () => {
  itIfThere(
    ["bash", "git", "openssl"],
    "prints what it shows, from an empty folder to three landed pull requests",
    async () => {
      const [installation, ...steps] = stepsOfTheTutorial();
      expect(installation?.commands.startsWith(INSTALLATION)).toBe(true);
      expect(steps.filter(({ shown }) => shown !== null).length).toBeGreaterThan(8);
      const transcript = { shown: "", printed: "" };
      for (const { commands, shown } of steps) {
        const printed = await printedBy(commands, transcript, shown);
        transcript.shown += shown ?? "";
        transcript.printed += printed;
        expect({ commands, output: comparable(transcript.printed) }).toEqual({
          commands,
          output: comparable(transcript.shown),
        });
      }
    },
    TIMEOUT_MS,
  );
});

/** A step that only looks is repeated until it prints what is shown. */
async function printedBy(
  commands: string,
  before: { readonly shown: string; readonly printed: string },
  shown: string | null,
): Promise<string> {
  const onlyLooks = commands
    .trimEnd()
    .split("\n")
    .every((line) => LOOK.test(line));
  const givenUpAt = Date.now() + PATIENCE_MS;
  for (;;) {
    // A look may come before the service has created its file, which is no failure yet.
    const printed = await terminal.run(onlyLooks ? `(\n${commands}) || true\n` : commands);
    if (!onlyLooks || Date.now() > givenUpAt) return printed;
    if (comparable(before.printed + printed) === comparable(before.shown + (shown ?? ""))) return printed;
    await pause(LOOK_EVERY_MS);
  }
}

/** Durations are left out. Commits are numbered by their first mention, so that the same commit has the same number. */
function comparable(transcript: string): string {
  const commits: string[] = [];
  return transcript
    .replaceAll(/\b\d+(\.\d+)? (ms|s|min)\b/g, "a while")
    .replaceAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "an id")
    .replaceAll(/^[0-9a-f]{7} /gm, (commit) => {
      if (!commits.includes(commit)) commits.push(commit);
      return `commit ${commits.indexOf(commit)} `;
    });
}

function stepsOfTheTutorial(): readonly Step[] {
  const text = readFileSync(join(ROOT, TUTORIAL), "utf8")
    .replaceAll(FOLDER_THERE, join(folder, "first-merge-queue"))
    .replaceAll(ADDRESS_THERE, `127.0.0.1:${port}`);
  const blocks = text.matchAll(/^```sh\n(.*?)^```\n(?:\n```text\n(.*?)^```$)?/gms);
  return [...blocks].map(([, commands = "", shown]) => ({ commands, shown: shown ?? null }));
}

/** A terminal with one shell, so that folders, variables and background jobs of a block are there for the next block. */
class Terminal {
  readonly #folder: string;
  readonly #shell: ChildProcess;
  readonly #closed: Promise<unknown>;
  #blocks = 0;
  #output = "";

  /** The folder keeps what the terminal needs for itself; the first block starts in it. */
  constructor(folder: string, environment: Readonly<Record<string, string>>) {
    this.#folder = folder;
    this.#shell = spawn("bash", ["--norc", "-euo", "pipefail"], {
      cwd: folder,
      env: environment,
      stdio: ["pipe", "pipe", "ignore"],
      detached: true,
    });
    this.#closed = once(this.#shell, "close");
    this.#shell.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      this.#output += chunk;
    });
  }

  /** The standard output of a block. Throws when a line of it fails, with what the block printed as errors. */
  async run(block: string): Promise<string> {
    const [script, errors] = [join(this.#folder, "block.sh"), join(this.#folder, "errors")];
    writeFileSync(script, block);
    this.#blocks += 1;
    const end = `[end of block ${this.#blocks}]\n`;
    this.#output = "";
    this.#shell.stdin?.write(`source '${script}' </dev/null 2>'${errors}'; printf '${end.trim()}\\n'\n`);
    while (!this.#output.endsWith(end)) {
      if (this.#shell.exitCode !== null)
        throw new Error(`failed:\n${block}\n${this.#output}${readFileSync(errors, "utf8")}`);
      await Promise.race([once(this.#shell.stdout ?? this.#shell, "data"), this.#closed]);
    }
    return this.#output.slice(0, -end.length);
  }

  /** Ends the shell and everything that it has started. */
  async close(): Promise<void> {
    if (this.#shell.pid === undefined || this.#shell.exitCode !== null) return;
    process.kill(-this.#shell.pid, "SIGKILL");
    await this.#closed;
  }
}
