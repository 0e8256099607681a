/**
 * Proposes files to ignore: by the conventions below nothing builds or tests them, and no file of the newest tree reads
 * them. Code, manifests, lock files and configuration of builds and tests never qualify.
 */
import { readersIn } from "../../../targets/inert-readers.js";
import { compilePattern } from "../../../targets/path-patterns.js";
import type { Tree } from "../../../targets/tree.js";
import { fileNameOf } from "../../../targets/tree-paths.js";
import { liveWorkflows } from "../../../targets/workflows/live-workflows.js";
import type { Proposal } from "./proposal.js";
import { isProtected } from "./protected-paths.js";

interface Convention {
  readonly paths: RegExp;
  /** The pattern to ignore for such a path. */
  readonly pattern: (path: string, folder: string) => string;
  readonly trusts: (folder: string) => string;
}

const PICTURES = "png,jpg,jpeg,gif,svg,webp,avif,ico,pdf,mp4,webm,mov,drawio,puml,psd,ai,eps";
const PROSE = "md,mdx,markdown,rst,adoc,asciidoc";
const ending = (endings: string) => new RegExp(`\\.(?:${endings.replaceAll(",", "|")})$`, "i");
const inFolder = (endings: string) => (_path: string, folder: string) => `${folder}/**/*.{${endings}}`;

const CONVENTIONS: readonly Convention[] = [
  {
    paths: new RegExp(`^[^/]+/.*${ending(PICTURES).source}`, "is"),
    pattern: inFolder(PICTURES),
    trusts: (folder) => `no test reads pictures or recordings in ${folder}/`,
  },
  {
    paths: new RegExp(`^(?:docs?|documentation|website|site|blog)/.*${ending(PROSE).source}`, "is"),
    pattern: inFolder(PROSE),
    trusts: (folder) => `no required check builds or tests the prose in ${folder}/`,
  },
  {
    paths:
      /^(?:\.github\/)?(?:\.?codecov\.ya?ml|\.mergify\.ya?ml|\.?coderabbit\.ya?ml|\.?kodiak\.toml|\.?pr-?labeler\.ya?ml|boring-cyborg\.ya?ml|auto-?assign\.ya?ml|settings\.ya?ml|no-response\.ya?ml|lock\.ya?ml|config\.ya?ml|weekly-digest\.ya?ml)$|^(?:\.asf\.yaml|\.all-contributorsrc|\.gitpod\.ya?ml|\.?crowdin\.ya?ml|netlify\.toml|vercel\.json|\.deepsource\.toml|\.lgtm\.ya?ml|\.whitesource|\.claudeignore|\.cursorignore|\.aiexclude|\.watchmanconfig|\.mailmap|bors\.toml|CITATION\.cff)$/i,
    pattern: (path) => path,
    trusts: () => "no required check of a test branch depends on this service's settings",
  },
  {
    paths: /(?:^|\/)(?:OWNERS(?:_ALIASES)?|CODEOWNERS)$/,
    pattern: (path) => path,
    trusts: () => "it only decides who reviews",
  },
];

export interface Refused {
  readonly place: string;
  /** A clause. */
  readonly because: string;
}

export interface ProposedIgnores {
  readonly proposals: readonly Proposal[];
  readonly refused: readonly Refused[];
}

/** `blocking`: paths that no target owns. Throws `GitFailure`. */
export async function proposeIgnores(
  blocking: Iterable<string>,
  newest: Tree,
  ownersOf: (path: string) => Promise<readonly string[]>,
): Promise<ProposedIgnores> {
  const candidates = new Map<string, { readonly trusts: string; readonly paths: Set<string> }>();
  for (const path of blocking) {
    const convention = isProtected(path) ? undefined : CONVENTIONS.find(({ paths }) => paths.test(path));
    if (convention === undefined) continue;
    const folder = path.includes("/") ? path.slice(0, path.indexOf("/")) : "";
    const general = convention.pattern(path, folder);
    const pattern = general === path ? literalPattern(path) : general;
    const known = candidates.get(pattern) ?? { trusts: convention.trusts(folder), paths: new Set() };
    known.paths.add(path);
    candidates.set(pattern, known);
  }
  const proposals: Proposal[] = [];
  const refused: Refused[] = [];
  for (const [pattern, { trusts, paths }] of candidates) {
    const covers = compilePattern(pattern);
    const all = [...(await newest.entries()).keys()].filter(covers);
    const because = await objection(all, new Set([...all, ...paths]), newest, ownersOf);
    if (because === null) proposals.push({ kind: "ignore", pattern, covers, trusts });
    else refused.push({ place: pattern, because });
  }
  return { proposals, refused };
}

/** The pattern that matches only this path. */
export function literalPattern(path: string): string {
  return path.replace(/[*?[\]{}()!+@\\]/g, "\\$&");
}

/** More names are too many to search for. */
const MOST_PATHS = 3_000;

async function objection(
  present: readonly string[],
  covered: ReadonlySet<string>,
  newest: Tree,
  ownersOf: (path: string) => Promise<readonly string[]>,
): Promise<string | null> {
  if (covered.size > MOST_PATHS)
    return `it covers ${covered.size} files, too many to search for their readers`;
  for (const path of present) {
    if (isProtected(path)) return `it covers ${path}, which decides how targets are built`;
    const [owner] = await ownersOf(path);
    if (owner !== undefined) return `it covers ${path}, which belongs to ${owner}`;
  }
  const readers = await readersIn(newest, [...covered]);
  if (readers === null) return "files that may read it are not on this machine";
  for (const [path, files] of readers) {
    const reader = [...files].find((file) => !covered.has(file));
    if (reader !== undefined) return `${reader} names ${path}`;
  }
  const workflow = await namingWorkflow(covered, newest);
  return workflow === null ? null : `the workflow ${workflow} names it`;
}

/** By tree: the texts of what a test branch runs in `.github`. */
const running = new WeakMap<Tree, Promise<ReadonlyMap<string, string>>>();

/** A workflow of a test branch that names one of the files, which `readersIn` leaves out. */
export async function namingWorkflow(paths: ReadonlySet<string>, tree: Tree): Promise<string | null> {
  const texts = running.get(tree) ?? runningTexts(tree);
  running.set(tree, texts);
  const names = [...new Set([...paths].map(fileNameOf))];
  for (const [workflow, text] of await texts)
    if (!paths.has(workflow) && names.some((name) => text.includes(name))) return workflow;
  return null;
}

async function runningTexts(tree: Tree): Promise<ReadonlyMap<string, string>> {
  const paths = (await liveWorkflows(tree, null, null))?.running ?? (await tree.entries()).keys();
  const live = [...paths].filter((path) => path.startsWith(".github/"));
  const decoder = new TextDecoder();
  return new Map([...(await tree.read(live))].map(([path, bytes]) => [path, decoder.decode(bytes)]));
}
