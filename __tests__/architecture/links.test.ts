/** Every relative link in the documents leads to a file, and every anchor to a heading. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { ROOT } from "../support/source-files.js";

/** The folders that have documents, beside the root. */
const FOLDERS = ["docs", "examples", "deploy"];

const documents = [
  ...readdirSync(ROOT),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
  ),
].filter((path) => path.endsWith(".md"));

/** Without code, in which a bracket is no link and a `#` no heading. */
function proseOf(path: string): string {
  return readFileSync(join(ROOT, path), "utf8").replaceAll(/^ *```.*?^ *```$/gms, "");
}

function linksOf(path: string): readonly string[] {
  const prose = proseOf(path).replaceAll(/`[^`\n]*`/g, "code");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = ""]) => link)
    .filter((link) => !/^(https?|mailto):/.test(link));
}

/** As GitHub makes them: lower case, without punctuation, with dashes for spaces, repeated ones numbered. */
function anchorsOf(text: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ""] of text.matchAll(/^#{1,6} +(.+?) *$/gm)) {
    const words = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = words.replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, "").replaceAll(" ", "-");
    let numbered = anchor;
    for (let count = 1; anchors.has(numbered); count += 1) numbered = `${anchor}-${count}`;
    anchors.add(numbered);
  }
  return anchors;
}

function isBroken(document: string, link: string): boolean {
  const [file = "", anchor] = link.split("#");
  const target = file === "" ? document : join(dirname(document), decodeURI(file));
  if (!existsSync(join(ROOT, target))) return true;
  if (anchor === undefined || statSync(join(ROOT, target)).isDirectory() || !target.endsWith(".md"))
    return false;
  return !anchorsOf(proseOf(target)).has(anchor);
}

describe("documents", () => {
  it("have links, which lead somewhere", () => {
    const links = documents.flatMap((document) => linksOf(document).map((link) => ({ document, link })));
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter(({ document, link }) => isBroken(document, link))).toEqual([]);
  });

  it("are each reached from the README or the list of documents", () => {
    const lists = ["README.md", "docs/README.md"];
    const listed = lists.flatMap((list) =>
      linksOf(list).map((link) => join(dirname(list), link.replace(/#.*/, ""))),
    );
    const missing = documents.filter((document) => !lists.includes(document) && !listed.includes(document));
    expect(missing).toEqual([]);
  });
});

describe("anchors", () => {
  it.each([
    ["## A token instead", "a-token-instead"],
    ["### Postgres: `work_mem`, and why", "postgres-work_mem-and-why"],
    ["## Twice\n\n## Twice", "twice-1"],
    ["# [cli.md](cli.md) & more", "climd--more"],
  ])("of %j are GitHub's", (text, anchor) => {
    expect([...anchorsOf(text)].at(-1)).toBe(anchor);
  });
});
