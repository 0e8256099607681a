/** One real repository, and the service's clone of it, in which many lives have a branch and pull requests of their own. */
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createGit } from "../../src/service/git/git-adapter.js";
import type { Git } from "../../src/service/ports/git.js";
import { GitRepository } from "./git-repository.js";
import { ObjectReader } from "./object-reader.js";

export const REPOSITORY = { host: "forge.test", owner: "acme", name: "shop" };

/** What all test branches start with. */
export const TEST_BRANCHES = "mq-";

/** Held in memory where the system has a place for that: a disk would be waited for at every commit. */
const SHARED_MEMORY = "/dev/shm";

/** It would be looked for after each fetch, and cost more than the fetch. */
const NO_HOUSEKEEPING = "[maintenance]\n\tauto = false\n";

export class RealGitHome {
  readonly folder: string;
  readonly origin: GitRepository;
  readonly reader: ObjectReader;
  /** The service's own. */
  readonly git: Git;

  private constructor(folder: string, origin: GitRepository) {
    this.folder = folder;
    this.origin = origin;
    this.reader = new ObjectReader(origin.folder);
    this.git = createGit({
      cloneFolder: join(folder, "clones"),
      resolve: () => origin.folder,
      access: { configFile: configIn(folder) },
    });
  }

  static async open(): Promise<RealGitHome> {
    const parent = existsSync(SHARED_MEMORY) ? SHARED_MEMORY : tmpdir();
    const folder = await mkdtemp(join(parent, "merge-queue-real-git-"));
    await writeFile(configIn(folder), NO_HOUSEKEEPING);
    return new RealGitHome(folder, await GitRepository.create("sha1", folder));
  }

  /** Of git about the repository, and about test branches that nobody needs any more. */
  async complaints(): Promise<readonly string[]> {
    const said = await this.origin.git("fsck", "--strict", "--full", "--no-dangling");
    const left = (await this.origin.refs()).filter((ref) => ref.startsWith(`refs/heads/${TEST_BRANCHES}`));
    return [...(said === "" ? [] : [said]), ...left];
  }

  async close(): Promise<void> {
    await this.reader.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

function configIn(folder: string): string {
  return join(folder, "git-config");
}
