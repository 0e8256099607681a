/** Reads the impacted targets that a call gives, as the body of the upload, and says when they are not sent as given. */
import {
  allTargetsBody,
  type TargetsBody,
  TargetsBodyBuilder,
  type TargetsEnvelope,
  warningOfLikeAll,
} from "../../client/targets-body.js";
import { shown } from "../../client/words.js";
import { type ListEnd, ListFormatError, readTargetList, type TakeName } from "../../targets/sources/list.js";
import { meansAll, problemOfName } from "../../targets/sources/no-names.js";
import type { Given } from "./client-command.js";
import { readPieces } from "./input-text.js";
import { UsageError } from "./usage-error.js";

/** Says that nothing is impacted when it is the only name. */
const NONE = "[]";

/** Throws `UsageError` when there is no list, or more than one. */
export async function readTargets(given: Given, envelope: TargetsEnvelope): Promise<TargetsBody> {
  const { options } = given;
  const [, ...names] = given.words;
  const path = options.value("file");
  const sources = [names.length > 0, path !== undefined, options.isGiven("all")].filter(Boolean);
  if (sources.length !== 1) {
    const found = sources.length === 0 ? "are missing" : "are given twice";
    throw new UsageError(`The impacted targets ${found}; expected names, --file, or --all.`);
  }
  if (options.isGiven("all")) return allTargetsBody(envelope);
  const builder = new TargetsBodyBuilder(envelope);
  const warnings = new Set<string>();
  const take = (name: string) => {
    const warning = warningOfLikeAll(name);
    if (warning !== null) warnings.add(warning);
    return builder.add(name);
  };
  const end = path === undefined ? takeNames(names, take) : await takeFile(path, given, take);
  for (const warning of warnings) given.screen.warn(warning);
  switch (end) {
    case "complete":
    case "stopped":
    case "emptyArray":
      return builder.finish();
    case "all":
      return allTargetsBody(envelope);
    case "empty":
      given.screen.warn('the list of targets is empty, so "ALL" is sent; an empty list is written as []');
      return allTargetsBody(envelope);
  }
}

/**
 * Each argument is one name, but for blank ones, which variables that are not set leave. Throws `UsageError` for one that
 * is a list itself, or what programs print for a missing value: as a name it would match no other list.
 */
function takeNames(words: readonly string[], take: TakeName): ListEnd {
  const names = words.filter((word) => word.trim() !== "");
  const [first, second] = names;
  if (first === undefined) return "empty";
  if (names.every(meansAll)) return "all";
  if (first === NONE && second === undefined) return "emptyArray";
  for (const name of names) {
    const problem = isList(name) ? "is a list; give it with --file" : problemOfName(name);
    if (problem !== null) throw new UsageError(`The argument ${shown(name)} is no target: it ${problem}.`);
  }
  return names.every(take) ? "complete" : "stopped";
}

function isList(word: string): boolean {
  if (/[\n\r]/.test(word)) return true;
  try {
    return typeof JSON.parse(word) === "object" && word !== "null";
  } catch {
    return false;
  }
}

async function takeFile(path: string, given: Given, take: TakeName): Promise<ListEnd> {
  const source = `--file ${shown(path)}`;
  try {
    return await readTargetList(readPieces(path, source, given), take);
  } catch (error) {
    if (!(error instanceof ListFormatError)) throw error;
    throw new UsageError(`${source} is no list of targets: ${error.message}.`, { cause: error });
  }
}
