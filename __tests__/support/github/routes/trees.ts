/** Trees, from git alone. Follows https://docs.github.com/en/rest/git/trees#get-a-tree */
import { type Call, notFound, ok, REPOSITORY, type Route } from "../route.js";

export const TREE_ROUTES: readonly Route[] = [
  { route: `GET ${REPOSITORY}/git/trees/{sha+}`, needs: "contents: read", answer: readTree },
];

async function readTree(call: Call) {
  const { git, mostTreeEntries } = call.world;
  const name = call.name("sha");
  const commit = /^[0-9a-f]{40}$/.test(name) ? name : await git.resolve(name);
  const sha = commit === null ? null : await git.tell("rev-parse", "-q", "--verify", `${commit}^{tree}`);
  if (sha === null) throw notFound();
  const recursive = call.query.get("recursive") === null ? [] : ["-r", "-t"];
  const entries = (await git.repository.git("ls-tree", "-z", ...recursive, sha))
    .split("\0")
    .filter((line) => line !== "")
    .map((line) => {
      const [, mode, type, id, path] = /^(\d+) (\w+) (\w+)\t([^]*)$/.exec(line) ?? [];
      return { path, mode, type, sha: id };
    });
  const truncated = entries.length > mostTreeEntries;
  return ok({ sha, tree: entries.slice(0, mostTreeEntries), truncated });
}
