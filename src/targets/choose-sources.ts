/** Loads the sources that the user names, or the source that `auto` detects for the repository. */
import type { AllCause, Source, SourceMaterial } from "./source.js";
import { SourceError } from "./source.js";
import type { SourceChoice } from "./source-choice.js";
import { SOURCE_NAMES, SOURCES, type SourceName } from "./sources/sources.js";
import type { Tree } from "./tree.js";

type ReadFile = SourceMaterial["readFile"];

export async function loadSources(
  choices: readonly SourceChoice[],
  readFile: ReadFile,
): Promise<readonly Source[]> {
  return Promise.all(choices.map(({ name, argument }) => load(name, argument, readFile)));
}

async function load(
  name: SourceChoice["name"],
  argument: string | null,
  readFile: ReadFile,
): Promise<Source> {
  const source = SOURCES[name];
  if (argument !== null && source.argument === null)
    throw new SourceError(`${name} takes no argument after =`);
  return source.load({ argument, readFile });
}

export type Detected =
  | { readonly kind: "source"; readonly source: Source; readonly note: string }
  | { readonly kind: "all"; readonly cause: AllCause };

/** The source that fits both trees. A change that makes another source fit also changes the names of targets. */
export async function detectSource(base: Tree, head: Tree, readFile: ReadFile): Promise<Detected> {
  // What a source has read of one tree, it does not read again.
  const sources = new Map<SourceName, Source>();
  const after = await firstFitting(head, sources, readFile);
  const before = await firstFitting(base, sources, readFile);
  if (after === null || before === null) {
    const rule = "no built-in source fits this repository";
    return all(rule, "Name the source to use, such as paths with your own mapping.");
  }
  if (after.source.name !== before.source.name) {
    const rule = `with this change ${after.source.name} fits instead of ${before.source.name}, and the two name targets differently`;
    return all(rule, "Name the source to use instead of auto.");
  }
  const { source, because } = after;
  return { kind: "source", source, note: `auto chose ${source.name}, because of ${because}.` };
}

interface Fitting {
  readonly source: Source;
  readonly because: string;
}

async function firstFitting(
  tree: Tree,
  sources: Map<SourceName, Source>,
  readFile: ReadFile,
): Promise<Fitting | null> {
  for (const name of SOURCE_NAMES.filter((one) => SOURCES[one].isForAuto)) {
    const source = sources.get(name) ?? (await load(name, null, readFile));
    sources.set(name, source);
    const because = await source.detect(tree);
    if (because !== null) return { source, because };
  }
  return null;
}

function all(rule: string, hint: string): Detected {
  return { kind: "all", cause: { subject: "auto", rule, hint } };
}
