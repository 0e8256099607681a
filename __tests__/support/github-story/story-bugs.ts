/** Bugs that the stories have to find: each puts something in the place of one part of the service. */
import { randomUUID } from "node:crypto";
import type { LandingWay, QueueSettings } from "../../../src/domain/queue-settings.js";
import type { GitHubForge } from "../../../src/service/github/forge/github-forge.js";
import type { PullRequestMerges } from "../../../src/service/ports/forge.js";
import type { Plant } from "./story-process.js";
import type { TurnName } from "./story-turns.js";

export interface StoryBug {
  readonly name: string;
  readonly plant: Plant;
  /** How the truths of the story tell of it; whatever else is broken is no proof that they see it. */
  readonly told: RegExp;
  /** Where it can only be in one of them. */
  readonly landing?: LandingWay;
  readonly isActions?: boolean;
  readonly settings?: Partial<QueueSettings>;
  readonly isDrawn?: boolean;
  readonly turn?: TurnName;
  readonly isUnmeetable?: boolean;
}

const UNTESTED = /^main got \w+, which CI has not passed$/;

export const STORY_BUGS: readonly StoryBug[] = [
  {
    name: "lands wherever the branch stands",
    landing: "push",
    told: /^\S+ took commits off main with /,
    plant: ({ git }) => ({
      git: instead(git, {
        land: async (repository, branch, _expectedTip, newTip) => {
          await git.publish(repository, branch, newTip);
          return { kind: "landed" };
        },
      }),
    }),
  },
  {
    name: "has GitHub merge wherever the branch stands",
    landing: "merge",
    told: UNTESTED,
    plant: ({ forge }) => ({
      forge: withMerges(forge, (merges) => ({
        find: async (repository, request) => merges.merge(repository, request),
        merge: async (...asked) => merges.merge(...asked),
      })),
    }),
  },
  {
    name: "takes its own bypass for an approval",
    told: /^main got #\d+, which did not meet a rule about people$/,
    plant: ({ forge }) => ({
      forge: instead(forge, {
        readPullRequest: async (...asked) => {
          const facts = await forge.readPullRequest(...asked);
          if (facts?.unmetRules === undefined) return facts;
          const { unmetRules: _, ...rest } = facts;
          return { ...rest, mergeability: "mergeable" };
        },
      }),
    }),
  },
  {
    name: "does not read the rules again before it lands",
    told: /^main got #\d+, which did not meet a rule about people$/,
    turn: "dismisses its approval",
    plant: ({ forge }) => ({
      forge: instead(forge, {
        readPullRequest: async (repository, number, branch, depth) => {
          const facts = await forge.readPullRequest(repository, number, branch, "poll");
          if (depth !== "landing" || facts === null) return facts;
          const { unmetRules: _, ...rest } = facts;
          return { ...rest, mergeability: "mergeable" };
        },
      }),
    }),
  },
  {
    name: "waits for a rule without its name",
    told: /does not name the rule/,
    isDrawn: true,
    isUnmeetable: true,
    plant: ({ forge }) => ({
      forge: instead(forge, {
        readPullRequest: async (...asked) => {
          const facts = await forge.readPullRequest(...asked);
          const rules = facts?.unmetRules;
          if (facts === null || rules === undefined) return facts;
          return { ...facts, unmetRules: rules.map((rule) => ({ ...rule, words: "a rule" })) };
        },
      }),
    }),
  },
  {
    name: "keeps heads of pull requests that have landed",
    told: /^refs\/merge-queue\/heads\/\S+ is left of a pull request that has landed$/,
    landing: "push",
    settings: { showAsMerged: "head-push", mergeMethod: "squash" },
    plant: ({ git }) => ({ git: instead(git, { forgetHeads: async () => Promise.resolve() }) }),
  },
  {
    name: "takes each delivery for a wish of its own",
    told: /^#\d+ was submitted once, and is in the queue for the \d+\. time$/,
    plant: ({ commands }) => ({
      commands: instead(commands, {
        add: async (command, receivedAt, mostOpen) =>
          commands.add({ ...command, delivery: randomUUID(), source: randomUUID() }, receivedAt, mostOpen),
      }),
    }),
  },
  {
    name: "believes the checks of another commit",
    told: UNTESTED,
    plant: ({ forge, calls }, github) => ({
      forge: instead(forge, {
        readChecks: async (repository) => {
          const under = { ref: github.tip("main"), under: "check_runs" };
          const runs = await calls.list(repository, "/commits/{ref}/check-runs", under);
          const conclusion = runs.length > 0 ? "success" : null;
          const status = conclusion === null ? "queued" : "completed";
          return status === "queued"
            ? [{ name: "tests", url: "", status, conclusion: null }]
            : [{ name: "tests", url: "", status, conclusion: "success" }];
        },
      }),
    }),
  },
  {
    name: "lets the skipped twin of a draft pull request decide",
    told: UNTESTED,
    isActions: true,
    settings: { createPrsForTestingBranches: true },
    plant: ({ forge }) => ({
      forge: instead(forge, {
        readChecks: async (...asked) =>
          (await forge.readChecks(...asked))?.map((check) =>
            check.detail === undefined
              ? check
              : { name: check.name, url: "", status: "completed", conclusion: "success" },
          ) ?? null,
      }),
    }),
  },
];

function withMerges(
  forge: GitHubForge,
  change: (merges: PullRequestMerges) => PullRequestMerges,
): GitHubForge {
  const { merges } = forge;
  return merges === undefined ? forge : { ...forge, merges: change(merges) };
}

/** The same port, but for some of its methods. */
export function instead<Port extends object>(port: Port, others: Partial<Port>): Port {
  return new Proxy(port, {
    get(target, name) {
      const member: unknown = Reflect.get(Reflect.has(others, name) ? others : target, name);
      if (typeof member !== "function") return member;
      return (...words: readonly unknown[]): unknown => Reflect.apply(member, target, words);
    },
  });
}
