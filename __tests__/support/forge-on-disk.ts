/** A repository as a forge serves it, with a pull request and its merge, and checkouts of it as workflows make them. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { CommitId } from "../../src/domain/ids.js";
import { type CommitPlan, GitRepository } from "./git-repository.js";

const execute = promisify(execFile);

type Files = NonNullable<CommitPlan["files"]>;

export interface PullRequestOnDisk {
  readonly number: number;
  readonly base: CommitId;
  readonly head: CommitId;
  readonly merge: CommitId;
}

export class ForgeOnDisk {
  readonly repository: GitRepository;
  readonly #folders: string[] = [];

  private constructor(repository: GitRepository) {
    this.repository = repository;
  }

  static async create(): Promise<ForgeOnDisk> {
    return ForgeOnDisk.of(await GitRepository.create());
  }

  /** For a repository that serves something else too. */
  static async of(repository: GitRepository): Promise<ForgeOnDisk> {
    await repository.git("config", "uploadpack.allowFilter", "true");
    return new ForgeOnDisk(repository);
  }

  get url(): string {
    return `file://${this.repository.folder}`;
  }

  async remove(): Promise<void> {
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
    await this.repository.remove();
  }

  /** A commit on a branch of its own, which `main` follows. */
  async onMain(files: Files): Promise<CommitId> {
    const before = await this.repository.ref("refs/heads/main");
    const parents = before === null ? [] : [before];
    return this.repository.commit({ parents, files, refs: ["refs/heads/main"] });
  }

  /** Forked from `from`, merged into the `main` of now by git itself; `isSwapped` turns the parents around. */
  async pullRequest(
    number: number,
    from: CommitId,
    files: Files,
    isSwapped = false,
  ): Promise<PullRequestOnDisk> {
    const { repository } = this;
    const head = await repository.commit({ parents: [from], files, refs: [`refs/pull/${number}/head`] });
    const base = await repository.ref("refs/heads/main");
    if (base === null) throw new Error("there is no main");
    const tree = (await repository.git("merge-tree", "--write-tree", base, head)).split("\n")[0] ?? "";
    const parents = (isSwapped ? [head, base] : [base, head]).flatMap((parent) => ["-p", parent]);
    const identity = ["-c", "user.name=forge", "-c", "user.email=forge@example.com"];
    const id = await repository.git(...identity, "commit-tree", tree, ...parents, "-m", "Merge");
    await repository.git("update-ref", `refs/pull/${number}/merge`, id);
    const merge = await repository.ref(`refs/pull/${number}/merge`);
    if (merge === null) throw new Error("git made no merge");
    return { number, base, head, merge };
  }

  folder(): string {
    const folder = mkdtempSync(join(tmpdir(), "merge-queue-checkout-"));
    this.#folders.push(folder);
    return folder;
  }

  /** As `actions/checkout` does it: fetch one commit, and be at it. */
  async checkOut(commit: string, ...fetchOptions: readonly string[]): Promise<string> {
    const folder = this.folder();
    await git(folder, "init", "--quiet", "--initial-branch=main");
    await git(folder, "remote", "add", "origin", this.url);
    await git(
      folder,
      "fetch",
      "--quiet",
      "--no-tags",
      ...fetchOptions,
      "origin",
      `+${commit}:refs/remotes/pull/merge`,
    );
    await git(folder, "checkout", "--quiet", "--detach", "refs/remotes/pull/merge");
    return folder;
  }
}

export async function git(folder: string, ...words: readonly string[]): Promise<string> {
  const env = { PATH: process.env["PATH"], HOME: folder, GIT_CONFIG_NOSYSTEM: "1", LC_ALL: "C" };
  const { stdout } = await execute("git", [...words], { cwd: folder, env });
  return stdout.trimEnd();
}

/** Every file under the folder with a digest of its bytes, what git keeps included. */
export function digestOf(folder: string): Readonly<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) digests[path] = createHash("sha256").update(readFileSync(path)).digest("hex");
    if (entry.isSymbolicLink()) digests[path] = `-> ${readlinkSync(path)}`;
    if (entry.isDirectory()) digests[path] = "a folder";
  }
  return digests;
}
