/** Git through GitHub's API keeps the promises of the port, but for what GitHub does not tell. */
import { describe } from "@jest/globals";
import { MERGE_METHODS, type MergeMethod } from "../../src/domain/queue-settings.js";
import { systemClock } from "../../src/service/app/open-work.js";
import { createGitHubCalls } from "../../src/service/github/api/create-github-calls.js";
import { createApiGit } from "../../src/service/github/git-data/api-git.js";
import type { GitRepository } from "../support/git-repository.js";
import type { GitHub } from "../support/github/git-hub.js";
import { openGitHub, SERVICE_TOKEN } from "../support/github/open-git-hub.js";
import { bySize } from "../support/test-size.js";
import { type GitHome, gitContract } from "./git.js";

/** Behind each call are processes, and the machine may be busy with other suites. */
const homes = new Map<GitRepository, GitHub>();

const ON_GITHUB: GitHome = {
  async create() {
    const github = await openGitHub({ files: null, rateLimit: null });
    homes.set(github.world.git.repository, github);
    return github.world.git.repository;
  },
  async remove(origin) {
    const github = homes.get(origin);
    homes.delete(origin);
    await github?.close();
  },
  async lose(origin) {
    const body = JSON.stringify({ message: "Not Found" });
    homes.get(origin)?.faults.next(() => true, { kind: "answer", status: 404, body }, 100);
    return Promise.resolve();
  },
  // https://docs.github.com/en/rest/branches/branches#merge-a-branch: a conflict is 409 and nothing else.
  hidesConflicts: true,
  checksOut: false,
  // Each method is held to the commits of a clone elsewhere.
  buildsBy: bySize<readonly MergeMethod[]>({
    reduced: ["squash"],
    share: ["squash", "rebase"],
    full: MERGE_METHODS,
  }),
  landsBy: bySize<readonly MergeMethod[]>({ reduced: ["squash"], share: ["squash"], full: MERGE_METHODS }),
};

describe("git through GitHub's API", () =>
  gitContract((origin) => {
    const github = homes.get(origin);
    if (github === undefined) throw new Error("the repository is on no GitHub");
    return gitOn(github);
  }, ON_GITHUB));

function gitOn(github: GitHub) {
  const calls = createGitHubCalls({
    apiUrl: github.apiUrl,
    access: { kind: "token", token: SERVICE_TOKEN },
    userAgent: "merge-queue/test",
    limits: { writePauseMs: 0, retryPauseMs: 5 },
  });
  /** The suite writes to the repository behind GitHub's back. */
  const seen = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    await github.world.git.refresh();
    return ask();
  };
  return createApiGit({
    calls: {
      read: (...asked) => seen(() => calls.read(...asked)),
      list: (...asked) => seen(() => calls.list(...asked)),
      send: (...asked) => seen(() => calls.send(...asked)),
      query: (...asked) => seen(() => calls.query(...asked)),
      close: () => calls.close(),
    },
    repositories: new Set(["example.com/acme/shop"]),
    scratchPrefix: "mq-scratch/",
    clock: systemClock,
  });
}
