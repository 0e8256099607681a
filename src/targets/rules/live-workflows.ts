/**
 * Which workflows of GitHub can run for a test branch, and for which changes. A change of any other workflow, such as one
 * that marks stale issues, changes no test.
 */
import { loadYaml, parseYaml, YamlError } from "../parse-yaml.js";
import type { ChangedFile } from "../source.js";
import { type Tree, textsOf } from "../tree.js";
import { isProse, NEVER_RUN } from "./inert-files.js";

const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/;
const ACTION = /\/action\.ya?ml$/;

/** No test branch starts these. A person or a schedule does, or an event of an issue or a release. */
const NEVER: ReadonlySet<string> = new Set([
  "schedule",
  "issues",
  "issue_comment",
  "discussion",
  "discussion_comment",
  "release",
  "label",
  "milestone",
  "fork",
  "watch",
  "gollum",
  "public",
  "page_build",
  "branch_protection_rule",
  "member",
]);

/** GitHub runs the file of a branch that the change has not reached; what the workflow names may be of the change. */
const RUN_FROM_BASE: ReadonlySet<string> = new Set([
  "pull_request_target",
  "workflow_run",
  "check_run",
  "check_suite",
  "status",
]);

/** A draft of a test branch is closed after its test run, and is in no merge queue of GitHub. Anything may label it. */
const NEVER_TYPES: ReadonlySet<string> = new Set(["closed", "enqueued", "dequeued"]);

export interface LiveWorkflows {
  /** Workflows that can run for a test branch, the workflows and actions of the repository that they name, and all scripts. */
  readonly running: ReadonlySet<string>;
  /** Those of them that run as the test branch has them. */
  readonly fromChange: ReadonlySet<string>;
}

/**
 * Null when a file cannot be read. `targetBranch`: of the queue, which drafts of test branches have as base; null if it is
 * not known. Throws `GitFailure`.
 */
export async function liveWorkflows(tree: Tree, targetBranch: string | null): Promise<LiveWorkflows | null> {
  const paths = [...(await tree.entries()).keys()].filter((path) => NEVER_RUN.test(path));
  const texts = await tree.read(paths.filter((path) => /\.ya?ml$/.test(path)));
  await loadYaml();
  const decoder = new TextDecoder();
  const textOf = (path: string) => decoder.decode(texts.get(path) ?? new Uint8Array());
  const fromChange = new Set<string>();
  const running = new Set<string>();
  for (const path of texts.keys()) {
    if (!WORKFLOW.test(path)) continue;
    const events = startingEvents(textOf(path), targetBranch);
    if (events?.length === 0) continue;
    running.add(path);
    if (events === null || events.some(([event]) => !RUN_FROM_BASE.has(event))) fromChange.add(path);
  }
  for (const path of running) {
    const text = textOf(path);
    for (const other of paths) {
      if (other === path || fromChange.has(other) || !isNamed(other, text)) continue;
      fromChange.add(other);
      running.add(other);
    }
  }
  // A script may load any other one, under a name that it puts together.
  for (const path of running.size === 0 ? [] : paths) {
    if (WORKFLOW.test(path) || ACTION.test(path) || isProse(path)) continue;
    fromChange.add(path);
    running.add(path);
  }
  // A link may lead to any other file.
  const isUnread = paths.some((path) => /\.ya?ml$/.test(path) && !texts.has(path));
  return isUnread ? null : { running, fromChange };
}

/** `uses: ./.github/actions/setup` names all files of that action; a script is named with its whole path or its name. */
function isNamed(path: string, text: string): boolean {
  const [, action] = /^(\.github\/actions\/.+)\/[^/]+$/.exec(path) ?? [];
  const folders = action === undefined ? [] : foldersOf(action);
  return (
    text.includes(path.slice(path.lastIndexOf("/") + 1)) || folders.some((folder) => text.includes(folder))
  );
}

/** `.github/actions/a/dist` belongs to the action `.github/actions/a`, too. */
function foldersOf(folder: string): readonly string[] {
  const names = folder.split("/");
  return names.slice(2).map((_, index) => names.slice(0, index + 3).join("/"));
}

type Event = readonly [name: string, filter: Filter];

