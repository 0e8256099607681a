/** The shell blocks of a section of a document, so that a test does what a reader would. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./source-files.js";

/** In order; a section goes on until the next heading of its level or above. */
export function shellBlocks(document: string, heading: string): readonly string[] {
  const text = readFileSync(join(ROOT, document), "utf8");
  const start = text.indexOf(`\n${heading}\n`);
  if (start < 0) throw new Error(`${document} has no section ${heading}`);
  const level = /^#+/.exec(heading)?.[0].length ?? 1;
  const rest = text.slice(start + heading.length + 2);
  const end = rest.search(new RegExp(`^#{1,${level}} `, "m"));
  const section = end < 0 ? rest : rest.slice(0, end);
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = ""]) => block);
}
