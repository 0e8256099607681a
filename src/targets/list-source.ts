/**
 * The source `list`: a list made elsewhere, from a file or from the output of a command. It owns every changed file.
 */
import { errorText } from "../domain/thrown.js";
import type { Cause, Source, SourceAnswer, SourceMaterial } from "./source.js";
import { SourceError } from "./source.js";
import { ListFormatError, readTargetList } from "./sources/list/list.js";

/** More than a request may hold: reading stops early for a list that cannot be sent. */
const MOST_CHARACTERS = 20 * 1024 * 1024;

/** Throws `SourceError` when no file is named. */
export function listSource({ argument, readFile }: SourceMaterial): Source {
  if (argument === null) throw new SourceError("list needs a file: list=targets.txt");
  return {
    name: "list",
    runsRepositoryCode: false,
    decidingFiles: [argument],
    detect: () => Promise.resolve(null),
    answer: async ({ changed }) => {
      const targets = new Map<string, Cause>();
      const end = await readNames(argument, readFile, targets);
      switch (end) {
        case "complete":
        case "emptyArray":
          return { kind: "targets", targets, owned: new Set(changed.map(({ path }) => path)) };
        case "all":
          return all(argument, "the list is ALL", null);
        case "empty":
          return all(
            argument,
            "the list is empty, and only [] means that nothing is impacted",
            "Write [] instead.",
          );
        case "stopped":
          return all(argument, "the list is too long for one request", "Name coarser targets.");
      }
    },
    dependents: () => Promise.resolve(new Map()),
  };
}

async function readNames(path: string, readFile: SourceMaterial["readFile"], targets: Map<string, Cause>) {
  let characters = 0;
  const cause: Cause = { kind: "named", by: path }; // One object for all names: there may be very many.
  try {
    return await readTargetList(readFile(path), (name) => {
      if (name === "" || targets.has(name)) return true;
      targets.set(name, cause);
      characters += name.length;
      return characters <= MOST_CHARACTERS;
    });
  } catch (error) {
    const message = errorText(error);
    const isList = !(error instanceof ListFormatError);
    throw new SourceError(isList ? message : `${path} is not a list of targets: ${message}`, {
      cause: error,
    });
  }
}

function all(subject: string, rule: string, hint: string | null): SourceAnswer {
  return { kind: "all", cause: { subject, rule, hint } };
}
