/**
 * START HERE for workflows of GitHub: what the change of a workflow, or of an action or a script beside it, can mean for
 * the tests of a test branch. Everything that is not understood decides what is tested.
 */
import { isProse, NEVER_RUN } from "../rules/inert-files.js";
import type { ChangedFile } from "../source.js";
import type { Tree } from "../tree.js";
import { type LiveWorkflows, liveWorkflows, mayDispatch, type Started } from "./live-workflows.js";
import {
  ACTION,
  haveSameMeaning,
  isSameValue,
  listIn,
  RUN_FROM_BASE,
  WORKFLOW,
  type WorkflowEvent,
} from "./parse-workflow.js";

export type WorkflowEffect =
  /** No test branch runs it, and no other change of this file makes one run it. */
  | { readonly kind: "none" }
  /** A test branch runs what it ran before. Two such changes of one file may mean something together. */
  | { readonly kind: "alone" }
  /** Only changes in these folders and files start it. */
  | { readonly kind: "limited"; readonly places: readonly string[] }
  /** `difference`: a clause about the file; null where it is not known. */
  | { readonly kind: "everything"; readonly difference: string | null };

export type WorkflowEffects = ReadonlyMap<string, WorkflowEffect>;

/** By path of each changed file of GitHub Actions, and of an action elsewhere that makes more run. Throws `GitFailure`. */
export async function workflowEffects(
  changed: readonly ChangedFile[],
  trees: readonly [base: Tree, head: Tree],
  targetBranch: string | null,
): Promise<WorkflowEffects> {
  const files = changed.filter(({ path }) => NEVER_RUN.test(path) || ACTION.test(`/${path}`));
  if (files.length === 0) return new Map();
  const paths = files.map(({ path }) => path);
  const lives = [
    await liveWorkflows(trees[0], targetBranch, paths),
    await liveWorkflows(trees[1], targetBranch, paths),
  ] as const;
  const found = new Map<string, WorkflowEffect>();
  for (const { path, isSubmodule } of files)
    if (NEVER_RUN.test(path)) found.set(path, isSubmodule ? EVERYTHING : await effectOf(path, trees, lives));
  const difference = moreThatRuns(paths, lives);
  if (difference !== null)
    for (const path of paths)
      if (found.get(path)?.kind !== "everything") found.set(path, { kind: "everything", difference });
  return found;
}

/** A change of that file alone runs for no test branch: only its list could show that this change makes it run. */
function moreThatRuns(changed: readonly string[], [was, is]: Lives): string | null {
  if (was === null || is === null) return null;
  const known = new Set(changed);
  for (const path of is.fromChange)
    if (!was.fromChange.has(path) && !known.has(path)) return `it lets ${path} run`;
  const begins = (path: string) => mayDispatch(path, is) && !mayDispatch(path, was);
  return changed.some(begins) ? "it may start workflows by `workflow_dispatch`" : null;
}

const EVERYTHING: WorkflowEffect = { kind: "everything", difference: null };

type Lives = readonly [LiveWorkflows | null, LiveWorkflows | null];

async function effectOf(
  path: string,
  trees: readonly [Tree, Tree],
  [was, is]: Lives,
): Promise<WorkflowEffect> {
  if (was === null || is === null) return EVERYTHING;
  if (!was.fromChange.has(path) && !is.fromChange.has(path))
    // Another change of a workflow may add the event, or remove the condition.
    return { kind: WORKFLOW.test(path) ? "alone" : "none" };
  if (await hasSameMeaning(path, trees)) return { kind: "alone" };
  const places = placesIn(path, was, is);
  if (places !== null) return { kind: "limited", places };
  const differing = differingParts(path, was, is);
  if (differing?.every(({ isIdle }) => isIdle) === true) return { kind: "alone" };
  return { kind: "everything", difference: differenceIn(path, differing, was, is) };
}

async function hasSameMeaning(path: string, trees: readonly [Tree, Tree]): Promise<boolean> {
  if (!WORKFLOW.test(path) && !ACTION.test(path)) return false;
  const [was, is] = [await trees[0].read([path]), await trees[1].read([path])];
  const [before, after] = [was.get(path), is.get(path)];
  return before !== undefined && after !== undefined && haveSameMeaning(before, after);
}

