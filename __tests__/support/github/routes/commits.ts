/** Commits, comparisons and merges of branches, from git alone. */
import { isJsonObject, type JsonObject } from "../../json-object.js";
import { objections, prohibitions } from "../protection.js";
import {
  type Call,
  created,
  invalid,
  NOTHING,
  notFound,
  ok,
  page,
  REPOSITORY,
  Refusal,
  type Route,
  required,
  textOf,
  textsOf,
} from "../route.js";

export const COMMIT_ROUTES: readonly Route[] = [
  /** https://docs.github.com/en/rest/git/commits#get-a-commit-object */
  { route: `GET ${REPOSITORY}/git/commits/{sha}`, needs: "contents: read", answer: readCommit },
  { route: `POST ${REPOSITORY}/git/commits`, needs: "contents: write", answer: createCommit },
  /** https://docs.github.com/en/rest/commits/commits#get-a-commit */
  { route: `GET ${REPOSITORY}/commits/{ref+}`, needs: "contents: read", answer: readCommit },
  { route: `GET ${REPOSITORY}/compare/{range+}`, needs: "contents: read", answer: compare },
  { route: `POST ${REPOSITORY}/merges`, needs: "contents: write", answer: mergeBranch },
];

async function readCommit(call: Call) {
  const { git } = call.world;
  const name = call.path.includes("/git/commits/") ? call.name("sha") : call.name("ref");
  const sha = await git.resolve(name);
  if (sha === null)
    throw call.path.includes("/git/") ? notFound() : new Refusal(422, `No commit found for SHA: ${name}`);
  const commit = await commitObject(call, sha);
  return ok(call.path.includes("/git/") ? commit : { ...listedCommit(sha, commit), files: [] });
}

/** As lists of commits have it: the commit of git stands in it without its id and parents. */
function listedCommit(id: string, whole: JsonObject): JsonObject {
  const { sha: _, parents, html_url: url, ...commit } = whole;
  return { sha: id, html_url: url, commit, parents };
}

async function commitObject(call: Call, sha: string): Promise<JsonObject> {
  const { world } = call;
  const known = world.commitObjects.get(sha);
  if (known !== undefined) return known;
  const format = "--format=%T%n%P%n%an%n%ae%n%at%n%cn%n%ce%n%ct%n%B";
  const lines = (await world.git.repository.git("show", "-s", format, sha)).split("\n");
  const [tree = "", parents = "", ...rest] = lines;
  const [authorName = "", authorEmail = "", authorDate = "", name = "", email = "", date = "", ...message] =
    rest;
  const found = presentCommit(call, {
    sha,
    tree,
    parents: parents.split(" ").filter((parent) => parent !== ""),
    author: { name: authorName, email: authorEmail, date: authorDate },
    committer: { name, email, date },
    message: message.join("\n"),
  });
  world.commitObjects.set(sha, found);
  return found;
}

interface Identity {
  readonly name: string;
  readonly email: string;
  /** Seconds since 1970, and a zone where it is to be written. */
  readonly date: string;
}

interface WrittenCommit {
  readonly sha: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Identity;
  readonly committer: Identity;
  readonly message: string;
}

function presentCommit({ world }: Call, commit: WrittenCommit): JsonObject {
  const { sha, tree, parents, author, committer, message } = commit;
  world.git.noteTree(tree);
  return {
    sha,
    url: `${world.repositoryUrl}/git/commits/${sha}`,
    html_url: `${world.htmlUrl}/commit/${sha}`,
    author: { ...author, date: inUtc(author.date) },
    committer: { ...committer, date: inUtc(committer.date) },
    message: message.trim(),
    tree: { sha: tree },
    parents: parents.map((parent) => ({ sha: parent })),
  };
}

/** https://docs.github.com/en/rest/using-the-rest-api/timezones-and-the-rest-api: answers are in UTC. */
function inUtc(date: string): string {
  return new Date(Number.parseInt(date) * 1000).toISOString().replace(".000Z", "Z");
}

/** https://docs.github.com/en/rest/git/commits#create-a-commit */
async function createCommit(call: Call) {
  const { git } = call.world;
  const parents = textsOf(call.body["parents"]);
  const tree = required(call.body, "tree", "Commit");
  const message = required(call.body, "message", "Commit");
  if ((await git.tree(tree)) === null) throw new Refusal(422, "Tree SHA does not exist");
  for (const parent of parents) {
    if ((await git.resolve(parent)) === null)
      throw new Refusal(422, "Parent SHA does not exist or is not a commit object");
  }
  const plan = { tree, parents, message };
  const author = identityIn(call.body["author"]);
  const committer = identityIn(call.body["committer"]) ?? author;
  if (author === null || committer === null) return created(await commitObject(call, await git.commit(plan)));
  const [by, as] = [author, committer].map(({ name, email, date }) => `${name} <${email}> ${date}`);
  const signature = textOf(call.body, "signature");
  const sha = await git.commitAs(plan, by ?? "", as ?? "", signature);
  const verification = await verificationOf(call, sha, signature, committer.email);
  const written = { ...presentCommit(call, { sha, ...plan, author, committer }), verification };
  call.world.commitObjects.set(sha, written);
  return created(written);
}

