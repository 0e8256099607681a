/** The environment and output of tests. Tests get none of the service's variables, and no secret. */

import { createWriteStream, type WriteStream } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { delimiter, dirname, join, resolve, sep } from "node:path";
import { finished } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import type { TestRequest } from "../ports/forge.js";
import type { Slot } from "./slots.js";

const DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";

const OWN_PROGRAMS = fileURLToPath(new URL("../../../node_modules/.bin", import.meta.url));

export function testEnvironment(
  request: TestRequest,
  slot: Pick<Slot, "tree" | "home" | "temporary">,
): Readonly<Record<string, string>> {
  return {
    PATH: withoutOwnPrograms(process.env["PATH"] ?? ""),
    LANG: process.env["LANG"] ?? "C.UTF-8",
    HOME: slot.home,
    TMPDIR: slot.temporary,
    CI: "true",
    // The work tree is not a repository; git must not find a repository around the service instead.
    GIT_CEILING_DIRECTORIES: dirname(slot.tree),
    MERGE_QUEUE_TEST_RUN_ID: request.run,
    MERGE_QUEUE_TEST_BRANCH: request.testBranch,
    MERGE_QUEUE_TARGET_BRANCH: request.targetBranch,
    MERGE_QUEUE_COMMIT: request.commit,
    MERGE_QUEUE_PULL_REQUESTS: request.testedPullRequests.join(","),
  };
}

/** `npm run` prepends the service's own programs to PATH; tests must not use them. */
function withoutOwnPrograms(path: string): string {
  const kept = path.split(delimiter).filter((folder) => !isOwn(resolve(folder)));
  return kept.join(delimiter) || DEFAULT_PATH;
}

function isOwn(folder: string): boolean {
  return `${folder}${sep}`.startsWith(`${OWN_PROGRAMS}${sep}`) || folder.endsWith(`${sep}node-gyp-bin`);
}

/** A file with the tests' output, up to a size limit; the file ends with a note when it was exceeded. */
export class OutputFile {
  readonly #stream: WriteStream;
  readonly #limit: number;
  #written = 0;
  #failure: Error | undefined;

  constructor(path: string, limit: number) {
    this.#limit = limit;
    this.#stream = createWriteStream(path, { mode: 0o600 });
    // A full disk loses output, not the verdict.
    this.#stream.on("error", (error) => {
      this.#failure ??= error;
    });
  }

  write(chunk: Buffer): void {
    const room = this.#limit - this.#written;
    if (room < 0 || this.#failure !== undefined) return;
    this.#written += chunk.length;
    this.#stream.write(chunk.length > room ? chunk.subarray(0, room) : chunk);
    if (chunk.length > room) this.note(`only the first ${this.#limit} bytes of output are kept`);
  }

  /** Writes a line of the service between the tests' output. */
  note(text: string): void {
    this.#stream.write(`\n[merge queue] ${text}\n`);
  }

  /** Returns the first write error, if there was one. */
  async close(): Promise<Error | undefined> {
    this.#stream.end();
    await finished(this.#stream).catch(() => undefined);
    return this.#failure;
  }
}

/** Keeps the newest logs of forgotten runs, and every log of a run with a verdict. */
export async function removeOldLogs(folder: string, keptLogs: number): Promise<void> {
  const names = await readdir(folder);
  const remembered = new Set(names.filter((name) => name.endsWith(".json")).map((name) => name.slice(0, -5)));
  const logs = names.filter((name) => name.endsWith(".log") && !remembered.has(name.slice(0, -4)));
  if (logs.length <= keptLogs) return;
  const dated = await Promise.all(
    logs.map(async (name) => ({ name, writtenAt: (await stat(join(folder, name))).mtimeMs })),
  );
  dated.sort((a, b) => b.writtenAt - a.writtenAt);
  for (const { name } of dated.slice(keptLogs)) await rm(join(folder, name), { force: true });
}
