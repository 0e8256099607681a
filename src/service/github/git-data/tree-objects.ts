/**
 * Reads trees, one level at a time: https://docs.github.com/en/rest/git/trees#get-a-tree. GitHub truncates large trees;
 * a truncated tree is reported as too large and never used.
 */
import * as z from "zod/mini";
import type { TreeId } from "../../../domain/ids.js";
import { isCommitId, treeId } from "../../../domain/ids.js";
import { Memo } from "../../../domain/memo.js";
import { GitError } from "../../ports/world-error.js";
import { read } from "../api/answers.js";
import type { Place } from "./refs.js";

export interface Folder {
  /** By name: mode and object id in one string. Files, symbolic links and submodules. */
  readonly files: ReadonlyMap<string, string>;
  readonly folders: ReadonlyMap<string, TreeId>;
  /** Names that are not valid UTF-8: two different names may decode to the same text. */
  readonly ambiguous: ReadonlySet<string>;
}

const treeAnswer = z.object({
  truncated: z.optional(z.boolean()),
  tree: z.array(
    z.object({
      path: z.string(),
      mode: z.string(),
      type: z.string(),
      sha: z.string().check(z.refine(isCommitId)),
    }),
  ),
});

const EMPTY: Folder = { files: new Map(), folders: new Map(), ambiguous: new Set() };
const MAX_REMEMBERED = 2_000;

export class TreeObjects {
  readonly #place: Place;
  readonly #known = new Memo<Folder>(MAX_REMEMBERED);

  constructor(place: Place) {
    this.#place = place;
  }

  /** Empty for a missing folder; "tooLarge" where GitHub truncates it. */
  async read(tree: TreeId | null): Promise<Folder | "tooLarge"> {
    if (tree === null) return EMPTY;
    const known = this.#known.get(tree);
    if (known !== undefined) return known;
    const { calls, repository } = this.#place;
    const answer = await calls.read(repository, "/git/trees/{sha}", { sha: tree });
    if (answer === null) throw new GitError(`GitHub does not find tree ${tree} at the moment`, true);
    const { tree: entries, truncated } = read(treeAnswer, answer, `tree ${tree}`);
    if (truncated === true) return "tooLarge";
    const folder = folderOf(entries);
    this.#known.set(tree, folder);
    return folder;
  }
}

function folderOf(entries: z.infer<typeof treeAnswer>["tree"]): Folder {
  const files = new Map<string, string>();
  const folders = new Map<string, TreeId>();
  const ambiguous = new Set<string>();
  for (const { path, mode, type, sha } of entries) {
    if (path.includes("\ufffd") || files.has(path) || folders.has(path)) ambiguous.add(path);
    if (type === "tree") folders.set(path, treeId(sha));
    else files.set(path, `${mode} ${sha}`);
  }
  return { files, folders, ambiguous };
}
