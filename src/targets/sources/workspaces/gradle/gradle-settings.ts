/** Reads `settings.gradle` and `settings.gradle.kts`: the projects of a build, their folders, and included builds. */
import { ManifestProblem } from "../parsed-files.js";
import {
  ANYTHING,
  behindBracket,
  ITSELF,
  isFixed,
  readScriptText,
  type ScriptString,
  type ScriptText,
  stringsIn,
  withValue,
} from "./script-text.js";

export interface GradleSettings {
  /** Paths of projects: `:a:b`. */
  readonly projects: readonly string[];
  /** Folders by path of a project, relative to the root of the build. */
  readonly folders: ReadonlyMap<string, string>;
  /** Other last names by path of a project. */
  readonly names: ReadonlyMap<string, string>;
  /** Folders of included builds, relative to the root. */
  readonly builds: readonly string[];
  /** Names of scripts that it applies. */
  readonly applies: readonly string[];
  /** Projects may have catalogs whose names do not end as usual. */
  readonly renamesCatalogs: boolean;
  /** Everything else. */
  readonly rest: string;
}

const LIST = /(?:\b(?:listOf|setOf|arrayOf|arrayListOf)\s*\(|\[)((?:\s*"\d+"(?:\s*,)?)+)\s*[)\]]/g;
/** A folder or a name is set in another way than `project("…").name = "…"`. The name of the root is no part of paths. */
const COMPUTED_PLACE =
  /\b(?:projectDir\s*=(?!=)|setProjectDir\s*\()|(?<!\brootProject\s*)\.\s*(?:name\s*=(?!=)|setName\s*\()|\b(?:findProject|project)\s*\([^()\n]{0,200}\)\s*(?:!!|\?)?\s*\.\s*(?:with|apply|also|let|run|tap)\b/;
const USUAL_CATALOG = /[lL]ibs$/;
const MOST_ELEMENTS = 2_000;
const ROOT_PREFIX = /^(?:\0\/)/;
const FOLDER_WORDS =
  /\b(?:new|java|io|File|file|as|rootDir|settingsDir|rootProject|projectDir|settings|resolve|toPath|rootDirectory|asFile|dir|layout|settingsDirectory)\b/g;

export function readGradleSettings(text: string): GradleSettings {
  const script = withLoopsExpanded(readScriptText(text));
  const projects: string[] = [];
  const builds: string[] = [];
  const applies: string[] = [];
  let rest = "";
  let from = 0;
  const statement = /(?<![\w.])(?:settings\s*\.\s*)?(include|includeBuild|includeFlat)\b(?!\s*[-=.:])/g;
  for (const found of script.code.matchAll(statement)) {
    const written = argumentsAt(script.code, found.index + found[0].length);
    const names = fixedArguments(written, script, found[1] === "includeBuild");
    if (found[1] === "includeBuild") for (const name of names) builds.push(name);
    else if (found[1] === "include") for (const path of names.flatMap(projectsIn)) projects.push(path);
    else throw new ManifestProblem("it includes projects beside its own folder");
    rest += script.code.slice(from, found.index);
    from = found.index + found[0].length + written.length;
  }
  rest += script.code.slice(from);
  for (const [, number] of script.code.matchAll(/\bapply\s*\(?\s*from\s*[:=]\s*(?:\w+\s*\(\s*)?"(\d+)"/g))
    applies.push(script.strings[Number(number)]?.text ?? "");
  if (/\bapply\s*\(?\s*from\s*[:=]\s*(?!\s|(?:\w+\s*\(\s*)?")/.test(script.code))
    throw new ManifestProblem("it applies a script whose name is computed");
  const { folders, names, without } = assignments(rest, script);
  const renamesCatalogs = mayRenameCatalogs(script);
  return { projects, folders, names, builds, applies, renamesCatalogs, rest: restored(without, script) };
}

/** All projects on the way exist, too. */
function projectsIn(written: string): readonly string[] {
  if (written.includes("*")) throw new ManifestProblem("it includes projects by a pattern");
  const names = written.replace(/^:/, "").split(":");
  return names.map((_, index) => `:${names.slice(0, index + 1).join(":")}`);
}

/** In brackets, or up to the end of the line; a line that ends with a comma goes on. */
function argumentsAt(code: string, start: number): string {
  const bracket = /[^\S\n]*\(/y;
  bracket.lastIndex = start;
  if (bracket.test(code)) return code.slice(start, behindBracket(code, bracket.lastIndex - 1));
  const line = /(?:[^\n,;}{]*,\s*)*[^\n,;}{]*/y;
  line.lastIndex = start;
  return line.exec(code)?.[0] ?? "";
}

function fixedArguments(written: string, script: ScriptText, isBuild: boolean): readonly string[] {
  const found = stringsIn(written, script);
  const others = written.replace(
    /"\d+"|\b(?:listOf|arrayOf|file|rootDir|as|String)\b|\*(?=\s*arrayOf)|[(),\s[\]]/g,
    "",
  );
  const names = found.map(({ text }) => text.replace(ROOT_PREFIX, ""));
  const areFixed = names.every((name) => !name.includes(ANYTHING) && !name.includes(ITSELF));
  if (names.length === 0 || (isBuild && names.length > 1) || others !== "" || !areFixed)
    throw new ManifestProblem("it computes which projects the build has");
  return names;
}

interface Assignments {
  readonly folders: ReadonlyMap<string, string>;
  readonly names: ReadonlyMap<string, string>;
  readonly without: string;
}

/** `project(":a").projectDir = file("x")` and `project(":a").name = "b"`. */
function assignments(code: string, script: ScriptText): Assignments {
  const folders = new Map<string, string>();
  const names = new Map<string, string>();
  const without = code.replace(
    /\b(?:findProject|project)\s*\(\s*"(\d+)"\s*\)\s*(?:!!|\?)?\s*\.\s*(projectDir|name|buildFileName)\s*=([^\n;]*)/g,
    (_all, number: string, property: string, value: string) => {
      const path = script.strings[Number(number)]?.text ?? "";
      const [named, ...more] = stringsIn(value, script);
      const isClear = named !== undefined && more.length === 0;
      const others = value
        .replace(/"\d+"/g, "")
        .replace(FOLDER_WORDS, "")
        .replace(/[(),.\s]/g, "");
      const folder = named?.text.replace(ROOT_PREFIX, "") ?? "";
      if (property === "buildFileName") return "";
      if (!isClear || others !== "" || /[\0\u0001]/.test(`${path}${folder}`))
        throw new ManifestProblem("it computes the folder or name of a project");
      const key = path.startsWith(":") ? path : `:${path}`;
      if (property === "name") names.set(key, named.text);
      else folders.set(key, folder);
      return "";
    },
  );
  if (COMPUTED_PLACE.test(without)) throw new ManifestProblem("it computes the folder or name of a project");
  return { folders, names, without };
}

/** Scripts are searched for catalogs whose names end with `libs`. */
function mayRenameCatalogs(script: ScriptText): boolean {
  if (/\bdefaultLibrariesExtensionName\b/i.test(script.code)) return true;
  let searched = 0;
  for (const { index } of script.code.matchAll(/\bversionCatalogs\b/gi)) {
    // One inside another was searched with it.
    if (index < searched) continue;
    const open = script.code.indexOf("{", index);
    searched = open === -1 ? script.code.length : behindBracket(script.code, open);
    const block = open === -1 ? script.code : script.code.slice(open, searched);
    for (const [, argument = ""] of block.matchAll(
      /\b(?:create|register|maybeCreate|named|getByName)\b\s*\(?\s*("\d+"|\S)/g,
    )) {
      const [name] = stringsIn(argument, script);
      if (name === undefined || !isFixed(name) || !USUAL_CATALOG.test(name.text)) return true;
    }
    for (const [, name = ""] of block.matchAll(/(?<!\w)(\w+)\s*(?:\{|\bby\b)/g))
      if (!USUAL_CATALOG.test(name)) return true;
  }
  return false;
}

/** Writes the body of a loop over a fixed list once for each element. */
function withLoopsExpanded({ code, strings }: ScriptText): ScriptText {
  const all = [...strings];
  const named = new Map<string, string>();
  for (const [, name = "", list = ""] of code.matchAll(
    /\b(?:def|val|var|String\s*\[\]|List<String>)\s+(\w+)\s*(?::[^=\n]{1,100})?=\s*((?:\b(?:listOf|setOf|arrayOf)\s*\(|\[)(?:\s*"\d+"(?:\s*,)?)+\s*[)\]])/g,
  ))
    named.set(name, list);
  let expanded = code.replace(/\b(\w+)(?=\s*\.\s*(?:each|forEach)\b)/g, (word) => named.get(word) ?? word);
  expanded = expanded.replace(
    /(\bfor\s*\(\s*(?:val\s+|var\s+|def\s+|String\s+)?\w+\s*(?:in|:)\s*)(\w+)(?=\s*\))/g,
    (_all, before: string, word: string) => before + (named.get(word) ?? word),
  );
  let result = "";
  let from = 0;
  let elements = 0;
  for (const found of expanded.matchAll(LIST)) {
    if (found.index < from) continue;
    const loop = loopAround(expanded, found.index, found.index + found[0].length);
    if (loop === null) continue;
    result += expanded.slice(from, loop.start);
    for (const element of stringsIn(found[1] ?? "", { code: "", strings })) {
      elements += 1;
      if (elements > MOST_ELEMENTS) throw new ManifestProblem("its loops have too many elements");
      result += `\n${withElement(loop, element.text, all)}\n`;
    }
    from = loop.end;
  }
  return { code: result + expanded.slice(from), strings: all };
}

interface Loop {
  readonly variable: string;
  readonly body: string;
  readonly start: number;
  readonly end: number;
}

function loopAround(code: string, start: number, end: number): Loop | null {
  const method = /\s*\.\s*(?:each|forEach)\s*\{\s*(?:(?:String\s+)?(\w+)\s*->)?/y;
  method.lastIndex = end;
  const called = method.exec(code);
  if (called !== null) {
    const open = code.indexOf("{", end);
    const close = behindBracket(code, open);
    return { variable: called[1] ?? "it", body: code.slice(method.lastIndex, close - 1), start, end: close };
  }
  const head = /\bfor\s*\(\s*(?:val\s+|var\s+|def\s+|String\s+)?(\w+)\s*(?:in|:)\s*$/.exec(
    code.slice(Math.max(0, start - 100), start),
  );
  const opening = /\s*\)\s*\{/y;
  opening.lastIndex = end;
  if (head === null || !opening.test(code)) return null;
  const close = behindBracket(code, opening.lastIndex - 1);
  return {
    variable: head[1] ?? "it",
    body: code.slice(opening.lastIndex, close - 1),
    start: start - head[0].length,
    end: close,
  };
}

/** Strings of the body that contain the variable become new strings. */
function withElement({ variable, body }: Loop, element: string, strings: ScriptString[]): string {
  const number = strings.push({ text: element, expressions: [] }) - 1;
  const inStrings = body.replace(/"(\d+)"/g, (written, index: string) => {
    const source = strings[Number(index)];
    return source === undefined || isFixed(source)
      ? written
      : `"${strings.push(withValue(source, variable, element)) - 1}"`;
  });
  return inStrings.replace(new RegExp(`(?<![\\w."])${variable}(?!\\w)`, "g"), `"${number}"`);
}

function restored(code: string, { strings }: ScriptText): string {
  return code
    .replace(/"(\d+)"/g, (_all, number: string) => JSON.stringify(strings[Number(number)]?.text ?? ""))
    .replace(/\s+/g, " ");
}