/** The events for a test branch that start a workflow; null if they are unknown. After `loadYaml`. */
function startingEvents(text: string, targetBranch: string | null): readonly Event[] | null {
  try {
    const workflow = asRecord(parseYaml(text));
    // YAML 1.1 reads the key `on` as true.
    const on = workflow["on"] ?? workflow["true"];
    const events = typeof on === "string" ? [[on, {}] as const] : eventsIn(on);
    if (events.length === 0) return null;
    return events.filter(([event, filter]) => startsFor(event, filter, targetBranch));
  } catch (error) {
    if (error instanceof YamlError) return null;
    throw error;
  }
}

type Filter = Readonly<Record<string, unknown>>;

function eventsIn(on: unknown): readonly Event[] {
  if (Array.isArray(on)) return on.map((event) => [String(event), {}]);
  return Object.entries(asRecord(on)).map(([event, filter]) => [event, asRecord(filter)]);
}

function startsFor(event: string, filter: Filter, targetBranch: string | null): boolean {
  if (NEVER.has(event)) return false;
  if (event === "push") return canBePushed(filter);
  return event === "pull_request" ? canBeDraft(filter, targetBranch) : true;
}

/** `branches` are those of the base. */
function canBeDraft(filter: Filter, targetBranch: string | null): boolean {
  const types = listIn(filter["types"]);
  if (types.length > 0 && types.every((type) => NEVER_TYPES.has(String(type)))) return false;
  if (targetBranch === null) return true;
  // Without a name, the filter counts as absent.
  const branches = listIn(filter["branches"]);
  const isOther = (branch: unknown) => branch !== targetBranch && !isPattern(branch);
  if (branches.length > 0 && branches.every(isOther)) return false;
  return !listIn(filter["branches-ignore"]).includes(targetBranch);
}

function listIn(value: unknown): readonly unknown[] {
  return value === undefined || value === null ? [] : [value].flat();
}

function isPattern(branch: unknown): boolean {
  return typeof branch !== "string" || /[*?+[\]{}()!\\]/.test(branch);
}

/** A test branch has a generated name, so a list of whole names does not contain it. */
function canBePushed(filter: Filter): boolean {
  const { branches } = filter;
  if (branches === undefined) return filter["branches-ignore"] !== undefined || filter["tags"] === undefined;
  return [branches].flat().some(isPattern);
}

function asRecord(value: unknown): Filter {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** By path of a changed workflow: the folders and files that its filters name, in both trees. */
export type WorkflowPlaces = ReadonlyMap<string, readonly string[]>;

/** Events that have a filter of paths. */
const FILTERED: ReadonlySet<string> = new Set(["push", "pull_request"]);

/**
 * Workflows that run only for changes of certain paths. A change of one concerns what owns these paths: no other change
 * starts it. Throws `GitFailure`.
 */
export async function workflowPlaces(
  changed: readonly ChangedFile[],
  trees: readonly [Tree, Tree],
  targetBranch: string | null,
): Promise<WorkflowPlaces> {
  const workflows = changed.flatMap(({ path, isSubmodule }) =>
    WORKFLOW.test(path) && !isSubmodule ? path : [],
  );
  if (workflows.length === 0) return new Map();
  await loadYaml();
  const sides = await Promise.all(
    trees.map(async (tree) => [await tree.entries(), await textsOf(tree, workflows)] as const),
  );
  const found = new Map<string, readonly string[]>();
  for (const path of workflows) {
    const places = sides.map(([entries, texts]) =>
      entries.has(path) ? placesIn(texts.get(path) ?? "", targetBranch) : NOWHERE,
    );
    const known = places.filter((one) => one !== null);
    const all = new Set(known.flat());
    if (known.length === places.length && all.size > 0) found.set(path, [...all]);
  }
  return found;
}

/** Of a workflow that a tree does not have. */
const NOWHERE: readonly string[] = [];

/** Null if a change of any path may start it. */
function placesIn(text: string, targetBranch: string | null): readonly string[] | null {
  const events = startingEvents(text, targetBranch)?.filter(([event]) => !RUN_FROM_BASE.has(event));
  if (events === undefined) return null;
  const places = events.flatMap(([event, { paths }]) => {
    const patterns = FILTERED.has(event) && Array.isArray(paths) ? paths.map(String) : [];
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
