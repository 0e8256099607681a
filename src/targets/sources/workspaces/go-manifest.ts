/** The format that `go.mod` and `go.work` share: directives, alone or in parentheses. */
import { ManifestProblem } from "./parsed-files.js";

export interface GoRequirement {
  readonly module: string;
  /** Empty for a tool, whose version is required beside it. */
  readonly version: string;
}

export interface GoReplacement {
  /** The module's path, as it is required. */
  readonly module: string;
  /** A directory beside the manifest, or another module's path. */
  readonly by: string;
  /** As it stands there. */
  readonly text: string;
}

export interface GoManifest {
  /** Null in a `go.work`. */
  readonly module: string | null;
  readonly requires: readonly GoRequirement[];
  readonly replaces: readonly GoReplacement[];
  readonly excludes: readonly string[];
  /** Directories of a `go.work`. */
  readonly uses: readonly string[];
}

interface Line {
  readonly directive: string;
  readonly words: readonly string[];
}

export function parseGoManifest(text: string): GoManifest {
  const lines = linesIn(text);
  const wordsOf = (directive: string) =>
    lines.filter((line) => line.directive === directive).map(({ words }) => words);
  return {
    module: wordsOf("module")[0]?.[0] ?? null,
    requires: [...wordsOf("require"), ...wordsOf("tool")].flatMap(([module, version = ""]) =>
      module === undefined ? [] : [{ module, version }],
    ),
    replaces: wordsOf("replace").map(replacementIn),
    excludes: wordsOf("exclude").map((words) => words.join(" ")),
    uses: wordsOf("use").flatMap(([path]) => path ?? []),
  };
}

function linesIn(text: string): readonly Line[] {
  const lines: Line[] = [];
  let block: string | null = null;
  for (const line of withoutComments(text).split(/\r?\n/)) {
    const words = [...line.matchAll(/"(?:[^"\\]|\\.)*"|`[^`]*`|[()]|[^\s"`()]+/g)].map(([word]) =>
      unquoted(word),
    );
    const [first] = words;
    if (first === undefined) continue;
    if (block !== null) {
      if (first === ")") block = null;
      else lines.push({ directive: block, words });
    } else if (words.at(-1) === "(") block = first;
    else lines.push({ directive: first, words: words.slice(1) });
  }
  if (block !== null) throw new ManifestProblem("a parenthesis is never closed");
  return lines;
}

function withoutComments(text: string): string {
  return text.replace(/(^|\s)\/\/.*$/gm, "");
}

function unquoted(word: string): string {
  if (word.startsWith("`")) return word.slice(1, -1);
  if (!word.startsWith('"')) return word;
  const value: unknown = JSON.parse(word);
  if (typeof value !== "string") throw new ManifestProblem("a text is not well-formed");
  return value;
}

/** `module [version] => directory` or `module [version] => module version`. */
function replacementIn(words: readonly string[]): GoReplacement {
  const [module] = words;
  const by = words[words.indexOf("=>") + 1];
  if (module === undefined || by === undefined || !words.includes("=>")) {
    throw new ManifestProblem("a replacement leads nowhere");
  }
  return { module, by, text: words.join(" ") };
}
