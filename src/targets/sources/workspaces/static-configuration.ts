/** Whether configuration in JavaScript is fixed: one that computes may read any file, and mean any package. */

/** What may be called: it only loads what a text names, or merges. */
const PLAIN_CALLS: ReadonlySet<string> = new Set(["require", "import", "defineConfig", "Object.assign"]);
/** Strings without placeholders, and comments; an unclosed string ends at the end of the text. */
const STRINGS_AND_COMMENTS =
  /"(?:[^"\\\n]|\\.)*(?:"|$)|'(?:[^'\\\n]|\\.)*(?:'|$)|`(?:[^`\\$]|\\.)*(?:`|$)|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/gm;

/** What it computes with, for people; null for a fixed one, and for JSON and YAML. */
export function computes(path: string, text: string): string | null {
  if (!/\.[cm]?[jt]s$/.test(path)) return null;
  const code = text.replace(STRINGS_AND_COMMENTS, '""');
  if (code.includes("${")) return "a template";
  if (/=>|\bfunction\b/.test(code)) return "a function";
  if (/\bprocess\b/.test(code)) return "`process`";
  if (/""\s*\+|\+\s*""/.test(code)) return "texts that it joins";
  for (const [, name = ""] of code.matchAll(/([\w$]+(?:\s*\.\s*[\w$]+){0,5})\s*\(/g)) {
    const called = name.replace(/\s/g, "");
    if (!PLAIN_CALLS.has(called)) return `\`${called}\``;
  }
  // `require(name)` may load anything.
  return /\b(?:require|import)\s*\(\s*(?!\s|"")/.test(code) ? "a name that it requires" : null;
}

/** Jest's `preset` is not a fixed text. */
export function computesPreset(text: string): boolean {
  const code = text.replace(STRINGS_AND_COMMENTS, '""');
  return /\bpreset\s*(?::\s*(?!\s|"")|[,}])/.test(code);
}
