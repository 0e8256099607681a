/** Files of a branch, from git alone. Follows https://docs.github.com/en/rest/repos/contents */
import { objections } from "../protection.js";
import { type Call, notFound, ok, REPOSITORY, Refusal, type Route, required, textOf } from "../route.js";

export const CONTENT_ROUTES: readonly Route[] = [
  { route: `GET ${REPOSITORY}/contents/{path+}`, needs: "contents: read", answer: readContents },
  { route: `PUT ${REPOSITORY}/contents/{path+}`, needs: "contents: write", answer: writeFile },
];

function defaultBranch({ world }: Call): string {
  const name = world.facts["default_branch"];
  return typeof name === "string" ? name : "main";
}

async function readContents(call: Call) {
  const { git } = call.world;
  const path = call.name("path");
  const commit = await git.resolve(call.query.get("ref") ?? defaultBranch(call));
  const type = commit === null ? null : await git.tell("cat-file", "-t", `${commit}:${path}`);
  if (commit === null || type === null) throw notFound();
  if (type.trim() === "tree") {
    const listed = await git.repository.git("ls-tree", "-z", `${commit}:${path}`);
    const lines = listed.split("\0").filter((line) => line !== "");
    return ok(
      lines.map((line) => {
        const [, kind, sha, name] = /^\d+ (\w+) (\w+)\t([^]*)$/.exec(line) ?? [];
        return { type: kind === "tree" ? "dir" : "file", name, path: `${path}/${name}`, sha };
      }),
    );
  }
  const sha = (await git.repository.git("rev-parse", `${commit}:${path}`)).trim();
  const text = await git.repository.git("cat-file", "blob", sha);
  // The last line break was cut off.
  const isCut = Number(await git.repository.git("cat-file", "-s", sha)) > Buffer.byteLength(text);
  const content = Buffer.from(isCut ? `${text}\n` : text)
    .toString("base64")
    .replaceAll(/.{60}/g, "$&\n");
  return ok({ type: "file", name: path.split("/").at(-1), path, sha, encoding: "base64", content });
}

/** A file that is there is replaced only with its present id. */
async function writeFile(call: Call) {
  const { world, caller, body } = call;
  const path = call.name("path");
  const branch = textOf(body, "branch") ?? defaultBranch(call);
  const parent = world.git.ref(`refs/heads/${branch}`);
  if (parent === null) throw new Refusal(404, `Branch ${branch} not found`);
  if (path.startsWith(".github/workflows/") && caller.permissions?.["workflows"] !== "write") {
    throw new Refusal(403, "Resource not accessible by integration");
  }
  const [reason] = objections(world, { branch, to: parent, by: caller.login, pull: null });
  if (reason !== undefined) throw new Refusal(409, reason);
  const known = (await world.git.tell("rev-parse", `${parent}:${path}`))?.trim() ?? null;
  const given = textOf(body, "sha");
  if (given !== known) throw new Refusal(409, `${path} does not match ${given ?? "nothing"}`);
  const text = Buffer.from(required(body, "content", "Commit"), "base64").toString();
  const commit = await world.git.repository.commit({
    parents: [parent],
    files: { [path]: text },
    message: `${required(body, "message", "Commit")}\n`,
    seconds: 1_700_000_000 + world.newId(),
    refs: [`refs/heads/${branch}`],
  });
  await world.git.refresh();
  await world.settle(caller.login);
  return { status: known === null ? 201 : 200, body: { content: { path }, commit: { sha: commit } } };
}
