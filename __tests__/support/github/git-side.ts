/**
 * The one bare repository that the API and git over HTTP both speak of. Forks are namespaces in it (gitnamespaces(7)), so
 * that a network of forks shares its objects as on GitHub. What refs say is remembered until something writes.
 */
import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type CommitId, commitId } from "../../../src/domain/ids.js";
import { GitRepository } from "../git-repository.js";
import { startProgramsElsewhere } from "../program-starter.js";
import { readRefs } from "../read-refs.js";

export const NO_COMMIT = "0".repeat(40);

export interface NewCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  readonly author?: string;
}

export class GitSide {
  readonly repository: GitRepository;
  #refs: ReadonlyMap<string, CommitId> = new Map();
  #reading: Promise<void> = Promise.resolve();
  readonly #known = new Set<string>();
  readonly #knownTrees = new Set<string>();
  readonly #contained = new Map<string, Promise<boolean>>();
  readonly #merged = new Map<string, Promise<string | null>>();

  private constructor(repository: GitRepository) {
    this.repository = repository;
  }

  static async create(): Promise<GitSide> {
    startProgramsElsewhere();
    const side = new GitSide(await GitRepository.create());
    const folder = side.repository.folder;
    await mkdir(join(folder, "hooks"));
    await writeFile(join(folder, "hooks/update"), UPDATE_HOOK, { mode: 0o755 });
    await appendFile(join(folder, "config"), SERVER_SETTINGS);
    await appendFile(
      join(folder, "config"),
      `[gpg "ssh"]\n\tallowedSignersFile = ${join(folder, "signers")}\n`,
    );
    await writeFile(join(folder, "signers"), "");
    return side;
  }

  /** To be called after anything wrote refs; one after the other, so that no earlier reading stands in the end. */
  refresh(): Promise<void> {
    this.#reading = this.#reading.catch(() => undefined).then(() => this.#read());
    return this.#reading;
  }

  async #read(): Promise<void> {
    this.#refs = await readRefs(this.repository.folder);
    for (const commit of this.#refs.values()) this.#known.add(commit);
  }

  ref(name: string): CommitId | null {
    return this.#refs.get(name) ?? null;
  }

