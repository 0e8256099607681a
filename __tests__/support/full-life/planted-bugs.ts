/** Bugs as somebody might write them into the service, put where it meets the world; the simulation has to find each. */
import { type CommitId, testRunId } from "../../../src/domain/ids.js";
import type { ImpactedTargets } from "../../../src/domain/impacted-targets.js";
import type { Repository } from "../../../src/domain/repository.js";
import type { Forge } from "../../../src/service/ports/forge.js";
import type { Git } from "../../../src/service/ports/git.js";
import type { QueueStore } from "../../../src/service/ports/queue-store.js";
import { GitError } from "../../../src/service/ports/world-error.js";
import type { Ports } from "./instance.js";

export interface PlantedBug {
  readonly name: string;
  /** Where `npm test` begins to search: it showed soon after this seed. Larger runs begin at the first seed. */
  readonly soonAfter?: number;
  readonly plant: (ports: Ports) => Ports;
}

const NO_RUN = testRunId("00000000-0000-8000-8000-000000000000");

const inStore = (change: (store: QueueStore) => Partial<QueueStore>) => (ports: Ports) => ({
  ...ports,
  store: { ...ports.store, ...change(ports.store) },
});

const inGit = (change: (git: Git) => Partial<Git>) => (ports: Ports) => ({
  ...ports,
  git: { ...ports.git, ...change(ports.git) },
});

const inForge = (change: (forge: Forge) => Partial<Forge>) => (ports: Ports) => ({
  ...ports,
  forge: { ...ports.forge, ...change(ports.forge) },
});

