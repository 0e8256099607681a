/** The README's walk-through, line by line, and the calls by curl of the reference; only the port and the repository's place differ. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect } from "@jest/globals";
import type { CommitId } from "../../src/domain/ids.js";
import { GitRepository } from "../support/git-repository.js";
import { itIfThere } from "../support/if-there.js";
import { freePort } from "../support/serve-process.js";
import { shellBlocks } from "../support/shell-blocks.js";
import { ROOT } from "../support/source-files.js";

const HEADING = "## Run the service on your own repository";
const TIMEOUT_MS = 120_000;
const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 50;

let folder = "";
let repository: GitRepository;
let service: ChildProcess | undefined;
let said = "";

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "merge-queue-readme-"));
  repository = await GitRepository.create();
  mkdirSync(join(folder, "bin"));
  const program = `#!/bin/bash\nexec '${process.execPath}' '${join(ROOT, "bin/merge-queue.js")}' "$@"\n`;
  writeFileSync(join(folder, "bin/merge-queue"), program, { mode: 0o755 });
});

afterEach(async () => {
  signalGroup("SIGKILL");
  await repository.remove();
  rmSync(folder, { recursive: true, force: true });
});

describe("the README's walk-through", () => {
  itIfThere(
    ["curl", "openssl", "bash", "npm"],
    "lands a pull request on one's own repository",
    async () => {
      const change = await aRepositoryOfShop();
      const port = await freePort();
      const placed = (block: string) =>
        block
          .replaceAll("127.0.0.1:8080", `127.0.0.1:${port}`)
          .replaceAll("/srv/git/shop.git", repository.folder);
      // The setup on GitHub waits for a person; the suite of that command runs it.
      const blocks = shellBlocks("README.md", HEADING).filter((block) => !block.includes("github setup"));
      const [serve = "", ...others] = blocks.map(placed);
      expect([serve.endsWith("\nnpm run serve\n"), others.length > 0]).toEqual([true, true]);
      const served = start(serve, {
        MERGE_QUEUE_LISTEN: `127.0.0.1:${port}`,
        MERGE_QUEUE_DATA: join(folder, "data"),
      });
      await until("it serves", async () =>
        Promise.resolve(said.includes(`serves http://127.0.0.1:${port}/v1`)),
      );

      const clone = join(folder, "clone");
      mkdirSync(clone);
      shell(`git clone --quiet ${repository.folder} . && git checkout --quiet ${change}`, clone);
      const printed = others.map((block) => shell(block, clone)).join("");
      expect(printed).toMatch(/^#1 is MERGED after /m);
      const [landed, submitted] = [`main^{tree}`, `${change}^{tree}`];
      expect(await repository.git("rev-parse", landed)).toBe(await repository.git("rev-parse", submitted));

      const [byCurl = ""] = shellBlocks("docs/reference/cli.md", "## Without the command").map(placed);
      const answer = shell(byCurl, clone);
      expect(answer).toContain('"state":"MERGED"');
      expect(answer).not.toContain('"error"');
      // Ctrl-C reaches every process of the terminal.
      signalGroup("SIGINT");
      await served;
      expect(said).toContain("merge-queue stops on SIGINT");
    },
    TIMEOUT_MS,
  );
});

/** Its tests are what the README names, and pass. Gives back a change that nobody has pushed as a pull request. */
async function aRepositoryOfShop(): Promise<CommitId> {
  const shop = { name: "shop", version: "1.0.0", scripts: { test: "test -e change.txt" } };
  const lock = { name: "shop", version: "1.0.0", lockfileVersion: 3, requires: true, packages: { "": shop } };
  const files = { "package.json": JSON.stringify(shop), "package-lock.json": JSON.stringify(lock) };
  const base = await repository.commit({ files, refs: ["refs/heads/main"] });
  return repository.commit({ parents: [base], files: { "change.txt": "1" }, refs: ["refs/heads/change"] });
}

function environment(): Readonly<Record<string, string>> {
  return { PATH: `${join(folder, "bin")}${delimiter}${process.env["PATH"] ?? ""}`, HOME: folder };
}

/** In a terminal of its own; resolves when the block has ended. */
async function start(block: string, more: Readonly<Record<string, string>>): Promise<void> {
  said = "";
  const child = spawn("bash", ["-euo", "pipefail", "-c", block], {
    cwd: ROOT,
    env: { ...environment(), ...more },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  service = child;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  return new Promise((resolve) => child.on("close", () => resolve()));
}

function shell(block: string, cwd: string): string {
  const run = spawnSync("bash", ["-euo", "pipefail", "-c", block], {
    cwd,
    env: { ...environment(), GIT_CONFIG_NOSYSTEM: "1" },
    encoding: "utf8",
    timeout: PATIENCE_MS,
  });
  expect({ status: run.status, said: run.status === 0 ? "" : run.stderr }).toEqual({ status: 0, said: "" });
  return run.stdout;
}

function signalGroup(signal: NodeJS.Signals): void {
  if (service?.pid === undefined || service.exitCode !== null || service.signalCode !== null) return;
  process.kill(-service.pid, signal);
}

async function until(what: string, look: () => Promise<boolean>): Promise<void> {
  const givenUpAt = Date.now() + PATIENCE_MS;
  while (!(await look())) {
    if (Date.now() > givenUpAt)
      throw new Error(`it did not come about in ${PATIENCE_MS} ms that ${what}: ${said}`);
    await pause(LOOK_EVERY_MS);
  }
}