  /** Names and commits of the base repository's own refs below a prefix. */
  refsBelow(prefix: string): readonly (readonly [string, CommitId])[] {
    return [...this.#refs].filter(([name]) => name.startsWith(prefix));
  }

  /** False when the ref is not what was expected; null expects or leaves no ref. */
  async move(name: string, to: string | null, from?: string | null): Promise<boolean> {
    const moved = await this.repository.moveRef(name, to, from);
    await this.refresh();
    return moved;
  }

  /** What git prints; null when it refuses. */
  tell(...words: readonly string[]): Promise<string | null> {
    return this.repository.git(...words).catch(() => null);
  }

  /** Null when there is no such commit. */
  async resolve(revision: string): Promise<CommitId | null> {
    const id = /^[0-9a-f]{40}$/.test(revision) ? commitId(revision) : null;
    const found = id ?? this.ref(revision) ?? this.ref(`refs/heads/${revision}`);
    if (found === null || this.#known.has(found)) return found;
    if (!(await this.repository.hasCommit(found))) return null;
    this.#known.add(found);
    return found;
  }

  contains(descendant: string, ancestor: string): Promise<boolean> {
    const find = async () => this.repository.isAncestor(ancestor, descendant);
    return this.#remembered(this.#contained, `${descendant} ${ancestor}`, find);
  }

  /** The tree of both together; null when they conflict. */
  mergedTree(ours: string, theirs: string): Promise<string | null> {
    const words = ["merge-tree", "--write-tree", "--no-messages", ours, theirs];
    return this.#remembered(this.#merged, `${ours} ${theirs}`, () => this.tell(...words));
  }

  /** Only what is said of commits by their ids holds forever. */
  #remembered<Value>(
    memory: Map<string, Promise<Value>>,
    key: string,
    find: () => Promise<Value>,
  ): Promise<Value> {
    const found = memory.get(key) ?? find();
    if (/^[0-9a-f]{40} [0-9a-f]{40}$/.test(key)) memory.set(key, found);
    return found;
  }

  /** GitHub is the committer of what it writes: https://docs.github.com/en/authentication/managing-commit-signature-verification/about-commit-signature-verification */
  async commit({ tree, parents, message, author }: NewCommit): Promise<CommitId> {
    const now = `${Math.floor(Date.now() / 1000)} +0000`;
    const whole = { tree, parents, message: `${message}\n` };
    const committer = `GitHub <noreply@github.com> ${now}`;
    return this.commitAs(whole, `${author ?? "GitHub <noreply@github.com>"} ${now}`, committer);
  }

  /** Whoever names an author gets no signature, so that the same commit twice is one. */
  async commitAs(
    { tree, parents, message }: NewCommit,
    author: string,
    committer: string,
    signature: string | null = null,
  ): Promise<CommitId> {
    const heads = [`tree ${tree}`, ...parents.map((parent) => `parent ${parent}`)];
    const gpgsig = signature === null ? [] : [`gpgsig ${signature.replaceAll("\n", "\n ")}`];
    const lines = [...heads, `author ${author}`, `committer ${committer}`, ...gpgsig, "", message];
    const commit = await this.repository.writeCommit(lines.join("\n"));
    this.#known.add(commit);
    return commit;
  }

  /** As an account adds a public SSH key for signatures. */
  async addSigner(email: string, publicKey: string): Promise<void> {
    await appendFile(join(this.repository.folder, "signers"), `${email} ${publicKey}\n`);
  }

  /** The id of a tree, or of that of a commit; null when there is none. What was there once stays. */
  async tree(id: string): Promise<string | null> {
    if (this.#knownTrees.has(id)) return id;
    const found = await this.repository.treeOf(id);
    if (found !== null) this.#knownTrees.add(found);
    return found;
  }

  /** Spares asking git for it. */
  noteTree(tree: string): void {
    this.#knownTrees.add(tree);
  }

  /** The commits of `head` one after the other onto `base`; null when one of them conflicts. */
  async rebased(base: string, head: string): Promise<CommitId | null> {
    const listed = await this.repository.git("rev-list", "--reverse", "--no-merges", `${base}..${head}`);
    let onto = base;
    for (const commit of listed.split("\n").filter((line) => line !== "")) {
      // This merge's base is the commit's parent, so that only its own change is taken.
      const place = {
        tree: (await this.tree(onto)) ?? "",
        parents: [await this.repository.git("rev-parse", `${commit}^`)],
      };
      const tree = await this.mergedTree(await this.commit({ ...place, message: "onto" }), commit);
      if (tree === null) return null;
      const [author = "", ...message] = (
        await this.repository.git("show", "-s", "--format=%an <%ae>%n%B", commit)
      ).split("\n");
      onto = await this.commit({ tree, parents: [onto], message: message.join("\n").trim(), author });
    }
    return commitId(onto);
  }

  remove(): Promise<void> {
    return this.repository.remove();
  }
}

/** Nobody pushes to `refs/pull`, and forks do not show: https://docs.github.com/en/pull-requests/collaborating-with-pull-requests/reviewing-changes-in-pull-requests/checking-out-pull-requests-locally */
const SERVER_SETTINGS = `[http]
	receivepack = true
[uploadpack]
	allowFilter = true
	allowAnySHA1InWant = true
[receive]
	hideRefs = refs/pull
[transfer]
	hideRefs = refs/namespaces
`;

/**
 * The hook that git runs for each ref of a push. What can be known before the push is told to it per ref in
 * `PUSH_REFUSALS`; what only the pushed objects show, it looks at itself. Branch protection and rulesets refuse in words
 * of their own, as people report them: https://github.com/gleam-lang/gleam/pull/6080
 */
const UPDATE_HOOK = `#!/bin/sh
refuse() { printf 'error: GH006: Protected branch update failed for %s.\\nerror: %s\\n' "$1" "$2" >&2; exit 1; }
violates() {
  printf 'error: GH013: Repository rule violations found for %s.\\n' "$1" >&2
  printf 'Review all repository rules at https://github.test/rules\\n\\n' >&2
  printf '%s\\n' "$2" | tr '|' '\\n' | sed 's/^/- /' >&2
  exit 1
}
known=$(printf '%s\\n' "$PUSH_REFUSALS" | grep -F -e "$1	" | head -n 1 | cut -f 2-)
zero=0000000000000000000000000000000000000000
words=$known
[ "\${known#refuse: }" != "$known" ] && refuse "$1" "\${known#refuse: }"
[ "\${known#violates: }" != "$known" ] && violates "$1" "\${known#violates: }"
for word in $words; do
  case "$word" in
    keep-history)
      [ "$2" = "$zero" ] || [ "$3" = "$zero" ] || git merge-base --is-ancestor "$2" "$3" ||
        refuse "$1" "Cannot force-push to this branch" ;;
    signed)
      new="$2..$3"
      [ "$2" = "$zero" ] && new="$3 --not --branches"
      for commit in $(git rev-list $new); do
        git log -1 --format='%ce' "$commit" | grep -q '^noreply@github.com$' && continue
        git verify-commit "$commit" 2>/dev/null ||
          violates "$1" "Commits must have verified signatures."
      done ;;
    no-merges)
      [ "$2" = "$zero" ] || [ "$3" = "$zero" ] || [ -z "$(git rev-list --merges "$2..$3")" ] ||
        refuse "$1" "This branch must not contain merge commits." ;;
  esac
done
[ -z "$REFUSE_WORKFLOWS" ] || [ "$3" = "$zero" ] && exit 0
git ls-tree -r "$3" .github/workflows | while read -r mode type blob path; do
  for branch in $(git for-each-ref --format='%(refname)' refs/heads); do
    [ "$(git rev-parse -q --verify "$branch:$path")" = "$blob" ] && continue 2
  done
  echo "error: refusing to allow a GitHub App to create or update workflow $path without workflows permission" >&2
  exit 1
done || exit 1
`;