/** https://docs.github.com/en/rest/git/commits#create-a-commit: of signatures, only those by SSH are known here. */
async function verificationOf(
  { world }: Call,
  sha: string,
  signature: string | null,
  email: string,
): Promise<JsonObject> {
  const isKnown = signature !== null && (await world.git.tell("verify-commit", sha)) !== null;
  const isOwn = isKnown && world.signingKeys.has(email);
  if (isOwn) world.verifiedCommits.add(sha);
  const reason = signature === null ? "unsigned" : isOwn ? "valid" : isKnown ? "no_user" : "unknown_key";
  return { verified: isOwn, reason, signature, payload: null, verified_at: null };
}

/** As git writes it: the zone that was given stays. Null where nobody is named. */
function identityIn(given: unknown): Identity | null {
  if (!isJsonObject(given)) return null;
  const [name, email] = [required(given, "name", "Commit"), required(given, "email", "Commit")];
  if (/[<>\n\0]/.test(name + email)) throw invalid("Commit", "author", "author is not well-formed");
  const date = textOf(given, "date") ?? new Date().toISOString();
  const [, zone = "Z"] = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(Z|[+-]\d\d:\d\d)$/.exec(date) ?? [];
  if (Number.isNaN(Date.parse(date))) throw invalid("Commit", "date", "date is not a timestamp");
  const offset = zone === "Z" ? "+0000" : zone.replace(":", "");
  return { name, email, date: `${Math.floor(Date.parse(date) / 1000)} ${offset}` };
}

/** https://docs.github.com/en/rest/commits/commits#compare-two-commits */
async function compare(call: Call) {
  const { git } = call.world;
  const [base = "", head = ""] = call.name("range").split("...");
  const [from, to] = [await git.resolve(base), await git.resolve(head)];
  if (from === null || to === null) throw notFound();
  const lines =
    from === to
      ? []
      : (await git.repository.git("rev-list", "--left-right", "--reverse", `${from}...${to}`)).split("\n");
  const shas = lines.flatMap((line) => (line.startsWith(">") ? [line.slice(1)] : []));
  const [ahead, behind] = [shas.length, lines.length - shas.length];
  const isInLine = ahead === 0 || behind === 0;
  const common = isInLine ? (behind === 0 ? from : to) : await git.tell("merge-base", from, to);
  if (common === null) throw new Refusal(404, `No common ancestor between ${base} and ${head}.`);
  const { items, link } = page(call, shas);
  // Changed files are told with the first page only.
  const isFirst = ["1", null].includes(call.query.get("page"));
  const names = isFirst ? await git.repository.git("diff", "--name-status", "-z", common, to) : "";
  const commits = items.map(async (sha) => {
    return listedCommit(sha, await commitObject(call, sha));
  });
  const body = {
    status: ahead === 0 ? (behind === 0 ? "identical" : "behind") : behind === 0 ? "ahead" : "diverged",
    ahead_by: ahead,
    behind_by: behind,
    total_commits: ahead,
    base_commit: { sha: from },
    merge_base_commit: { sha: common },
    commits: await Promise.all(commits),
    ...(isFirst ? { files: changedFiles(names) } : {}),
  };
  return { status: 200, body, link };
}

const STATES: Readonly<Record<string, string>> = { A: "added", M: "modified", D: "removed", T: "changed" };

export function changedFiles(listing: string): readonly JsonObject[] {
  const words = listing.split("\0");
  const files: JsonObject[] = [];
  for (let at = 0; at + 1 < words.length; at += 2) {
    files.push({ filename: words[at + 1], status: STATES[words[at] ?? ""] ?? "modified" });
  }
  return files;
}

/** https://docs.github.com/en/rest/branches/branches#merge-a-branch */
async function mergeBranch(call: Call) {
  const { git } = call.world;
  const branch = required(call.body, "base", "Merge");
  const [base, head] = [
    git.ref(`refs/heads/${branch}`),
    await git.resolve(required(call.body, "head", "Merge")),
  ];
  if (base === null) throw new Refusal(404, "Base does not exist");
  if (head === null) throw new Refusal(404, "Head does not exist");
  if (await git.contains(base, head)) return NOTHING;
  const tree = await git.mergedTree(base, head);
  if (tree === null) throw new Refusal(409, "Merge Conflict");
  const message = textOf(call.body, "commit_message") ?? `Merge ${String(call.body["head"])} into ${branch}`;
  const merge = await git.commit({ tree, parents: [base, head], message });
  // GitHub signs what it merges.
  call.world.verifiedCommits.add(merge);
  const [reason] = [
    ...objections(call.world, { branch, to: merge, by: call.caller.login, pull: null }),
    ...(prohibitions(call.world, branch, call.caller.login).mergeCommits
      ? ["This branch must not contain merge commits."]
      : []),
  ];
  if (reason !== undefined) throw new Refusal(403, reason);
  if (!(await git.move(`refs/heads/${branch}`, merge, base))) throw new Refusal(409, "Merge Conflict");
  await call.world.settle(call.caller.login);
  return created({
    ...listedCommit(merge, await commitObject(call, merge)),
    parents: [{ sha: base }, { sha: head }],
  });
}
