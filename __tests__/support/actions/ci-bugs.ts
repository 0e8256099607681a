/** Bugs that the wind tunnel of CI files has to find: each changes what the forge reads of GitHub. */
import type { AuthorizedCalls } from "../../../src/service/github/api/create-github-calls.js";
import type { GitHubForgeOptions } from "../../../src/service/github/forge/github-forge.js";
import type { GitHubForgeWorld } from "../github-forge-world.js";
import { isJsonObject, type JsonObject } from "../json-object.js";
import type { Wind } from "./wind-tunnel.js";

export interface CiBug {
  readonly name: string;
  readonly plant: (world: GitHubForgeWorld) => Partial<GitHubForgeOptions>;
  /** Winds in which it shows. */
  readonly found: (wind: Wind) => boolean;
  readonly told: RegExp;
}

const PASSED_WRONGLY = /passed at step \d+, and CI is (?:failed|interrupted|open)/;

const CHECK_RUNS = "/commits/{ref}/check-runs";

export const CI_BUGS: readonly CiBug[] = [
  {
    name: "counts a skipped check as passed",
    plant: (world) => reading(world, CHECK_RUNS, (run) => concluded(run, "skipped")),
    found: ({ file, trigger, outcome }) =>
      file.name === "Source check" && trigger === "push" && outcome === "docs",
    told: PASSED_WRONGLY,
  },
  {
    name: "does not wait for jobs behind `needs` of another run",
    plant: (world) => reading(world, "/actions/runs", (run) => ({ ...run, status: "completed" })),
    found: ({ file, trigger, outcome }) =>
      NEEDING.has(file.name) && trigger === "draft" && outcome === "split",
    told: PASSED_WRONGLY,
  },
  {
    name: "uses the verdict of a run that a newer one cancelled",
    plant: (world) => reading(world, CHECK_RUNS, (run) => concluded(run, "cancelled")),
    found: ({ file, trigger, outcome }) =>
      file.name === "One group for both" && trigger === "draft on a newer base" && outcome === "pass",
    told: PASSED_WRONGLY,
  },
  {
    name: "uses the checks of another commit",
    plant: (world) => ({ calls: elsewhere(world) }),
    found: ({ file, trigger, outcome }) =>
      file.name === "Quick checks" && trigger === "push" && outcome === "fail",
    told: PASSED_WRONGLY,
  },
  {
    name: "counts a draft that was merged with another base",
    plant: () => ({
      git: {
        isAncestor: async () => Promise.resolve(true),
        readRefs: async () => Promise.resolve(new Map()),
      },
    }),
    found: ({ file, trigger, outcome }) =>
      file.name === "Event of branch" && trigger === "draft on a newer base" && outcome === "pass",
    told: PASSED_WRONGLY,
  },
];

/** Their job that breaks is behind another one. */
const NEEDING: ReadonlySet<string> = new Set([
  "Behind build",
  "Calls build",
  "Source check",
  "All systems go",
]);

function concluded(run: JsonObject, conclusion: string): JsonObject {
  return run["conclusion"] === conclusion ? { ...run, conclusion: "success" } : run;
}

function reading(
  { calls }: GitHubForgeWorld,
  route: string,
  alter: (item: JsonObject) => JsonObject,
): Partial<GitHubForgeOptions> {
  const list: typeof calls.list = async (repository, asked, parameters) => {
    const items = await calls.list(repository, asked, parameters);
    return asked === route ? items.map((item) => (isJsonObject(item) ? alter(item) : item)) : items;
  };
  return { calls: withList(calls, list) };
}

/** The checks of the target branch, where all that is required has passed. */
function elsewhere({ calls, github }: GitHubForgeWorld) {
  const other = github.tip("main");
  if (other === null) throw new Error("there is no branch main");
  for (const name of ["Unit Tests", "Race Tests"]) github.reportCheck(other, name, "success");
  const list: typeof calls.list = async (repository, route, parameters) =>
    calls.list(repository, route, route === CHECK_RUNS ? { ...parameters, ref: other } : parameters);
  return withList(calls, list);
}

/** The same calls, with another list; the rest are methods of a class. */
export function withList(calls: AuthorizedCalls, list: AuthorizedCalls["list"]): AuthorizedCalls {
  return {
    list,
    read: async (...asked) => calls.read(...asked),
    send: async (...asked) => calls.send(...asked),
    query: async (...asked) => calls.query(...asked),
    readEnd: async (...asked) => calls.readEnd(...asked),
    token: async (...asked) => calls.token(...asked),
    turnedDown: async (...asked) => calls.turnedDown(...asked),
    login: async (...asked) => calls.login(...asked),
    ask: async (...asked) => calls.ask(...asked),
    close: async () => calls.close(),
  };
}
