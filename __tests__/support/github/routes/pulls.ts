/** Pull requests. Follows https://docs.github.com/en/rest/pulls/pulls */
import type { JsonObject } from "../../json-object.js";
import { openPull } from "../open-pull.js";
import { presentPull, presentWholePull } from "../present/pull.js";
import { branchRef, type Pull } from "../pull.js";
import {
  type Call,
  created,
  invalid,
  listed,
  NOTHING,
  notFound,
  ok,
  REPOSITORY,
  type Route,
  required,
  textOf,
} from "../route.js";
import { changedFiles } from "./commits.js";

export const PULL_ROUTES: readonly Route[] = [
  { route: `GET ${REPOSITORY}/pulls`, needs: "pull_requests: read", answer: listPulls },
  { route: `POST ${REPOSITORY}/pulls`, needs: "pull_requests: write", answer: createPull },
  {
    route: `GET ${REPOSITORY}/pulls/{number}`,
    needs: "pull_requests: read",
    answer: async (call) => ok(await presentWholePull(call.world, pullOf(call), call.caller.login)),
  },
  { route: `PATCH ${REPOSITORY}/pulls/{number}`, needs: "pull_requests: write", answer: changePull },
  { route: `GET ${REPOSITORY}/pulls/{number}/files`, needs: "pull_requests: read", answer: listFiles },
  { route: `GET ${REPOSITORY}/pulls/{number}/commits`, needs: "pull_requests: read", answer: listCommits },
  {
    route: `GET ${REPOSITORY}/pulls/{number}/merge`,
    needs: "pull_requests: read",
    answer: (call) => {
      if (pullOf(call).merged === null) throw notFound();
      return NOTHING;
    },
  },
  /** https://docs.github.com/en/rest/commits/commits#list-pull-requests-associated-with-a-commit */
  {
    route: `GET ${REPOSITORY}/commits/{sha}/pulls`,
    needs: "pull_requests: read",
    answer: (call) => {
      const sha = call.name("sha");
      const found = [...call.world.pulls.values()].filter(
        ({ headSha, merged }) => headSha === sha || merged?.commit === sha,
      );
      return listed(
        call,
        found.map((pull) => presentPull(call.world, pull)),
      );
    },
  },
];

export function pullOf(call: Call): Pull {
  const pull = call.world.pulls.get(Number(call.name("number")));
  if (pull === undefined) throw notFound();
  return pull;
}

/** Newest first unless asked otherwise. */
function listPulls(call: Call) {
  const { query, world } = call;
  const [state, head, base] = [query.get("state") ?? "open", query.get("head"), query.get("base")];
  const direction = query.get("direction") ?? (query.get("sort") === null ? "desc" : "asc");
  const found = [...world.pulls.values()]
    .filter((pull) => state === "all" || pull.state === state)
    .filter((pull) => base === null || pull.base === base)
    // GitHub ignores a head without an owner.
    .filter((pull) => !head?.includes(":") || `${pull.fork ?? ownerNow(world)}:${pull.headRef}` === head)
    .sort((one, other) => (direction === "desc" ? other.number - one.number : one.number - other.number));
  return listed(
    call,
    found.map((pull) => presentPull(world, pull)),
  );
}

function ownerNow({ renamedTo, owner }: Call["world"]): string {
  return renamedTo?.split("/")[0] ?? owner;
}

async function createPull(call: Call) {
  const { body, world } = call;
  const head = required(body, "head", "PullRequest");
  const [owner, headRef = ""] = head.includes(":") ? head.split(":") : [world.owner, head];
  const pull = await openPull(world, {
    fork: owner === world.owner || owner === undefined ? null : owner,
    headRef,
    base: required(body, "base", "PullRequest"),
    title: required(body, "title", "PullRequest"),
    body: textOf(body, "body"),
    draft: body["draft"] === true,
    author: call.caller.login,
  });
  return created(await presentWholePull(world, pull, call.caller.login));
}

/** https://docs.github.com/en/rest/pulls/pulls#update-a-pull-request */
async function changePull(call: Call) {
  const pull = pullOf(call);
  await changePullBy(call, pull, call.body);
  return ok(await presentWholePull(call.world, pull, call.caller.login));
}

async function changePullBy({ world, caller }: Call, pull: Pull, body: JsonObject): Promise<void> {
  const changes = editsOf(pull, body);
  const base = textOf(body, "base");
  if (base !== null && base !== pull.base && world.git.ref(branchRef(null, base)) === null) {
    throw invalid("PullRequest", "base", "Proposed base branch does not exist");
  }
  pull.title = textOf(body, "title") ?? pull.title;
  pull.body = textOf(body, "body") ?? pull.body;
  pull.base = base ?? pull.base;
  pull.baseSha = (base === null ? null : world.git.ref(branchRef(null, base))) ?? pull.baseSha;
  pull.updatedAt = new Date().toISOString();
  if ("base" in changes) world.recordBase(pull, "base_ref_changed", caller.login);
  if (Object.keys(changes).length > 0) world.emitPull("edited", pull, caller.login, { changes });
  const state = textOf(body, "state");
  if (state === "closed" && pull.state === "open") world.close(pull, caller.login);
  if (state === "open" && pull.state === "closed") await reopen(world, pull, caller.login);
  await world.settle(caller.login);
}

function editsOf(pull: Pull, body: JsonObject): JsonObject {
  const [title, text, base] = [textOf(body, "title"), textOf(body, "body"), textOf(body, "base")];
  return {
    ...(title === null || title === pull.title ? {} : { title: { from: pull.title } }),
    ...(text === null || text === pull.body ? {} : { body: { from: pull.body ?? "" } }),
    ...(base === null || base === pull.base ? {} : { base: { ref: { from: pull.base } } }),
  };
}

async function reopen(world: Call["world"], pull: Pull, by: string): Promise<void> {
  const head = world.git.ref(branchRef(pull.fork, pull.headRef));
  if (pull.merged !== null || head === null)
    throw invalid("PullRequest", "state", "state cannot be changed.");
  pull.state = "open";
  pull.closedAt = null;
  world.recordBase(pull, "reopened", by);
  pull.headSha = head;
  await world.git.move(`refs/pull/${pull.number}/head`, head);
  world.emitPull("reopened", pull, by);
}

async function listFiles(call: Call) {
  const pull = pullOf(call);
  const { git } = call.world;
  const base = git.ref(branchRef(null, pull.base));
  const common = base === null ? null : await git.tell("merge-base", base, pull.headSha);
  if (common === null) return listed(call, []);
  return listed(
    call,
    changedFiles(
      await git.repository.git("diff", "--name-status", "--no-renames", "-z", common, pull.headSha),
    ),
  );
}

async function listCommits(call: Call) {
  const pull = pullOf(call);
  const base = call.world.git.ref(branchRef(null, pull.base)) ?? pull.headSha;
  const shas = await call.world.git.repository.git("rev-list", "--reverse", `${base}..${pull.headSha}`);
  return listed(
    call,
    shas.split("\n").flatMap((sha) => (sha === "" ? [] : [{ sha }])),
  );
}
