/** Git through its command line, in bare clones of the service's own. */
import { resolve } from "node:path";
import { type Repository, repositoryKey } from "../../domain/repository.js";
import type { Git } from "../ports/git.js";
import { GitError } from "../ports/world-error.js";
import { type Committer, SpeculationBuilder } from "./build-speculation.js";
import { checkOutCommit } from "./check-out.js";
import { Clone } from "./clone.js";
import { clonePath } from "./clone-path.js";
import { History } from "./history.js";
import { inspectCheckout } from "./inspect-checkout.js";
import { landCommit } from "./land-commit.js";
import { prepareLanding } from "./prepare-landing.js";
import { publish, unpublish } from "./publish.js";
import { repositoryAddress } from "./repository-address.js";
import { createGitRunner, DEFAULT_DEADLINES, type GitAccess, type GitDeadlines } from "./run-git.js";
import { isSystemError } from "./system-error.js";

export interface GitOptions {
  /** Clones lie in `<cloneFolder>/<host>/<owner>/<name>.git`; no other process may use them. */
  readonly cloneFolder: string;
  /** Path or URL of a repository; undefined for one that is not served. */
  readonly resolve: (repository: Repository) => string | undefined;
  readonly access?: GitAccess;
  /** Of the commits that are built. */
  readonly committer?: Committer;
  readonly deadlines?: GitDeadlines;
}

interface Workplace {
  readonly address: string;
  readonly clone: Clone;
  readonly builder: SpeculationBuilder;
  readonly history: History;
}

const DEFAULT_COMMITTER: Committer = { name: "Merge Queue", email: "merge-queue@localhost" };

export function createGit(options: GitOptions): Git {
  const { access = {}, committer = DEFAULT_COMMITTER, deadlines = DEFAULT_DEADLINES } = options;
  const runGit = createGitRunner(access, deadlines);
  const workplaces = new Map<string, Workplace>();

  function workplaceOf(repository: Repository): Workplace {
    const label = repositoryKey(repository);
    const address = options.resolve(repository);
    if (address === undefined) throw new GitError(`repository ${label} is not configured`, false);
    const known = workplaces.get(label);
    if (known?.address === address) return known;
    const clone = new Clone({
      label,
      folder: clonePath(resolve(options.cloneFolder), repository),
      address: repositoryAddress(address),
      credentials: async (turnedDown) => (await access.credentials?.(repository, address, turnedDown)) ?? {},
      runGit,
    });
    const builder = new SpeculationBuilder(clone, committer);
    const fresh = { address, clone, builder, history: new History(clone) };
    workplaces.set(label, fresh);
    return fresh;
  }

  async function at<Answer>(
    repository: Repository,
    work: (place: Workplace) => Promise<Answer>,
  ): Promise<Answer> {
    try {
      return await work(workplaceOf(repository));
    } catch (error) {
      throw isSystemError(error) ? new GitError(error.message, true, { cause: error }) : error;
    }
  }

  return {
    readRefs: (repository, refs) => at(repository, ({ clone }) => clone.readRefs(refs)),
    readCommit: (repository, commit) => at(repository, ({ history }) => history.readCommit(commit)),
    isAncestor: (repository, ancestor, descendant) =>
      at(repository, ({ history }) => history.isAncestor(ancestor, descendant)),
    build: (repository, speculation) => at(repository, ({ builder }) => builder.build(speculation)),
    prepareLanding: (repository, replay) =>
      at(repository, ({ clone, builder }) => prepareLanding(clone, builder, replay)),
    publish: (repository, branch, commit) => at(repository, ({ clone }) => publish(clone, branch, commit)),
    unpublish: (repository, branch, run) => at(repository, ({ clone }) => unpublish(clone, branch, run)),
    land: (repository, branch, expectedTip, newTip) =>
      at(repository, ({ clone }) => landCommit(clone, { branch, expectedTip, newTip })),
    checkOut: (repository, commit, folder) =>
      at(repository, ({ clone }) => checkOutCommit(clone, commit, folder)),
    inspectCheckout: (repository, commit, folder, depth) =>
      at(repository, ({ clone }) => inspectCheckout(clone, commit, folder, depth)),
    listBranches: (repository, prefix) =>
      at(repository, async ({ clone }) =>
        (await clone.listBranches()).filter((branch) => branch.startsWith(prefix)),
      ),
  };
}
