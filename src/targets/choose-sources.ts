/** Loads the sources that the user names, or the source that `auto` detects for the repository. */
import type { AllCause, Source, SourceMaterial } from "./source.js";
import { SourceError } from "./source.js";
import type { SourceChoice } from "./source-choice.js";
import { SOURCE_NAMES, SOURCES } from "./sources/sources.js";
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
  | { readonly kind: "source"; readonly source: Source; readonly notes: readonly string[] }
  | { readonly kind: "all"; readonly cause: AllCause };

export interface Detection {
  readonly readFile: ReadFile;
  /** Why a source may not be used here, as a sentence without its full stop; null when it may. */
  readonly objection: (source: Source) => string | null;
}

/**
 * The first source that fits both trees and may be used here. A change that makes another source fit also changes the
 * names of targets. Throws `SourceError` when only sources fit that may not be used.
 */
export async function detectSource(base: Tree, head: Tree, detection: Detection): Promise<Detected> {
  const after = await fittingIn(head, detection);
  const before = await fittingIn(base, detection);
  if (after.first === null || before.first === null) {
    const [refused] = [...after.refused, ...before.refused];
    if (refused !== undefined) throw new SourceError(refused.objection);
    const rule = "no built-in source fits this repository";
    return all(rule, "Name the source to use, such as paths with your own mapping.");
  }
  const [now, earlier] = [after.first, before.first].map(({ source }) => source.name);
  if (now !== earlier) {
    const rule = `with this change ${now} fits instead of ${earlier}, and the two name targets differently`;
    return all(rule, "Name the source to use instead of auto.");
  }
  const { source, because } = after.first;
  const notes = after.refused.map((one) => passedOver(one, source));
  return { kind: "source", source, notes: [...notes, `auto chose ${source.name}, because of ${because}.`] };
}

interface Fitting {
  readonly source: Source;
  /** The file that shows it. */
  readonly because: string;
}

interface Refused extends Fitting {
  readonly objection: string;
}

interface FoundFitting {
  readonly first: Fitting | null;
  /** Sources that fit and come before it. */
  readonly refused: readonly Refused[];
}

async function fittingIn(tree: Tree, { readFile, objection }: Detection): Promise<FoundFitting> {
  const refused: Refused[] = [];
  for (const name of SOURCE_NAMES.filter((one) => SOURCES[one].isForAuto)) {
    const source = await load(name, null, readFile);
    const because = await source.detect(tree);
    if (because === null) continue;
    const problem = objection(source);
    if (problem === null) return { first: { source, because }, refused };
    refused.push({ source, because, objection: problem });
  }
  return { first: null, refused };
}

/** Two lists are compared by name, so all pull requests need lists of one source. */
function passedOver({ source, because, objection }: Refused, instead: Source): string {
  return `auto did not choose ${source.name}, although ${because} is there: ${objection}. Name ${instead.name} as the source if other jobs compute lists, too, because the two may name targets differently.`;
}

function all(rule: string, hint: string): Detected {
  return { kind: "all", cause: { subject: "auto", rule, hint } };
}
