/**
 * Which workflows of GitHub can run for a test branch, and for which changes. A change of any other workflow, such as one
 * that marks stale issues, changes no test.
 */
import { loadYaml, parseYaml, YamlError } from "../parse-yaml.js";
import type { ChangedFile } from "../source.js";
import { type Tree, textsOf } from "../tree.js";
import { NEVER_RUN } from "./inert-files.js";

const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/;

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

/**
 * Workflows that can run for a test branch, and the workflows and actions of the repository that they name. Null when a
 * file cannot be read. Throws `GitFailure`.
 */
export async function liveWorkflows(tree: Tree): Promise<ReadonlySet<string> | null> {
  const paths = [...(await tree.entries()).keys()].filter((path) => NEVER_RUN.test(path));
  const texts = await tree.read(paths.filter((path) => /\.ya?ml$/.test(path)));
  await loadYaml();
  const decoder = new TextDecoder();
  const textOf = (path: string) => decoder.decode(texts.get(path) ?? new Uint8Array());
  const live = new Set<string>();
  for (const path of texts.keys()) if (WORKFLOW.test(path) && canRun(textOf(path))) live.add(path);
  for (const path of live) {
    const text = textOf(path);
    for (const other of paths) if (!live.has(other) && isNamed(other, text)) live.add(other);
  }
  // A link may lead to any other file.
  return paths.length > 0 && paths.some((path) => /\.ya?ml$/.test(path) && !texts.has(path)) ? null : live;
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

function canRun(text: string): boolean {
  const events = startingEvents(text);
  return events === null || events.length > 0;
}

/** The events for a test branch that start a workflow, each with its filter; null if they are unknown. After `loadYaml`. */
function startingEvents(text: string): readonly (readonly [string, Filter])[] | null {
  try {
    const workflow = asRecord(parseYaml(text));
    // YAML 1.1 reads the key `on` as true.
    const on = workflow["on"] ?? workflow["true"];
    const events = typeof on === "string" ? [[on, {}] as const] : eventsIn(on);
    return events.length === 0 ? null : events.filter(([event, filter]) => startsFor(event, filter));
  } catch (error) {
    if (error instanceof YamlError) return null;
    throw error;
  }
}

type Filter = Readonly<Record<string, unknown>>;

function eventsIn(on: unknown): readonly (readonly [string, Filter])[] {
  if (Array.isArray(on)) return on.map((event) => [String(event), {}]);
  return Object.entries(asRecord(on)).map(([event, filter]) => [event, asRecord(filter)]);
}

function startsFor(event: string, filter: Filter): boolean {
  if (NEVER.has(event)) return false;
  return event === "push" ? canBePushed(filter) : true;
}

/** A test branch has a generated name, so a list of whole names does not contain it. */
function canBePushed(filter: Filter): boolean {
  const { branches } = filter;
  if (branches === undefined) return filter["branches-ignore"] !== undefined || filter["tags"] === undefined;
  const patterns = [branches].flat();
  return patterns.some((pattern) => typeof pattern !== "string" || /[*?+[\]{}()]/.test(pattern));
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
      entries.has(path) ? placesIn(texts.get(path) ?? "") : NOWHERE,
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
function placesIn(text: string): readonly string[] | null {
  const events = startingEvents(text);
  if (events === null) return null;
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
