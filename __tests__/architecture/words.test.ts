/** Comments and documents use plain English and the field's terms: the words below make readers stumble. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { ROOT, sourceFiles } from "../support/source-files.js";

/** The words, and what to write instead. */
const AVOIDED: readonly (readonly [RegExp, string])[] = [
  [/\b(who|what|which)ever\b/i, "name the subject: it, the entry, the replica"],
  [/\b(some|no|every)body\b/i, "name the person or process"],
  [/\b(tells|told|telling|hears|heard)\b/i, "report, record, return, receive"],
  [/\bnews\b/i, "notification, webhook event"],
  [/\bwish(es|ed)?\b/i, "command"],
  [/\b(a|the|this|each|earlier|last) stays?\b/i, "submission, entry"],
  [/\bin doubt\b|\bdoubtful\b/i, "pending failure, uncertain"],
  [/\bat once\b/i, "immediately, in parallel"],
  [/\bcomes? about\b|\bcomes? to nothing\b/i, "happens, has no result"],
  [/\bis to be had\b|\bfor good\b/i, "permanently"],
];

const DOCUMENTS = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => join("docs", path)),
];

/** Everything but comments becomes blank; lines keep their numbers. */
function commentsOf(text: string): string {
  return text.replaceAll(
    /(\/\*[\s\S]*?\*\/|(?<![:"'`\\])\/\/[^\n]*)|[^\n]/g,
    (whole, comment: string | undefined) => comment ?? (whole === "\n" ? whole : " "),
  );
}

/** Code is no prose: blocks and spans of it become blank, and so do rows of metrics, which contain label values. */
function proseOf(text: string): string {
  const blank = (code: string) => code.replaceAll(/[^\n]/g, " ");
  return text.replaceAll(/^```[\s\S]*?^```|^\| `merge_queue_.*$/gm, blank).replaceAll(/`[^`\n]+`/g, blank);
}

function avoidedIn(path: string, prose: string): readonly string[] {
  return prose
    .split("\n")
    .flatMap((line, index) =>
      AVOIDED.filter(([word]) => word.test(line)).map(
        ([word, instead]) => `${path}:${index + 1}: ${word.exec(line)?.[0]} (write: ${instead})`,
      ),
    );
}

describe("plain English", () => {
  it("is in every comment of the sources", () => {
    expect(sourceFiles("src").flatMap(({ path, text }) => avoidedIn(path, commentsOf(text)))).toEqual([]);
  });

  it("is in every document", () => {
    const found = DOCUMENTS.flatMap((path) =>
      avoidedIn(path, proseOf(readFileSync(join(ROOT, path), "utf8"))),
    );
    expect(found).toEqual([]);
  });

  it("is missed where an avoided word is", () => {
    expect(avoidedIn("a.ts", commentsOf("const whoever = 1; // Tells whoever asks.\n"))).toEqual([
      "a.ts:1: whoever (write: name the subject: it, the entry, the replica)",
      "a.ts:1: Tells (write: report, record, return, receive)",
    ]);
    expect(avoidedIn("a.md", proseOf("`at once`\n\nIt ends at once.\n"))).toEqual([
      "a.md:3: at once (write: immediately, in parallel)",
    ]);
  });
});
