/**
 * Which workflows and actions of a tree can run for a test branch. A change of any other one, such as a workflow that
 * marks stale issues, changes no test.
 */
import { posix } from "node:path";
import { loadYaml } from "../parse-yaml.js";
import { isProse, NEVER_RUN } from "../rules/inert-files.js";
import { type Tree, textsOf } from "../tree.js";
import { directoryOf, fileNameOf, pathsNamed } from "../tree-paths.js";
import { idleJobs } from "./idle-jobs.js";
import {
  ACTION,
  asFields,
  type Circumstances,
  parseWorkflow,
  RUN_FROM_BASE,
  startingEvents,
  WORKFLOW,
  type Workflow,
  type WorkflowEvent,
} from "./parse-workflow.js";

/** A workflow that a test branch starts. */
export interface Started {
  readonly workflow: Workflow;
  readonly events: readonly WorkflowEvent[];
  readonly idle: ReadonlySet<string>;
}

export interface LiveWorkflows {
  /** Workflows that can start for a test branch, the workflows and actions of the repository that they name, and all scripts. */
  readonly running: ReadonlySet<string>;
  /** Those of them that run as the test branch has them. */
  readonly fromChange: ReadonlySet<string>;
  /** By path: a running file that names it. */
  readonly namedBy: ReadonlyMap<string, string>;
  /** Readable ones that start as the test branch has them, also if all their jobs are idle. */
  readonly started: ReadonlyMap<string, Started>;
  /** By path: a running file without comments, and without the jobs that are idle. */
  readonly texts: ReadonlyMap<string, string>;
  /** All of the tree; null for one that cannot be read. */
  readonly workflows: ReadonlyMap<string, Workflow | null>;
}

/** The files of GitHub Actions in one tree. */
interface ActionFiles {
  readonly paths: readonly string[];
  readonly search: NameSearch;
  readonly texts: ReadonlyMap<string, string>;
  readonly workflows: ReadonlyMap<string, Workflow | null>;
  /** The texts of actions in other folders, which a running workflow may use. */
  readonly elsewhere: ReadonlyMap<string, string>;
}

/**
 * Null when a file cannot be read. `wanted`: the paths whose answer matters; null for all. `targetBranch`: of
 * the queue, which drafts of test branches have as base; null if it is not known. Throws `GitFailure`.
 */
export async function liveWorkflows(
  tree: Tree,
  targetBranch: string | null,
  wanted: readonly string[] | null,
): Promise<LiveWorkflows | null> {
  const entries = await tree.entries();
  const paths = [...entries.keys()].filter((path) => NEVER_RUN.test(path));
  const texts = await textsOf(
    tree,
    paths.filter((path) => /\.ya?ml$/.test(path)),
    LARGEST_FILE,
  );
  // A link may lead to any other file, and a larger one takes long to compare.
  if (paths.some((path) => /\.ya?ml$/.test(path) && !texts.has(path))) return null;
  await loadYaml();
  const workflows = new Map(
    [...texts].flatMap(([path, text]) => (WORKFLOW.test(path) ? [[path, parseWorkflow(text)] as const] : [])),
  );
  const actions = ["action.yml", "action.yaml"].flatMap((name) => pathsNamed(entries, name));
  const elsewhere = await textsOf(
    tree,
    actions.filter((path) => !NEVER_RUN.test(path)),
    LARGEST_FILE,
  );
  const files = { paths, texts, workflows, elsewhere, search: nameSearch(paths) };
  const certain = liveOf(files, { targetBranch, isDispatched: false });
  if (![...workflows.values()].some(isDispatchable)) return certain;
  const possible = liveOf(files, { targetBranch, isDispatched: true });
  if ((wanted ?? paths).every((path) => isAlike(path, certain, possible))) return certain;
  return (await dispatches(tree, certain)) ? possible : certain;
}

function isDispatchable(workflow: Workflow | null): boolean {
  return workflow?.events.some(({ name }) => name === "workflow_dispatch") === true;
}

function isAlike(path: string, certain: LiveWorkflows, possible: LiveWorkflows): boolean {
  const [one, other] = [certain, possible].map(({ started }) => started.get(path));
  return (
    certain.fromChange.has(path) === possible.fromChange.has(path) &&
    one?.events.length === other?.events.length &&
    certain.namedBy.has(path) === possible.namedBy.has(path)
  );
}

/** GitHub reads no larger one. */
const LARGEST_FILE = 1024 * 1024;

