/** A plain-git forge on a real repository, whose test command waits until the test lets it pass or fail. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CommitId, TestRunId } from "../../src/domain/ids.js";
import { type Repository, repositoryKey } from "../../src/domain/repository.js";
import { createGit } from "../../src/service/git/git-adapter.js";
import {
  createPlainGitForge,
  type PlainGitForgeOptions,
} from "../../src/service/plain-git/plain-git-forge.js";
import type { Forge } from "../../src/service/ports/forge.js";
import { GitRepository } from "./git-repository.js";
import { makeNamedPipe } from "./named-pipe.js";
import { startProgramsElsewhere } from "./program-starter.js";

export class PlainGitWorld {
  readonly folder: string;
  readonly origin: GitRepository;
  readonly forge: Forge;
  readonly #repository: Repository;
  readonly #forges: Forge[] = [];

  private constructor(
    folder: string,
    origin: GitRepository,
    repository: Repository,
    options: Partial<PlainGitForgeOptions>,
  ) {
    this.folder = folder;
    this.origin = origin;
    this.#repository = repository;
    this.forge = this.open(options);
  }

  static async create(
    repository: Repository,
    options: Partial<PlainGitForgeOptions> = {},
  ): Promise<PlainGitWorld> {
    startProgramsElsewhere();
    const folder = await mkdtemp(join(tmpdir(), "merge-queue-forge-"));
    const origin = await GitRepository.create();
    await origin.commit({ files: { "README.md": "Shop\n" }, refs: ["refs/heads/main"] });
    return new PlainGitWorld(folder, origin, repository, options);
  }

  get workFolder(): string {
    return join(this.folder, "work");
  }

  /** Another forge on the same folders, as after a restart of the service. */
  open(options: Partial<PlainGitForgeOptions> = {}): Forge {
    const git = createGit({
      cloneFolder: join(this.folder, "clones"),
      resolve: (asked) => this.#served(asked),
    });
    const forge = createPlainGitForge({
      git,
      repositories: new Set([repositoryKey(this.#repository)]),
      testCommand: this.heldCommand,
      workFolder: this.workFolder,
      ...options,
    });
    this.#forges.push(forge);
    return forge;
  }

  /** Reads its verdict from a pipe, which the test writes in `conclude`. */
  get heldCommand(): string {
    const pipe = `${this.folder}/verdict-$MERGE_QUEUE_TEST_RUN_ID`;
    return `mkfifo ${pipe} 2>/dev/null; read verdict <${pipe}; test "$verdict" = success`;
  }

  async conclude(run: TestRunId, verdict: "success" | "failure"): Promise<void> {
    const pipe = join(this.folder, `verdict-${run}`);
    makeNamedPipe(pipe);
    await writeFile(pipe, `${verdict}\n`);
  }

  async tip(branch: string): Promise<CommitId> {
    const tip = await this.origin.ref(`refs/heads/${branch}`);
    if (tip === null) throw new Error(`there is no branch ${branch}`);
    return tip;
  }

  async close(): Promise<void> {
    for (const forge of this.#forges) await forge.close();
    await this.origin.remove();
    await rm(this.folder, { recursive: true, force: true });
  }

  #served(asked: Repository): string | undefined {
    return repositoryKey(asked) === repositoryKey(this.#repository) ? this.origin.folder : undefined;
  }
}
