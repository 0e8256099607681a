/**
 * Changed files that no target owns: an inert one affects the owners of the files that read it, or nothing; any other one
 * makes everything impacted.
 */
import type { AnsweredSource } from "./combine-answers.js";
import { readersIn } from "./inert-readers.js";
import { globalUnlessFollowed, globalUnlessOwned } from "./rules/global-inputs.js";
import { type InertRuleName, inertRuleFor, NEVER_RUN } from "./rules/inert-files.js";
import type { AllCause, Cause, ChangedFile, SourceContext } from "./source.js";

export interface Settled {
  /** By source: targets that read an inert file. */
  readonly readers: readonly {
    readonly answered: AnsweredSource;
    readonly targets: ReadonlyMap<string, Cause>;
  }[];
  /** Causes of `ALL`: files that a target could own. */
  readonly unowned: readonly AllCause[];
  /** Causes of `ALL`: files that decide how all targets are built, unless a source follows them. */
  readonly protected: readonly AllCause[];
}

interface Settling {
  /** The rules that may make a file inert. */
  readonly allowed: ReadonlySet<InertRuleName>;
  /** Each cause of `ALL` is wanted, not only the first. */
  readonly wantsEvery: boolean;
}

/** A path in a test's folder, or with a test's name. */
const TEST =
  /(?:^|\/)(?:tests?|__tests__|spec|e2e|integration[-_]tests?|__fixtures__|fixtures|testdata)\/|[._-](?:test|spec)\.\w+$/;

/** Throws `GitFailure`. */
export async function settleUnowned(
  unowned: readonly ChangedFile[],
  sources: readonly AnsweredSource[],
  context: SourceContext,
  { allowed, wantsEvery }: Settling,
): Promise<Settled> {
  const loud = unowned.filter((file) => !isInert(file, allowed));
  const tests = await testsIn(loud, sources);
  const rest = loud.filter((_file, index) => tests[index] === undefined);
  const causes = loudCauses(rest, sources, wantsEvery);
  if (rest.length > 0 && !wantsEvery) return { readers: [], ...causes };
  const ofTests = tests.flatMap((one) => one ?? []);
  const paths = unowned.filter((file) => isInert(file, allowed)).map(({ path }) => path);
  const readers = new Map<string, Set<string>>(paths.map((path) => [path, new Set()]));
  for (const tree of paths.length === 0 ? [] : [context.head, context.base]) {
    const found = await readersIn(tree, paths);
    if (found === null) {
      const unsearched = paths.slice(0, wantsEvery ? paths.length : 1).map(notSearched);
      return { readers: [], unowned: [...causes.unowned, ...unsearched], protected: causes.protected };
    }
    for (const [path, files] of found) for (const file of files) readers.get(path)?.add(file);
  }
  const settled = await ownersOfReaders(readers, sources, wantsEvery);
  return {
    readers: [...ofTests, ...settled.readers],
    unowned: [...causes.unowned, ...settled.unowned],
    protected: causes.protected,
  };
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

function loudCauses(
  loud: readonly ChangedFile[],
  sources: readonly AnsweredSource[],
  wantsEvery: boolean,
): Pick<Settled, "unowned" | "protected"> {
  const isProtected = ({ path }: ChangedFile) => globalRule(path) !== null;
  if (wantsEvery) {
    return {
      unowned: loud.filter((file) => !isProtected(file)).flatMap((file) => unownedCauses(file, sources)),
      protected: loud.filter(isProtected).flatMap((file) => unownedCauses(file, sources)),
    };
  }
  const [first] = loud;
  const more = loud.length === 1 ? "" : `, as with ${loud.length - 1} more of the changed files`;
  const causes = first === undefined ? [] : unownedCauses(first, sources).slice(0, 1);
  return { unowned: causes.map((cause) => ({ ...cause, rule: `${cause.rule}${more}` })), protected: [] };
}

function isInert({ path, isSubmodule }: ChangedFile, allowed: ReadonlySet<InertRuleName>): boolean {
  return !isSubmodule && (inertRuleFor(path, allowed) !== null || NEVER_RUN.test(path));
}

async function ownersOfReaders(
  readers: ReadonlyMap<string, ReadonlySet<string>>,
  sources: readonly AnsweredSource[],
  wantsEvery: boolean,
): Promise<Pick<Settled, "readers" | "unowned">> {
  const found: { answered: AnsweredSource; targets: ReadonlyMap<string, Cause> }[] = [];
  const causes: AllCause[] = [];
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
      if (isOwned || !mayBeTested(file, sources)) continue;
      causes.push(readBy(path, file));
      if (!wantsEvery) return { readers: found, unowned: causes };
    }
  }
  return { readers: found, unowned: causes };
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

function globalRule(path: string): string | null {
  return globalUnlessOwned(path) ?? globalUnlessFollowed(path);
}

/** The first is the most important one. */
function unownedCauses({ path }: ChangedFile, sources: readonly AnsweredSource[]): readonly AllCause[] {
  const disowned = sources.flatMap(({ answer }) => answer.disowned?.get(path) ?? []);
  const global = globalRule(path);
  const rules = disowned.length > 0 ? disowned : [global ?? "no target owns it"];
  const hint =
    global === null
      ? "Let a target own it, or list it under ignore in .github/merge-queue.yml if it touches none."
      : "Change it in a separate pull request.";
  return rules.map((rule) => ({ subject: path, rule, hint }));
}