function liveOf(
  { paths, texts, workflows, elsewhere, search }: ActionFiles,
  circumstances: Circumstances,
): LiveWorkflows {
  const fromChange = new Set<string>();
  const running = new Map<string, string>();
  const namedBy = new Map<string, string>();
  const started = new Map<string, Started>();
  let caller: string | null = null;
  const addUser = (path: string, user: string) => {
    if (!namedBy.has(path)) namedBy.set(path, user);
    fromChange.add(path);
    if (!running.has(path)) running.set(path, texts.get(path) ?? "");
  };
  for (const [path, workflow] of workflows) {
    const text = texts.get(path) ?? "";
    if (workflow === null) {
      running.set(path, text);
      fromChange.add(path);
      continue;
    }
    const events = startingEvents(workflow.events, circumstances);
    if (events.length === 0) continue;
    const idle = idleJobs(workflow, events, circumstances.targetBranch);
    const isFromChange = events.some(({ name }) => !RUN_FROM_BASE.has(name));
    if (isFromChange) started.set(path, { workflow, events, idle });
    if (workflow.jobs.size > 0 && idle.size >= workflow.jobs.size) continue;
    running.set(path, textOf(workflow, idle));
    if (isFromChange) fromChange.add(path);
    if ([...workflow.jobs].some(([id, job]) => !idle.has(id) && isElsewhere(job["uses"]))) caller ??= path;
  }
  // A workflow of another repository may use each action of the one that calls it.
  if (caller !== null) for (const action of paths) if (ACTION.test(action)) addUser(action, caller);
  for (const [path, text] of running.size === 0 ? [] : elsewhere) running.set(path, text);
  followNames(running, search, addUser);
  // A script may load any other one, under a name that it puts together.
  for (const path of running.size === 0 ? [] : paths) {
    if (WORKFLOW.test(path) || ACTION.test(path) || isProse(path)) continue;
    fromChange.add(path);
    if (!running.has(path)) running.set(path, texts.get(path) ?? "");
  }
  return { running: new Set(running.keys()), fromChange, namedBy, started, texts: running, workflows };
}

/** `running` grows meanwhile. */
function followNames(
  running: ReadonlyMap<string, string>,
  { paths, namesIn }: NameSearch,
  addUser: (path: string, user: string) => void,
): void {
  const users = new Map<string, number>();
  for (const [path, text] of running) {
    for (const name of namesIn(text)) {
      const known = users.get(name) ?? 0;
      // The first user names all files with the name but itself, and the second names that one.
      if (known > 1) continue;
      users.set(name, known + 1);
      for (const other of paths.get(name) ?? []) if (other !== path) addUser(other, path);
    }
  }
}

/** `$/` and `./` begin a path of the same repository. */
function isElsewhere(used: unknown): boolean {
  return typeof used === "string" && !/^[.$]\//.test(used);
}

/** Without the jobs that never run. */
function textOf({ head, jobs }: Workflow, idle: ReadonlySet<string>): string {
  return JSON.stringify([head, [...jobs].filter(([id]) => !idle.has(id))]);
}

interface NameSearch {
  /** By name: the files that have it. */
  readonly paths: ReadonlyMap<string, readonly string[]>;
  /** The names that occur in a text, also inside longer words. */
  readonly namesIn: (text: string) => ReadonlySet<string>;
}

/** The names that begin with the same characters. */
interface Beginning {
  readonly next: Map<number, Beginning>;
  name: string | null;
}

