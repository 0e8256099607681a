/**
 * Dependencies that no manifest declares but the tree shows: links into another package, and the configurations of
 * TypeScript that one extends or references. They belong to the owner of the file, like a manifest outside all workspaces.
 */
import type { Tree } from "../../tree.js";
import { directoryOf, pathsByName, pathsNamed, resolved } from "../../tree-paths.js";
import type { Ecosystem, Outsider } from "./ecosystem.js";
import { hiddenIn } from "./hidden-members.js";
import { asTable, ParsedFiles, textAt } from "./parsed-files.js";

const CONFIGURATION = /^[jt]sconfig(?:\..+)?\.json$/;
/** A longer chain is a circle. */
const LONGEST_CHAIN = 20;

export function treeEdges(): Ecosystem {
  const configurations = new ParsedFiles(parseConfiguration);
  return {
    lockfiles: new Map(),
    rootManifests: new Map(),
    async read(tree) {
      const entries = await tree.entries();
      const names = [...pathsByName(entries).keys()].filter((name) => CONFIGURATION.test(name));
      const paths = names.flatMap((name) => pathsNamed(entries, name));
      const outsiders: Outsider[] = [...(await linkEdges(tree))];
      for (const [path, parsed] of await configurations.read(tree, paths)) {
        if (parsed.kind === "unreadable") continue;
        const places = parsed.value.flatMap((written) => placeOf(path, written, entries) ?? []);
        if (places.length > 0) outsiders.push(outsider(path, places));
      }
      return { workspaces: [], outsiders };
    },
  };
}

function outsider(path: string, places: readonly string[]): Outsider {
  return { manifest: path, code: path, places: new Set(places), names: new Set() };
}

/** Paths that begin with a dot; others lead to installed packages, which manifests request. */
function parseConfiguration(text: string): readonly string[] {
  const value: unknown = JSON.parse(withoutComments(text));
  const configuration = asTable(value);
  const references: unknown = configuration?.get("references");
  const written = [
    ...[configuration?.get("extends")].flat(),
    ...[references].flat().map((reference: unknown) => textAt(asTable(reference), "path")),
  ];
  return written.filter((path): path is string => typeof path === "string" && path.startsWith("."));
}

/** Also without the commas before a closing bracket. */
function withoutComments(text: string): string {
  const kept = text.replace(
    /("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*[^]*?\*\//g,
    (_all, quoted?: string) => quoted ?? " ",
  );
  return kept.replace(
    /("(?:[^"\\\n]|\\.)*")|,(\s*[}\]])/g,
    (_all, quoted?: string, end?: string) => quoted ?? end ?? "",
  );
}

/** The ending `.json` may be left out; a place behind a link is not followed. */
function placeOf(path: string, written: string, entries: Entries): string | null {
  const place = resolved(directoryOf(path), written);
  if (place === null || place === "" || isBehindLink(place, entries)) return null;
  return entries.has(place) || !entries.has(`${place}.json`) ? place : `${place}.json`;
}

type Entries = Awaited<ReturnType<Tree["entries"]>>;

/** The final target of each link, unless it is the whole repository. */
async function linkEdges(tree: Tree): Promise<readonly Outsider[]> {
  const entries = await tree.entries();
  const links = hiddenIn(entries).flatMap(({ path, kind }) => (kind === "link" ? path : []));
  const texts = links.length === 0 ? new Map<string, string>() : await tree.readLinks(links);
  return links.flatMap((link) => {
    const target = followed(link, texts);
    return target === null || target === "" || isBehindLink(target, entries)
      ? []
      : [outsider(link, [target])];
  });
}

/** Follows links to links, also for a folder in the middle of the path; null outside the repository. */
function followed(link: string, texts: ReadonlyMap<string, string>): string | null {
  let place: string | null = link;
  for (let step = 0; step < LONGEST_CHAIN && place !== null; step += 1) {
    const on = linkAround(place, texts);
    if (on === null) return place;
    const target = resolved(directoryOf(on), texts.get(on) ?? "");
    const rest: string = place.slice(on.length + 1);
    place = target === null || rest === "" ? target : resolved(target, rest);
  }
  return null;
}

function linkAround(place: string, texts: ReadonlyMap<string, string>): string | null {
  for (let here = place; here !== ""; here = directoryOf(here)) if (texts.has(here)) return here;
  return null;
}

function isBehindLink(place: string, entries: Entries): boolean {
  for (let here = place; here !== ""; here = directoryOf(here)) {
    if (entries.get(here)?.kind === "link") return true;
  }
  return false;
}
