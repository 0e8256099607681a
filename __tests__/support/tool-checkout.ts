/**
 * A checkout of a merge commit as a workflow has it, with the two trees that a source looks at, and programs in it that
 * stand for tools. Real git throughout.
 */
import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { compareTrees } from "../../src/targets/git/compare-trees.js";
import { ObjectStore } from "../../src/targets/git/object-store.js";
import type { SourceContext } from "../../src/targets/source.js";
import type { GitRepository } from "./git-repository.js";

const execute = promisify(execFile);
const ENVIRONMENT = { PATH: process.env["PATH"], HOME: tmpdir(), GIT_CONFIG_NOSYSTEM: "1", LC_ALL: "C" };

export class ToolCheckout {
  readonly folder: string;
  readonly #store: ObjectStore;

  private constructor(folder: string, store: ObjectStore) {
    this.folder = folder;
    this.#store = store;
  }

  /** With all that the repository has; nothing is checked out yet. */
  static async create(repository: GitRepository): Promise<ToolCheckout> {
    const folder = await mkdtemp(join(tmpdir(), "merge-queue-checkout-"));
    await execute("git", ["clone", "--quiet", "--no-checkout", "--", repository.folder, folder], {
      env: ENVIRONMENT,
    });
    const { signal } = new AbortController();
    const objects = join(repository.folder, "objects");
    const store = new ObjectStore({ borrowed: { objects, format: "sha1" }, remote: null, signal });
    return new ToolCheckout(folder, store);
  }

  async remove(): Promise<void> {
    await this.#store.remove();
    await rm(this.folder, { recursive: true, force: true });
  }

  async git(...words: readonly string[]): Promise<string> {
    const { stdout } = await execute("git", [...words], { cwd: this.folder, env: ENVIRONMENT });
    return stdout.trim();
  }

  /** Checks the merge commit out and compares it with its first parent. */
  async at(merge: string, signal: AbortSignal = new AbortController().signal): Promise<SourceContext> {
    await this.git("checkout", "--quiet", "--detach", "--force", merge);
    const base = await this.git("rev-parse", `${merge}^1`);
    return { ...(await compareTrees(this.#store, base, merge)), checkout: this.folder, signal };
  }

  /** Puts a program where the packages of the repository would put it; the text is that of a shell. */
  async install(name: string, script: string): Promise<void> {
    const folder = join(this.folder, "node_modules", ".bin");
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(folder, name), 0o755);
  }

  async uninstall(): Promise<void> {
    await rm(join(this.folder, "node_modules"), { recursive: true, force: true });
  }
}

/** Does something while nothing but git is on the PATH. */
export async function withOnlyGitOnPath<Result>(act: () => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "merge-queue-path-"));
  const path = process.env["PATH"];
  try {
    const { stdout } = await execute("/bin/sh", ["-c", "command -v git"]);
    await symlink(stdout.trim(), join(folder, "git"));
    process.env["PATH"] = folder;
    return await act();
  } finally {
    process.env["PATH"] = path;
    await rm(folder, { recursive: true, force: true });
  }
}
