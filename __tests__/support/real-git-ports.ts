/**
 * The ports of a life on a real repository: git and the forge for plain git are the real ones, each call waits for its
 * turn, and the audit sees what comes of it. Only the verdicts of CI are told to a fake.
 */
import type { CommitId, TestRunId } from "../../src/domain/ids.js";
import { repositoryKey } from "../../src/domain/repository.js";
import type { Landing } from "../../src/engine/model/queue.js";
import { createPlainGitForge } from "../../src/service/plain-git/plain-git-forge.js";
import type { Forge, TestRequest } from "../../src/service/ports/forge.js";
import type { Git } from "../../src/service/ports/git.js";
import type { FakeForge } from "./fake-forge.js";
import type { RealGitAudit } from "./real-git-audit.js";
import type { RealGitCalls } from "./real-git-calls.js";
import { REPOSITORY, type RealGitHome } from "./real-git-home.js";

export function heldGit(
  git: Git,
  calls: RealGitCalls,
  audit: RealGitAudit,
  storedLanding: () => Promise<Landing | null>,
): Git {
  return {
    ...git,
    listBranches: (...request) => calls.read("listBranches", () => git.listBranches(...request)),
    readRefs: (...request) => calls.hold("readRefs", () => git.readRefs(...request)),
    isAncestor: (...request) => calls.hold("isAncestor", () => git.isAncestor(...request)),
    build: (...request) =>
      calls.hold("build", async () => {
        const outcome = await git.build(...request);
        if (outcome.kind === "built") audit.built(outcome.commits, request[1].testedOn);
        return outcome;
      }),
    prepareLanding: (...request) => calls.hold("prepareLanding", () => git.prepareLanding(...request)),
    publish: (...request) => calls.hold("publish", () => git.publish(...request)),
    unpublish: (...request) => calls.hold("unpublish", () => git.unpublish(...request)),
    land: async (...request) => {
      const outcome = await calls.hold("land", async () => {
        const landing = await storedLanding();
        const answer = await git.land(...request);
        await audit.pushedByQueue(request[3], answer.kind, landing);
        return answer;
      });
      // Somebody may be quicker than the answer.
      return await calls.hold("answer of land", async () => Promise.resolve(outcome));
    },
  };
}

/** CI takes what it tests from the test branch, and says later what it found. */
export class RealGitForge {
  readonly #home: RealGitHome;
  readonly #ci: FakeForge;
  readonly #audit: RealGitAudit;
  readonly #passing = new Set<TestRunId>();

  constructor(home: RealGitHome, ci: FakeForge, audit: RealGitAudit) {
    this.#home = home;
    this.#ci = ci;
    this.#audit = audit;
  }

  passes(run: TestRunId): boolean {
    return this.#passing.has(run);
  }

  /** Pull requests and branches are what the repository says. */
  port(calls: RealGitCalls): Forge {
    const plain = plainForge(this.#home);
    const ci = this.#ci;
    return {
      ...plain,
      readTip: (...request) =>
        calls.read("readTip", async () => {
          const tip = await plain.readTip(...request);
          this.#audit.seen();
          return tip;
        }),
      readPullRequest: (...request) => calls.read("readPullRequest", () => plain.readPullRequest(...request)),
      startTests: (repository, order) =>
        calls.read("startTests", async () => {
          await this.#look(order);
          return ci.startTests(repository, order);
        }),
      readChecks: (repository, run) => ci.readChecks(repository, run),
      stopTests: (...request) => ci.stopTests(...request),
      onChecks: (listener) => ci.onChecks(listener),
    };
  }

  async #look({ run, commit, testBranch }: TestRequest): Promise<void> {
    const { reader } = this.#home;
    const found = await reader.ref(`refs/heads/${testBranch}`);
    this.#audit.expect(found === commit, `${testBranch} is at ${String(found)}, not at ${commit}`);
    const paths = [...(await reader.listing(commit)).keys()];
    if (!paths.some((path) => path.startsWith("bad-"))) this.#passing.add(run);
  }
}

/** The forge for plain git, whose questions about the repository cost no process here. */
function plainForge({ git, reader, folder }: RealGitHome): Forge {
  const quick: Git = {
    ...git,
    readRefs: async (_repository, refs) => {
      const found = new Map<string, CommitId>();
      for (const ref of refs) {
        const commit = await reader.ref(ref);
        if (commit !== null) found.set(ref, commit);
      }
      return found;
    },
    readCommit: async (_repository, id) => {
      const { message, author } = await reader.commit(id);
      const [subject = ""] = message.split("\n", 1);
      return { subject, authorName: author.slice(0, author.indexOf(" <")) };
    },
    readFirstParents: async () => Promise.resolve(null),
    isAncestor: async (_repository, ancestor, descendant) =>
      (await reader.ancestors(descendant)).has(ancestor),
  };
  const repositories = new Set([repositoryKey(REPOSITORY)]);
  return createPlainGitForge({ git: quick, repositories, testCommand: null, workFolder: folder });
}