/** Null if a change of any path may start it. */
function placesIn(path: string, was: LiveWorkflows, is: LiveWorkflows): readonly string[] | null {
  const found = new Set<string>();
  for (const { started, fromChange, namedBy } of [was, is]) {
    const one = started.get(path);
    if (one === undefined && fromChange.has(path)) return null;
    if (one === undefined) continue;
    const isCalled = namedBy.has(path) && one.workflow.events.some(({ name }) => name === "workflow_call");
    const places = isCalled ? null : placesOf(one.events);
    if (places === null) return null;
    for (const place of places) found.add(place);
  }
  return found.size === 0 ? null : [...found];
}

interface Part {
  readonly name: string;
  /** A job that no test branch runs, in either tree. */
  readonly isIdle: boolean;
}

/** Null for a file that is no readable workflow in one of the trees, or that another one may run. */
function differingParts(path: string, was: LiveWorkflows, is: LiveWorkflows): readonly Part[] | null {
  const [before, after] = [was.started.get(path), is.started.get(path)];
  if (before === undefined || after === undefined) return null;
  const isNamed = was.namedBy.has(path) || is.namedBy.has(path);
  const parts: Part[] = [];
  const [old, now] = [before.workflow, after.workflow];
  const needed = neededIn([before, after]);
  for (const name of new Set([...Object.keys(old.head), ...Object.keys(now.head)]))
    if (!isSameValue(old.head[name], now.head[name])) parts.push({ name, isIdle: false });
  for (const id of new Set([...old.jobs.keys(), ...now.jobs.keys()])) {
    if (isSameValue(old.jobs.get(id), now.jobs.get(id))) continue;
    const isIdle = [before, after].every(({ workflow, idle }) => !workflow.jobs.has(id) || idle.has(id));
    const isNew = !old.jobs.has(id) || !now.jobs.has(id);
    parts.push({
      name: `jobs.${id}`,
      isIdle: isIdle && !isNamed && !(isNew && needed.has(id)),
    });
  }
  return parts.length === 0 ? null : parts;
}

/** Jobs that others need: GitHub runs no workflow with a job that needs a missing one. */
function neededIn(sides: readonly Started[]): ReadonlySet<unknown> {
  const users = sides.flatMap(({ workflow, idle }) => [...workflow.jobs].filter(([user]) => !idle.has(user)));
  return new Set(users.flatMap(([, { needs }]) => listIn(needs)));
}

const MOST_NAMED = 3;

function differenceIn(
  path: string,
  parts: readonly Part[] | null,
  was: LiveWorkflows,
  is: LiveWorkflows,
): string | null {
  if (parts !== null) {
    const named = parts.filter(({ isIdle }) => !isIdle).map(({ name }) => `\`${name}\``);
    const more = named.length > MOST_NAMED ? [`${named.length - MOST_NAMED} more`] : [];
    return `it differs in ${[...named.slice(0, MOST_NAMED), ...more].join(", ")}`;
  }
  const user = is.namedBy.get(path) ?? was.namedBy.get(path);
  if (user !== undefined) return `${user} names it`;
  return ACTION.test(path) || WORKFLOW.test(path) || isProse(path) ? null : "a script may load it";
}

/** Events that have a filter of paths. */
const FILTERED: ReadonlySet<string> = new Set(["push", "pull_request"]);

/** The folders and files that the filters name; null if a change of any path may start it. */
function placesOf(events: readonly WorkflowEvent[]): readonly string[] | null {
  const places = events.flatMap(({ name, filter: { paths } }) => {
    if (RUN_FROM_BASE.has(name)) return [];
    const patterns = FILTERED.has(name) && Array.isArray(paths) ? paths.map(String) : [];
    // An exclusion adds no path.
    const including = patterns.filter((pattern) => !pattern.startsWith("!"));
    return including.length === 0 ? [""] : including.map(fixedPart);
  });
  return places.includes("") ? null : places;
}

/** The path, or the folder in which everything is that the pattern matches. */
function fixedPart(pattern: string): string {
  const [fixed = ""] = pattern.split(/[*?+[\]{}\\]/, 1);
  return fixed === pattern ? fixed.replace(/\/$/, "") : fixed.slice(0, Math.max(0, fixed.lastIndexOf("/")));
}
