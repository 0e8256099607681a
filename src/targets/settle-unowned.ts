/**
 * Changed files that no target owns: an inert one affects the owners of the files that read it, or nothing; any other one
 * makes everything impacted.
 */
import type { AnsweredSource } from "./combine-answers.js";
import { readersIn } from "./inert-readers.js";
import { globalUnlessOwned } from "./rules/global-inputs.js";
import { type InertRuleName, inertRuleFor } from "./rules/inert-files.js";
import { NEVER_RUN } from "./rules/live-workflows.js";
import type { AllCause, Cause, ChangedFile, SourceContext } from "./source.js";

export interface Settled {
  /** By source: targets that read an inert file. */
  readonly readers: readonly {
    readonly answered: AnsweredSource;
    readonly targets: ReadonlyMap<string, Cause>;
  }[];
}

/** A path in a test's folder, or with a test's name. */
const TEST =
  /(?:^|\/)(?:tests?|__tests__|spec|e2e|integration[-_]tests?|__fixtures__|fixtures|testdata)\/|[._-](?:test|spec)\.\w+$/;

/** Throws `GitFailure`. */
export async function settleUnowned(
  unowned: readonly ChangedFile[],
  sources: readonly AnsweredSource[],
  context: SourceContext,
  allowed: ReadonlySet<InertRuleName>,
): Promise<Settled | AllCause> {
  const loud = unowned.filter((file) => !isInert(file, allowed));
  const tests = await testsIn(loud, sources);
  const [unsettled] = loud.filter((_file, index) => tests[index] === undefined);
  if (unsettled !== undefined) {
    return unownedCause(unsettled, tests.filter((targets) => targets === undefined).length - 1);
  }
  const found = tests.flatMap((one) => one ?? []);
  const paths = unowned.flatMap((file) => (loud.includes(file) ? [] : file.path));
  const readers = new Map<string, Set<string>>(paths.map((path) => [path, new Set()]));
  for (const tree of paths.length === 0 ? [] : [context.head, context.base]) {
    const found = await readersIn(tree, paths);
    if (found === null) return notSearched(paths[0] ?? "");
    for (const [path, files] of found) for (const file of files) readers.get(path)?.add(file);
  }
  const settled = await ownersOfReaders(readers, sources);
  return "rule" in settled ? settled : { readers: [...found, ...settled.readers] };
}

/** For each file: the targets if it is a test that the only source knows about. */
async function testsIn(
  files: readonly ChangedFile[],
  [answered, ...others]: readonly AnsweredSource[],
): Promise<readonly (Settled["readers"][number] | undefined)[]> {
  const found: (Settled["readers"][number] | undefined)[] = [];
  for (const { path, isSubmodule } of files) {
    const isAlone = answered !== undefined && others.length === 0 && !isSubmodule;
    const targets = isAlone ? await answered.source.testTargets?.(answered.context, path) : null;
    found.push(answered === undefined || !targets ? undefined : { answered, targets });
  }
  return found;
}

function isInert({ path, isSubmodule }: ChangedFile, allowed: ReadonlySet<InertRuleName>): boolean {
  return !isSubmodule && (inertRuleFor(path, allowed) !== null || NEVER_RUN.test(path));
}

async function ownersOfReaders(
  readers: ReadonlyMap<string, ReadonlySet<string>>,
  sources: readonly AnsweredSource[],
): Promise<Settled | AllCause> {
  const found: { answered: AnsweredSource; targets: ReadonlyMap<string, Cause> }[] = [];
  for (const [path, files] of readers) {
    for (const file of files) {
      let isOwned = false;
      for (const answered of sources) {
        const { source, context } = answered;
        const owners = (await source.owners?.(context, file)) ?? null;
        if (owners === null || owners.length === 0) continue;
        isOwned = true;
        const dependents = await source.dependents?.(context, new Set(owners));
        const cause: Cause = { kind: "file", path };
        found.push({
          answered,
          targets: new Map([...owners.map((owner) => [owner, cause] as const), ...(dependents ?? [])]),
        });
      }
      if (!isOwned && mayBeTested(file, sources)) return readBy(path, file);
    }
  }
  return { readers: found };
}

/** A script at the root is no target's test; where a source knows no owners, any reader may be one. */
function mayBeTested(file: string, sources: readonly AnsweredSource[]): boolean {
  return TEST.test(file) || sources.some(({ source }) => source.owners === undefined);
}

function readBy(path: string, file: string): AllCause {
  const hint = `Let a target own ${file}, or list ${path} under ignore in .github/merge-queue.yml if no test reads it.`;
  return { subject: path, rule: `no target owns it, and ${file} names it`, hint };
}

function notSearched(path: string): AllCause {
  const rule = "no target owns it, and the files that may read it are not on this machine";
  return { subject: path, rule, hint: "Check out all files: actions/checkout without filter." };
}

function unownedCause({ path }: ChangedFile, others: number): AllCause {
  const more = others === 0 ? "" : `, as with ${others} more of the changed files`;
  const rule = globalUnlessOwned(path) ?? "no target owns it";
  const hint = "Let a target own it, or list it under ignore in .github/merge-queue.yml if it touches none.";
  return { subject: path, rule: `${rule}${more}`, hint };
}
