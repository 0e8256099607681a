/** Impacted targets from a mapping in the repository that says which paths belong to which target. */
import { isUtf8 } from "node:buffer";
import { repositoryPath } from "../repository-path.js";
import type { AllCause, Cause, Source, SourceAnswer, SourceContext } from "../source.js";
import type { Tree } from "../tree.js";
import { PathIndex } from "./paths/path-index.js";
import { PathMapError, type PathRule, readPathMap } from "./paths/path-map.js";
import { patternWarnings } from "./paths/pattern-warnings.js";

export function pathsSource(mapping: string): Source {
  const file = repositoryPath(mapping);
  return {
    name: "paths",
    runsRepositoryCode: false,
    decidingFiles: [file],
    detect: async (head) => ((await head.entries()).has(file) ? file : null),
    answer: (context) => answer(file, context),
    // Its targets know nothing of one another.
    dependents: () => Promise.resolve(new Map()),
    async knownNames({ head }) {
      const rules = await readRules(file, head);
      return new Set(typeof rules === "string" ? [] : rules.map(({ target }) => target));
    },
  };
}

async function answer(file: string, context: SourceContext): Promise<SourceAnswer> {
  const { base, head, changed } = context;
  const before = (await base.entries()).get(file);
  const after = (await head.entries()).get(file);
  if (before?.id !== after?.id || before?.kind !== after?.kind) {
    // Lists that were made by different mappings mean different things by the same names.
    return all(file, "it says which paths belong to which target, and it changes", null);
  }
  const rules = await readRules(file, head);
  if (typeof rules === "string") return all(file, rules, "Repair the mapping.");
  const index = new PathIndex(rules);
  const targets = new Map<string, Cause>();
  const owned = new Set<string>();
  for (const change of changed) {
    for (const target of index.targetsOf(change)) {
      owned.add(change.path);
      if (!targets.has(target)) targets.set(target, { kind: "file", path: change.path });
    }
  }
  return { kind: "targets", targets, owned, warnings: await patternWarnings(rules, head) };
}

/** Or what is wrong, as a clause. */
async function readRules(file: string, tree: Tree): Promise<readonly PathRule[] | string> {
  const bytes = (await tree.read([file])).get(file);
  if (bytes === undefined) return "the mapping is not in the repository";
  if (!isUtf8(bytes)) return "it is no text";
  try {
    return readPathMap(Buffer.from(bytes).toString("utf8"));
  } catch (error) {
    if (error instanceof PathMapError) return error.message;
    throw error;
  }
}

function all(subject: string, rule: string, hint: AllCause["hint"]): SourceAnswer {
  return { kind: "all", cause: { subject, rule, hint } };
}
