/** Bugs that the stories have to find: each puts something in the place of one part of the service. */
import { randomUUID } from "node:crypto";
import type { Plant } from "./story-process.js";

export interface StoryBug {
  readonly name: string;
  readonly plant: Plant;
}

export const STORY_BUGS: readonly StoryBug[] = [
  {
    name: "lands wherever the branch stands",
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
    name: "takes each delivery for a wish of its own",
    plant: ({ wishes }) => ({
      wishes: instead(wishes, {
        add: async (wish, heardAt, mostOpen) =>
          wishes.add({ ...wish, delivery: randomUUID(), source: randomUUID() }, heardAt, mostOpen),
      }),
    }),
  },
  {
    name: "believes the checks of another commit",
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
];

/** The same port, but for some of its methods. */
function instead<Port extends object>(port: Port, others: Partial<Port>): Port {
  return new Proxy(port, {
    get(target, name) {
      const member: unknown = Reflect.get(others, name) ?? Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...words: readonly unknown[]): unknown => Reflect.apply(member, target, words);
    },
  });
}
