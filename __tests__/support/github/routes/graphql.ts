/**
 * The one mutation that the service asks GraphQL for. Follows https://docs.github.com/en/graphql/reference/git#updaterefs;
 * a refusal is an answer with `errors`: https://docs.github.com/en/graphql/guides/using-graphql-clients
 */
import { isJsonObject } from "../../json-object.js";
import { mayDo } from "../caller.js";
import { objections, prohibitions } from "../protection.js";
import { type Call, memberOf, ok, Refusal, type Route } from "../route.js";

export const GRAPHQL_ROUTES: readonly Route[] = [{ route: "POST /graphql", answer: answerQuery }];

async function answerQuery(call: Call) {
  const { query, variables } = call.body;
  if (typeof query !== "string" || !isJsonObject(variables)) throw new Refusal(400, "A query is missing");
  if (!/\bupdateRefs\b/.test(query)) throw new Refusal(400, "The counterpart knows updateRefs only");
  const failure = await moveRef(call, variables);
  const answered = { updateRefs: failure === null ? { clientMutationId: null } : null };
  return ok({
    data: answered,
    ...(failure === null ? {} : { errors: [{ ...failure, path: ["updateRefs"] }] }),
  });
}

interface QueryFailure {
  readonly type: string;
  readonly message: string;
}

async function moveRef(call: Call, given: unknown): Promise<QueryFailure | null> {
  const { world, caller } = call;
  const { git } = world;
  const [repository, ref, from, to] = ["repository", "name", "from", "to"].map((name) =>
    String(memberOf(given, name)),
  );
  if (repository !== world.repositoryObject["node_id"] || ref === undefined || to === undefined) {
    return {
      type: "NOT_FOUND",
      message: `Could not resolve to a node with the global id of '${repository ?? ""}'`,
    };
  }
  if (!mayDo(caller, "contents: write"))
    return { type: "FORBIDDEN", message: "Resource not accessible by integration" };
  const stands = git.ref(ref);
  if (stands === null || stands !== from)
    return unprocessable(`Reference ${ref} is at ${stands ?? "nothing"} but expected ${from ?? ""}`);
  if ((await git.tell("cat-file", "-e", `${to}^{commit}`)) === null)
    return unprocessable("Object does not exist");
  if (!(await git.contains(to, stands))) return unprocessable("Update is not a fast forward");
  const branch = ref.replace("refs/heads/", "");
  const reasons = objections(world, { branch, to, by: caller.login, pull: null });
  const merges = await git.tell("rev-list", "--merges", `${stands}..${to}`);
  const isTwisted = prohibitions(world, branch, caller.login).mergeCommits && merges !== "";
  const all = [...reasons, ...(isTwisted ? ["This branch must not contain merge commits."] : [])];
  if (all.length > 0) return unprocessable(`Repository rule violations found\n\n${all.join("\n\n")}`);
  if (!(await git.move(ref, to, stands))) return unprocessable(`Reference ${ref} cannot be locked`);
  await world.settle(caller.login);
  return null;
}

function unprocessable(message: string): QueryFailure {
  return { type: "UNPROCESSABLE", message };
}
