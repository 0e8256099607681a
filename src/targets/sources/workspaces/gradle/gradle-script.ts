/** What a build script refers to: projects, catalogs of versions, other scripts, plugins and paths. */
import {
  ANYTHING,
  ITSELF,
  isFixed,
  readScriptText,
  ScriptBlocks,
  type ScriptText,
  stringsIn,
} from "./script-text.js";

export interface ProjectReferences {
  /** `:a:b`, maybe with a task behind it, or with placeholders. */
  readonly paths: readonly string[];
  /** Exactly the path of a project; without a colon in front, from the project that runs the script. */
  readonly named: readonly string[];
  /** Of the generated accessors: `core.api` for `projects.core.api`. */
  readonly accessors: readonly string[];
  /** It refers to all projects, or computes to which. */
  readonly isOpen: boolean;
}

export interface GradleScript {
  /** Of the project that runs the script. */
  readonly own: ProjectReferences;
  /** In blocks that configure several projects. */
  readonly forOthers: ProjectReferences;
  /** It configures other projects than its own. */
  readonly configuresOthers: boolean;
  /** Aliases of catalogs, without the catalog's name: `square.okio`. */
  readonly aliases: ReadonlySet<string>;
  /** It computes which entries of a catalog it uses. */
  readonly usesAnyAlias: boolean;
  /** Every fixed string, such as the name of a plugin or of another script. */
  readonly words: ReadonlySet<string>;
  /** It applies a script whose name is computed. */
  readonly appliesComputed: boolean;
  /** Paths outside its own folder: `../x`, relative to the project, and those from the root of the build. */
  readonly upward: readonly string[];
  readonly fromRoot: readonly string[];
  /** Settings that apply it may get more projects. */
  readonly mayInclude: boolean;
  /** It uses what the project at the root builds. */
  readonly usesRoot: boolean;
}

/** A set of projects, which is configured, or iterated over. */
const SETS =
  "subprojects|allprojects|childProjects(?!\\s*\\.\\s*containsKey)|getSubprojects|getAllprojects|getChildProjects";