export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    name: "marks an order done before it is performed",
    soonAfter: 6,
    plant: inStore((store) => ({
      claimEffects: async (request) => {
        const claimed = await store.claimEffects(request);
        for (const { queueId, effect } of claimed) await store.markDone(queueId, effect.id);
        return claimed;
      },
    })),
  },
  {
    name: "does not store the intent to land",
    plant: inStore((store) => ({
      commit: async (name, basedOn, event, decision) =>
        store.commit(name, basedOn, event, { ...decision, queue: { ...decision.queue, landing: null } }),
    })),
  },
  {
    name: "forgets the orders of a deleted queue",
    soonAfter: 5,
    plant: inStore((store) => ({
      claimEffects: async (request) => {
        const live = new Set((await store.list()).map(({ queue }) => queue.id));
        return (await store.claimEffects(request)).filter(({ queueId }) => live.has(queueId));
      },
    })),
  },
  {
    name: "forgets an order that failed",
    soonAfter: 37,
    plant: inStore((store) => ({
      postpone: async (queueId, effect) => {
        await store.markDone(queueId, effect);
      },
    })),
  },
  {
    name: "saves over what another writer saved",
    soonAfter: 8,
    plant: inStore((store) => ({
      commit: async (name, _basedOn, event, decision) => {
        const version = (await store.load(name))?.version ?? 0;
        return store.commit(name, version, event, decision);
      },
    })),
  },
  {
    name: "takes what another writer came before for saved",
    soonAfter: 48,
    plant: inStore((store) => ({
      commit: async (...request) => {
        await store.commit(...request);
        return "committed";
      },
    })),
  },
  {
    name: "forgets that a push was begun",
    soonAfter: 125,
    plant: (ports) => ({
      ...lateFirstPushes(ports),
      store: {
        ...ports.store,
        landingFate: async () => Promise.resolve(null),
        settleLanding: async (_queueId, _effect, fate) => Promise.resolve({ fate, isFirst: true }),
      },
    }),
  },
  {
    name: "keeps no proof of a landing",
    plant: inStore((store) => ({
      commit: async (name, basedOn, event, decision) =>
        store.commit(name, basedOn, event, { ...decision, landed: null }),
    })),
  },
  {
    name: "knows the targets of one head for those of another",
    soonAfter: 8,
    plant: inStore((store) => {
      const newest = new Map<number, ImpactedTargets>();
      return {
        saveTargets: async (queue, pullRequest, headSha, targets) => {
          newest.set(pullRequest, targets);
          return store.saveTargets(queue, pullRequest, headSha, targets);
        },
        loadTargets: async (queue, pullRequest, headSha) =>
          newest.get(pullRequest) ?? (await store.loadTargets(queue, pullRequest, headSha)),
      };
    }),
  },
  {
    name: "forgets when to wake",
    soonAfter: 37,
    plant: inStore((store) => ({
      load: async (name) => {
        const stored = await store.load(name);
        return stored && { ...stored, wakeAt: null };
      },
      list: async (repository) =>
        (await store.list(repository)).map((stored) => ({ ...stored, wakeAt: null })),
      wakings: async () => (await store.wakings()).map((waking) => ({ ...waking, wakeAt: null })),
    })),
  },
  {
    name: "forgets to discard test runs",
    plant: inGit(() => ({ unpublish: async () => Promise.resolve() })),
  },
  {
    name: "takes a landing for done without looking",
    plant: inGit(() => ({ land: async () => Promise.resolve({ kind: "landed" }) })),
  },
  {
    name: "believes the tip it read before the push",
    plant: inGit((git) => ({
      land: async (repository, branch, expectedTip, newTip) => {
        const tip = await tipOf(git, repository, branch);
        await git.land(repository, branch, expectedTip, newTip);
        return tip === newTip ? { kind: "landed" } : { kind: "refused", tip };
      },
    })),
  },
  {
    name: "pushes without a lease",
    soonAfter: 7,
    plant: inGit((git) => ({
      land: async (repository, branch, _expectedTip, newTip) =>
        git.land(repository, branch, (await tipOf(git, repository, branch)) ?? newTip, newTip),
    })),
  },
  {
    name: "takes every head for the one that was tested",
    soonAfter: 9,
    plant: inGit((git) => ({
      build: async (repository, speculation) => {
        const { contains, testedOn } = speculation;
        const built = await git.build(repository, { ...speculation, contains: contains.slice(-1) });
        return built.kind === "built"
          ? { ...built, commits: contains.map(() => built.commits[0] ?? testedOn) }
          : built;
      },
    })),
  },
  {
    name: "lands past others without comparing",
    soonAfter: 89,
    plant: inGit((git) => ({
      prepareLanding: async (repository, replay) => {
        const prepared = await git.prepareLanding(repository, replay);
        if (prepared.kind !== "differs") return prepared;
        const { onto: testedOn, heads: contains, mergeMethod } = replay;
        const built = await git.build(repository, { run: NO_RUN, testedOn, contains, mergeMethod });
        if (built.kind !== "built") return prepared;
        const { commits, tree } = built;
        return { kind: "prepared", commits, newTip: commits.at(-1) ?? testedOn, tree };
      },
    })),
  },
  {
    name: "prepares a landing where it was tested, and not on the tip",
    soonAfter: 9,
    plant: inGit((git) => ({
      prepareLanding: async (repository, replay) =>
        git.prepareLanding(repository, { ...replay, onto: replay.testedOn }),
    })),
  },
  {
    name: "takes every check that is over for passed",
    plant: inForge((forge) => ({
      readChecks: async (...request) =>
        (await forge.readChecks(...request))?.map((check) =>
          check.status === "completed" ? { ...check, conclusion: "success" } : check,
        ) ?? null,
    })),
  },
  {
    name: "takes the own checks of every pull request for passed",
    soonAfter: 16,
    plant: inForge((forge) => ({
      readPullRequest: async (...request) => {
        const facts = await forge.readPullRequest(...request);
        if (facts === null) return null;
        const { headEvidence: _unread, ...read } = facts;
        return { ...read, ownChecksPassed: true };
      },
    })),
  },
];

/** No bug of the service: what may happen to every push happens to the first one of each landing. */
function lateFirstPushes(ports: Ports): Ports {
  const { git } = ports;
  const tried = new Set<CommitId>();
  const late = new Map<CommitId, () => Promise<unknown>>();
  return {
    ...ports,
    git: {
      ...git,
      land: async (repository, branch, expectedTip, newTip) => {
        const push = async () => git.land(repository, branch, expectedTip, newTip);
        late.delete(newTip);
        if (tried.has(newTip)) return push();
        tried.add(newTip);
        late.set(newTip, push);
        throw new GitError("simulated: not done yet", true);
      },
      build: async (...request) => {
        for (const [newTip, push] of late) {
          late.delete(newTip);
          await push().catch(() => undefined);
        }
        return git.build(...request);
      },
    },
  };
}

async function tipOf(git: Git, repository: Repository, branch: string): Promise<CommitId | null> {
  const ref = `refs/heads/${branch}`;
  return (await git.readRefs(repository, [ref])).get(ref) ?? null;
}
