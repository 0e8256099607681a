/**
 * What else makes everything impacted where manifests cannot be read. The trees are read again without these files, and
 * nothing is reported about the files that they may concern.
 */
import type { AllCause, ChangedFile, RestOfAnswer, SourceAnswer, SourceContext } from "../../source.js";
import type { Tree, TreeEntry } from "../../tree.js";
import { directoryOf, fileNameOf } from "../../tree-paths.js";
import { isWithin, UnreadableManifest } from "./ecosystem.js";

type Targets = Extract<SourceAnswer, { readonly kind: "targets" }>;

/** Throws `UnreadableManifest` while it needs one of the trees. */
export type AnswerFrom = (open: SourceContext) => Promise<Targets>;

/** Besides the first cause, which is known. */
export async function despiteUnreadable(
  context: SourceContext,
  first: AllCause,
  answer: AnswerFrom,
): Promise<RestOfAnswer> {
  const causes = new Map<string, AllCause>();
  const others = () =>
    [...causes.values()].filter(({ subject, rule }) => subject !== first.subject || rule !== first.rule);
  const hidden = new Map<string, Replacement>();
  for (;;) {
    context.signal.throwIfAborted();
    const open = hidden.size === 0 ? context : withoutFiles(context, hidden);
    try {
      const known = await answer(open);
      return { causes: others(), known: { context: open, answer: judged(known, open, hidden) } };
    } catch (error) {
      if (!(error instanceof UnreadableManifest)) throw error;
      let hidesMore = false;
      for (const one of [error, ...error.others]) {
        const { path, problem } = one;
        causes.set(JSON.stringify([path, problem]), unreadableCause(one));
        const before = hidden.get(path);
        const after = before === undefined && fileNameOf(path) === "package.json" ? "empty" : "absent";
        hidesMore ||= before !== after;
        hidden.set(path, after);
      }
      if (!hidesMore) return { causes: others(), known: null };
    }
  }
}

export function unreadableCause({ path, problem }: UnreadableManifest): AllCause {
  const hint = "Correct the manifest, or remove it from the workspace.";
  return { subject: path, rule: problem, hint };
}

/** Whether a place belongs to a package whose manifest was left out, so that its owner is unknown. */
export function hasUnknownOwner({ base }: SourceContext, path: string): boolean {
  return base instanceof TreeWithout && [...base.hidden.keys()].some((one) => isAround(one, path));
}

function isAround(hidden: string, path: string): boolean {
  return path === hidden || isWithin(path, directoryOf(hidden));
}

/** An empty `package.json` leaves a member where it is. */
type Replacement = "empty" | "absent";

/** Files that a hidden manifest may concern count as owned. */
function judged(answer: Targets, { changed }: SourceContext, hidden: ReadonlyMap<string, Replacement>) {
  const isUnknown = ({ path }: ChangedFile) =>
    [...hidden].some(
      ([one, replacement]) =>
        isAround(one, path) ||
        // A lock file or root above knows the package that is left out.
        (replacement === "absent" && answer.disowned?.has(path) === true && isWithin(one, directoryOf(path))),
    );
  const owned = new Set([...answer.owned, ...changed.filter(isUnknown).map(({ path }) => path)]);
  return { ...answer, owned };
}

function withoutFiles(context: SourceContext, hidden: ReadonlyMap<string, Replacement>): SourceContext {
  const [base, head] = [context.base, context.head].map((tree) => new TreeWithout(tree, new Map(hidden)));
  return { ...context, base: base ?? context.base, head: head ?? context.head };
}

const EMPTY = "{}";

class TreeWithout implements Tree {
  readonly commit: string;
  readonly hidden: ReadonlyMap<string, Replacement>;
  readonly #tree: Tree;

  constructor(tree: Tree, hidden: ReadonlyMap<string, Replacement>) {
    this.commit = tree.commit;
    this.#tree = tree;
    this.hidden = hidden;
  }

  async entries(): Promise<ReadonlyMap<string, TreeEntry>> {
    const entries = new Map(await this.#tree.entries());
    for (const [path, replacement] of this.hidden) {
      if (replacement === "absent") entries.delete(path);
      else if (entries.has(path)) entries.set(path, { path, kind: "file", id: `replaced by ${EMPTY}` });
    }
    return entries;
  }

  async read(paths: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    const entries = await this.#tree.entries();
    const contents = new Map(await this.#tree.read(this.#shown(paths)));
    for (const path of paths)
      if (this.hidden.get(path) === "empty" && entries.has(path)) contents.set(path, Buffer.from(EMPTY));
    return contents;
  }

  naming(words: readonly string[], pathspecs: readonly string[]): Promise<readonly string[] | null> {
    return this.#tree.naming(words, pathspecs);
  }

  readLinks(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.#tree.readLinks(this.#shown(paths));
  }

  #shown(paths: readonly string[]): readonly string[] {
    return paths.filter((path) => !this.hidden.has(path));
  }
}
