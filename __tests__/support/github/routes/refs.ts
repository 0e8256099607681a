/** Refs, branches and commits, from git alone. Follows https://docs.github.com/en/rest/git/refs and .../rest/branches/branches */
import type { JsonObject } from "../../json-object.js";
import { objections, prohibitions, protectionOf } from "../protection.js";
import {
  type Call,
  created,
  listed,
  NOTHING,
  notFound,
  ok,
  REPOSITORY,
  Refusal,
  type Route,
  required,
} from "../route.js";

export const REF_ROUTES: readonly Route[] = [
  { route: `GET ${REPOSITORY}/git/ref/{ref+}`, needs: "contents: read", answer: (call) => ok(readRef(call)) },
  {
    route: `GET ${REPOSITORY}/git/matching-refs/{ref+}`,
    needs: "contents: read",
    answer: (call) => {
      const below = call.world.git.refsBelow(`refs/${call.name("ref")}`);
      return listed(
        call,
        below.map(([name, sha]) => presentRef(call, name, sha)),
      );
    },
  },
  { route: `POST ${REPOSITORY}/git/refs`, needs: "contents: write", answer: createRef },
  { route: `PATCH ${REPOSITORY}/git/refs/{ref+}`, needs: "contents: write", answer: updateRef },
  { route: `DELETE ${REPOSITORY}/git/refs/{ref+}`, needs: "contents: write", answer: deleteRef },
  { route: `GET ${REPOSITORY}/branches`, needs: "contents: read", answer: listBranches },
  { route: `GET ${REPOSITORY}/branches/{branch+}`, needs: "contents: read", answer: readBranch },
];

function readRef(call: Call): JsonObject {
  const name = `refs/${call.name("ref")}`;
  const sha = call.world.git.ref(name);
  if (sha === null || hidden(name)) throw notFound();
  return presentRef(call, name, sha);
}

function hidden(name: string): boolean {
  return name.startsWith("refs/namespaces/");
}

function presentRef(call: Call, ref: string, sha: string): JsonObject {
  const url = `${call.world.repositoryUrl}/git`;
  return {
    ref,
    node_id: `REF_${ref}`,
    url: `${url}/${ref}`,
    object: { sha, type: "commit", url: `${url}/commits/${sha}` },
  };
}

/** https://docs.github.com/en/rest/git/refs#create-a-reference */
async function createRef(call: Call) {
  const { git } = call.world;
  const ref = required(call.body, "ref", "Reference");
  const sha = required(call.body, "sha", "Reference");
  if (!/^refs\/[^/]+\/./.test(ref))
    throw new Refusal(422, "Reference name must start with 'refs' and have at least two slashes.");
  const isPlain = /^(?:\/?[\w-]+)+$/.test(ref);
  if (!isPlain && (await git.tell("check-ref-format", ref)) === null)
    throw new Refusal(422, `${ref} is not a valid ref name.`);
  if ((await git.resolve(sha)) === null) throw new Refusal(422, "Object does not exist");
  if (git.ref(ref) !== null) throw new Refusal(422, "Reference already exists");
  if (!(await git.move(ref, sha, null))) throw new Refusal(422, "Reference already exists");
  await call.world.settle(call.caller.login);
  return created(presentRef(call, ref, sha));
}

/** https://docs.github.com/en/rest/git/refs#update-a-reference */
async function updateRef(call: Call) {
  const { git } = call.world;
  const ref = `refs/${call.name("ref")}`;
  const sha = required(call.body, "sha", "Reference");
  const from = git.ref(ref);
  if (from === null) throw new Refusal(422, "Reference does not exist");
  if ((await git.resolve(sha)) === null) throw new Refusal(422, "Object does not exist");
  const forced = call.body["force"] === true;
  if (!forced && !(await git.contains(sha, from))) throw new Refusal(422, "Update is not a fast forward");
  refuseProtected(call, ref, sha, forced);
  if (!(await git.move(ref, sha, from))) throw new Refusal(422, "Update is not a fast forward");
  await call.world.settle(call.caller.login);
  return ok(presentRef(call, ref, sha));
}

function refuseProtected(call: Call, ref: string, to: string, forced: boolean): void {
  const branch = ref.replace("refs/heads/", "");
  if (forced && prohibitions(call.world, branch, call.caller.login).forcePush) {
    throw new Refusal(422, "Cannot force-push to this branch");
  }
  const [reason] = objections(call.world, { branch, to, by: call.caller.login, pull: null });
  if (reason !== undefined) throw new Refusal(422, reason);
}

/** https://docs.github.com/en/rest/git/refs#delete-a-reference */
async function deleteRef(call: Call) {
  const ref = `refs/${call.name("ref")}`;
  if (call.world.git.ref(ref) === null) throw new Refusal(422, "Reference does not exist");
  if (prohibitions(call.world, ref.replace("refs/heads/", ""), call.caller.login).deletion) {
    throw new Refusal(422, "Cannot delete this branch");
  }
  await call.world.git.move(ref, null);
  await call.world.settle(call.caller.login);
  return NOTHING;
}

function listBranches(call: Call) {
  const heads = call.world.git.refsBelow("refs/heads/");
  return listed(
    call,
    heads.map(([name, sha]) => presentBranch(call, name.slice("refs/heads/".length), sha)),
  );
}

function readBranch(call: Call) {
  const name = call.name("branch");
  const sha = call.world.git.ref(`refs/heads/${name}`);
  const present = call.world.renamedBranches.get(name);
  if (sha === null && present !== undefined) return movedTo(call, present);
  if (sha === null) throw new Refusal(404, "Branch not found");
  return ok(presentBranch(call, name, sha));
}

/** The 301 of https://docs.github.com/en/rest/branches/branches#get-a-branch */
function movedTo({ world }: Call, branch: string) {
  const location = `${world.repositoryUrl}/branches/${encodeURIComponent(branch)}`;
  return { status: 301, body: { message: "Moved Permanently", url: location }, location };
}

function presentBranch({ world }: Call, name: string, sha: string): JsonObject {
  const protection = protectionOf(world, name);
  const contexts = protection?.requiredChecks.map(({ context }) => context) ?? [];
  return {
    name,
    commit: { sha, url: `${world.repositoryUrl}/commits/${sha}` },
    protected: protection !== undefined,
    protection: {
      enabled: protection !== undefined,
      required_status_checks: {
        enforcement_level:
          contexts.length === 0 ? "off" : protection?.enforceAdmins === true ? "everyone" : "non_admins",
        contexts,
        checks: protection?.requiredChecks.map(({ context, appId }) => ({ context, app_id: appId })) ?? [],
      },
    },
    protection_url: `${world.repositoryUrl}/branches/${name}/protection`,
  };
}