const COMPUTED = /\bproject\s*\(\s*(?!"|\)|path\s*[:=]\s*"|mapOf\s*\()/;
const ACCESSOR = /\bprojects((?:\s*\.\s*[A-Za-z_]\w*)+)/g;
const NAMED = /\bproject\s*\(\s*(?:path\s*[:=]\s*|mapOf\s*\(\s*"\d+"\s*to\s*)?"(\d+)"/g;

export function readGradleScript(text: string): GradleScript {
  const script = readScriptText(text);
  const { own, others } = splitBlocks(script.code);
  const words = new Set(script.strings.flatMap((one) => (isFixed(one) ? [one.text] : [])));
  for (const [, name = ""] of text.matchAll(/`([^`\n]{1,200})`/g)) words.add(name);
  return {
    own: referencesIn(own, script, new RegExp(`\\b(?:${SETS})\\b`)),
    forOthers: referencesIn(others, script, new RegExp(`\\b(?:${SETS})\\b(?!\\s*\\{)`)),
    configuresOthers: others !== "",
    ...catalogUse(script),
    words,
    appliesComputed: /\bapply\s*\(?\s*from\s*[:=]\s*(?!\s|"|rootProject\.file\s*\(\s*"|file\s*\(\s*")/.test(
      script.code,
    ),
    ...pathsIn(script),
    mayInclude: /\b(?:include|includeBuild|projectDir)\b/.test(script.code),
    usesRoot: /\brootProject\s*(?:\.\s*(?:sourceSets|tasks|configurations|components)\b|\))/.test(
      script.code,
    ),
  };
}

/** Blocks of `subprojects`, `allprojects`, `configure(…)`, and of variables that hold projects. */
function splitBlocks(code: string): { readonly own: string; readonly others: string } {
  const openers = new Set(["subprojects", "allprojects", "configure"]);
  for (const [, name = "", value = ""] of code.matchAll(
    /\b(?:def|val|var)\s+(\w+)[^=\n]{0,200}=([^\n]{0,500})/g,
  ))
    if (/\b(?:sub|all)projects\b/.test(value)) openers.add(name);
  const blocks = new ScriptBlocks(code);
  let own = "";
  let others = "";
  let from = 0;
  for (const { 0: word, index } of code.matchAll(/\w+/g)) {
    if (index < from || !openers.has(word)) continue;
    const start = index + word.length;
    const end = blocks.endBehind(start);
    if (end === null) continue;
    if (end === "open") {
      others += `\n${code.slice(start)}`;
      break;
    }
    const isIterated = !/^\s*(?:\.\s*(?:all|configureEach)\s*)?\{|^\s*\(/.test(code.slice(start, start + 60));
    own += code.slice(from, isIterated ? start : index);
    others += `\n${code.slice(start, end)}`;
    from = end;
  }
  return { own: own + code.slice(from), others };
}

function referencesIn(code: string, script: ScriptText, sets: RegExp): ProjectReferences {
  const paths = stringsIn(code, script).flatMap(({ text }) => (/^:[^:/\s]/.test(text) ? [text] : []));
  const named = [...code.matchAll(NAMED)].map(([, number]) => script.strings[Number(number)]?.text ?? ":");
  const accessors = [...code.matchAll(ACCESSOR)].map(([, names = ""]) => names.replace(/\s/g, "").slice(1));
  return { paths, named, accessors, isOpen: COMPUTED.test(code) || sets.test(code) };
}

function catalogUse({ code, strings }: ScriptText): Pick<GradleScript, "aliases" | "usesAnyAlias"> {
  const aliases = new Set<string>();
  for (const [, names = ""] of code.matchAll(/\b\w*[lL]ibs((?:\s*\.\s*[A-Za-z_]\w*)+)/g))
    aliases.add(normalAlias(names.replace(/\s/g, "").slice(1)));
  let usesAnyAlias =
    /\b\w*[lL]ibs\b(?!\s*[.=:)"]|\s+by\b)/.test(code) && /\bLibrariesFor|VersionCatalog/.test(code);
  for (const [, argument = ""] of code.matchAll(
    /\bfind(?:Library|Version|Bundle|Plugin)\s*\(\s*("\d+"|\S)/g,
  )) {
    const named = strings[Number(/^"(\d+)"$/.exec(argument)?.[1] ?? -1)];
    if (named !== undefined && isFixed(named)) aliases.add(normalAlias(named.text));
    else usesAnyAlias = true;
  }
  return { aliases, usesAnyAlias };
}

/** Gradle treats the signs between the words of an alias alike, and generates accessors with dots. */
export function normalAlias(alias: string): string {
  return alias.replace(/[-_]/g, ".").toLowerCase();
}

function pathsIn({ code, strings }: ScriptText): Pick<GradleScript, "upward" | "fromRoot"> {
  const upward = strings.flatMap(({ text }) => (text.startsWith("../") ? [beforeWildcard(text)] : []));
  const prefixed = strings.flatMap(({ text }) => {
    const [, rest] = /^\0\/(.+)$/s.exec(text) ?? [];
    return rest === undefined ? [] : [beforeWildcard(rest)];
  });
  const resolvedFromRoot = [
    ...code.matchAll(
      /\b(?:rootProject\.file|rootDir\.resolve|rootDirectory\.(?:file|dir)|settingsDirectory\.(?:file|dir))\s*\(\s*"(\d+)"/g,
    ),
  ].flatMap(([, number]) => beforeWildcard(strings[Number(number)]?.text ?? ""));
  return { upward, fromRoot: [...prefixed, ...resolvedFromRoot].filter((path) => path !== "") };
}

function beforeWildcard(path: string): string {
  const names = path.split("/");
  const end = names.findIndex(
    (name) => name.includes("*") || name.includes(ANYTHING) || name.includes(ITSELF),
  );
  return (end === -1 ? names : names.slice(0, end)).join("/");
}