/** A path of the same repository, in any form: with `..`, doubled slashes, or those of Windows. */
const OWN_PATH = /[.$][\\/][^\s"'`,{}[\]]*/g;

/** Remembers the texts: a file is searched in several circumstances. In any case, as some machines find files. */
function nameSearch(paths: readonly string[]): NameSearch {
  const byName = new Map<string, string[]>();
  for (const path of paths) {
    for (const name of namesOf(path.toLowerCase())) {
      const known = byName.get(name);
      if (known === undefined) byName.set(name, [path]);
      else known.push(path);
    }
  }
  const all = beginningOf(byName.keys());
  const searched = new Map<string, ReadonlySet<string>>();
  return {
    paths: byName,
    namesIn(text) {
      const found = searched.get(text) ?? occurring(`${text}\n${plainPaths(text)}`.toLowerCase(), all);
      searched.set(text, found);
      return found;
    },
  };
}

function plainPaths(text: string): string {
  const written = [...text.matchAll(OWN_PATH)].map(([path]) => path.replaceAll("\\", "/"));
  return written.map((path) => posix.normalize(path)).join("\n");
}

function beginningOf(names: Iterable<string>): Beginning {
  const all: Beginning = { next: new Map(), name: null };
  for (const name of names) {
    let here = all;
    for (let at = 0; at < name.length; at += 1) {
      const code = name.charCodeAt(at);
      const after = here.next.get(code) ?? { next: new Map(), name: null };
      here.next.set(code, after);
      here = after;
    }
    here.name = name;
  }
  return all;
}

function occurring(text: string, all: Beginning): ReadonlySet<string> {
  const found = new Set<string>();
  for (let at = 0; at < text.length; at += 1) {
    let here = all.next.get(text.charCodeAt(at));
    for (let end = at + 1; here !== undefined; end += 1) {
      if (here.name !== null) found.add(here.name);
      here = here.next.get(text.charCodeAt(end));
    }
  }
  return found;
}

/** `uses: ./.github/actions/setup` names all files of that action; a script is named with its whole path or its name. */
function namesOf(path: string): readonly string[] {
  const written = [fileNameOf(path), ...foldersAround(path)];
  // As YAML or as JSON.
  return [...new Set(written.flatMap((name) => [name, JSON.stringify(name).slice(1, -1)]))];
}

/** `.github/actions/a/dist` belongs to the action `.github/actions/a`, too; an action may lie in the outermost folder. */
function foldersAround(path: string): readonly string[] {
  const names = directoryOf(path).split("/");
  const inside = names.slice(2).map((_, index) => names.slice(0, index + 3).join("/"));
  return inside.length === 0 && ACTION.test(path) ? [directoryOf(path)] : inside;
}

/** In files of GitHub Actions, where the word has no other use than as an event. */
const DISPATCH = /dispatch|trigger[-_ ]?workflow|workflow[-_ ]?trigger/i;
const EVENT = /(?<![\w-])(?:workflow|repository)_dispatch(?![\w(-])/gi;

/** In other files, where the word alone may mean anything. Between the two words: quotes, ends of lines, options. */
const DISPATCH_ELSEWHERE =
  /\/dispatches|(?:workflow|create)[-_]?dispatch|\bworkflow["'`\\,\s[\]()]{1,200}(?:-{1,2}[\w=./:$@{}-]{1,100}["'`\\,\s]{1,200}(?:[^\s"'`\\,-][^\s"'`\\,]{0,100}["'`\\,\s]{1,200})?){0,3}run\b/i;
/** Each match of the expression has one of these on a line. */
const WORDS = ["/dispatches", "workflow", "Workflow", "WORKFLOW", "reate_dispatch", "reateDispatch"];
const MOST_BYTES = 8 * 1024 * 1024;
const MOST_AT_ONCE = 200;

/**
 * Whether anything that a test branch runs may start a workflow by `workflow_dispatch`: by the API, by `gh workflow run`, or
 * by an action that gets the name of the workflow. True where the files of the tree are not on this machine.
 */
async function dispatches(tree: Tree, live: LiveWorkflows): Promise<boolean> {
  const { running, texts } = live;
  if ([...running].some((path) => mayDispatch(path, live))) return true;
  const beside = [...(await tree.entries()).keys()].filter(
    (path) => path.startsWith(".github/") && !NEVER_RUN.test(path) && !isProse(path),
  );
  const scripts = await textsOf(
    tree,
    [...running, ...beside].filter((path) => !texts.get(path)),
  );
  if ([...scripts.values()].some(asksForDispatch)) return true;
  const naming = await tree.naming(WORDS, [":(exclude)*.md", ":(exclude)*.lock", ":(exclude).github/*"]);
  if (naming === null) return true;
  const others = naming.filter((path) => !path.startsWith(".github/") && !isProse(path));
  for (let at = 0; at < others.length; at += MOST_AT_ONCE) {
    const portion = others.slice(at, at + MOST_AT_ONCE);
    const found = await textsOf(tree, portion, MOST_BYTES);
    // A larger file may contain anything.
    if (portion.some((path) => DISPATCH_ELSEWHERE.test(found.get(path)?.replace(EVENT, "") ?? "/dispatches")))
      return true;
  }
  return false;
}

/** Whether the workflow or action does, as far as its own text shows. */
export function mayDispatch(path: string, { texts, workflows }: LiveWorkflows): boolean {
  const text = texts.get(path);
  if (text === undefined) return false;
  return asksForDispatch(text) || isGiven(workflows.get(path) ?? null, workflows);
}

/** In the text of a workflow, an end of a line is written as in JSON. */
function asksForDispatch(text: string): boolean {
  return [DISPATCH, DISPATCH_ELSEWHERE].some((one) =>
    one.test(text.replaceAll("\\n", "\n").replace(EVENT, "")),
  );
}

/** The workflow gives the name of one that can be dispatched to a step or to a workflow of another repository. */
function isGiven(giving: Workflow | null, workflows: LiveWorkflows["workflows"]): boolean {
  const names = dispatchableNames.get(workflows) ?? namesToDispatch(workflows);
  dispatchableNames.set(workflows, names);
  return inputsOf(giving).some((input) => names.has(input));
}

const dispatchableNames = new WeakMap<LiveWorkflows["workflows"], ReadonlySet<unknown>>();

function namesToDispatch(workflows: LiveWorkflows["workflows"]): ReadonlySet<unknown> {
  const names = new Set<unknown>();
  for (const [path, workflow] of workflows) {
    if (workflow === null || !isDispatchable(workflow)) continue;
    names.add(fileNameOf(path).replace(/\.ya?ml$/, ""));
    if (workflow.head["name"] !== undefined) names.add(workflow.head["name"]);
  }
  return names;
}

function inputsOf(workflow: Workflow | null): readonly unknown[] {
  return [...(workflow?.jobs.values() ?? [])].flatMap((job) => {
    const steps = Array.isArray(job["steps"]) ? job["steps"].map(asFields) : [];
    return [job, ...steps].flatMap((one) => Object.values(asFields(one["with"])));
  });
}
