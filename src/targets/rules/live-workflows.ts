/**
 * Which workflows of GitHub can run for a test branch. A change of any other workflow, such as one that marks stale
 * issues, changes no test.
 */
import { loadYaml, parseYaml, YamlError } from "../parse-yaml.js";
import type { Tree } from "../tree.js";
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
  try {
    const workflow = asRecord(parseYaml(text));
    // YAML 1.1 reads the key `on` as true.
    const on = workflow["on"] ?? workflow["true"];
    if (typeof on === "string") return !NEVER.has(on);
    if (Array.isArray(on)) return on.some((event) => !NEVER.has(String(event)));
    const events = Object.entries(asRecord(on));
    return events.length === 0 || events.some(([event, filter]) => startsFor(event, filter));
  } catch (error) {
    if (error instanceof YamlError) return true;
    throw error;
  }
}

function startsFor(event: string, filter: unknown): boolean {
  if (NEVER.has(event)) return false;
  return event === "push" ? canBePushed(asRecord(filter)) : true;
}

/** A test branch has a generated name, so a list of whole names does not contain it. */
function canBePushed(filter: Readonly<Record<string, unknown>>): boolean {
  const { branches } = filter;
  if (branches === undefined) return filter["branches-ignore"] !== undefined || filter["tags"] === undefined;
  const patterns = [branches].flat();
  return patterns.some((pattern) => typeof pattern !== "string" || /[*?+[\]{}()]/.test(pattern));
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
