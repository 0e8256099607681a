/** Whether a configuration in JavaScript computes what it contains; then no text shows what it means. */

/** What may be called: it only loads what a text names, or merges. */
const PLAIN_CALLS: ReadonlySet<string> = new Set(["require", "import", "defineConfig", "Object.assign"]);
/** Strings, templates up to a placeholder, and comments; an unclosed string ends with its line. */
const STRINGS_AND_COMMENTS =
  /"(?:[^"\\\n]|\\[^])*(?:"|$)|'(?:[^'\\\n]|\\[^])*(?:'|$)|`(?:[^`\\$]|\\[^]|\$(?!\{))*(?:`|\$\{)|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|(?![^]))/gm;

/** What it computes with, for people; null for a fixed one, and for JSON and YAML. */
export function computes(path: string, text: string): string | null {
  if (!/\.[cm]?[jt]s$/.test(path)) return null;
  const code = withoutTexts(text);
  if (code.includes("`")) return "a template";
  if (/=>|\bfunction\b/.test(code)) return "a function";
  if (/\bnew\b/.test(code)) return "`new`";
  if (/\b(?:process|global|globalThis)\b/.test(code) || /["'](?:node:)?process["']/.test(text))
    return "`process`";
  if (/""\s*\+|\+\s*""/.test(code)) return "texts that it joins";
  for (const [, name = ""] of code.matchAll(/([\w$]+(?:\s*\.\s*[\w$]+){0,5})\s*\(/g)) {
    const called = name.replace(/\s/g, "");
    if (!PLAIN_CALLS.has(called)) return `\`${called}\``;
  }
  if (/(?:[\])}]|\?\.)\s*\(/.test(code)) return "a call";
  // A slash outside of texts and comments may begin a regular expression, whose quotes open no text.
  if (code.includes("/")) return "a regular expression";
  // `require(name)` may load anything.
  return /\b(?:require|import)\s*\(\s*(?!\s|"")/.test(code) ? "a name that it requires" : null;
}

/** Jest's `preset` is not a fixed text. */
export function computesPreset(text: string): boolean {
  const isKeyOfText = /["']preset["']\s*(?:\]|:\s*(?!\s|["']))/.test(text);
  return isKeyOfText || /\bpreset\s*(?::\s*(?!\s|"")|[,}])/.test(withoutTexts(text));
}

/** Each text becomes an empty one, a comment a blank, and a template with a placeholder or a tag a backtick. */
function withoutTexts(text: string): string {
  return text.replace(STRINGS_AND_COMMENTS, (all: string, at: number) => {
    if (all.startsWith("/")) return " ";
    if (!all.startsWith("`")) return '""';
    const isTagged = /[\w$)\]]\s{0,50}$/.test(text.slice(Math.max(0, at - 60), at));
    return all.endsWith("${") || isTagged ? "`" : '""';
  });
}
