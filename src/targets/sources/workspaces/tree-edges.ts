/**
 * Dependencies that no manifest declares but the tree shows: links into another package, and the configurations of
 * TypeScript that one extends or references. They belong to the owner of the file, like a manifest outside all workspaces.
 */
import { parseRelaxedJson } from "../../parse-json.js";
import type { Tree } from "../../tree.js";
import { directoryOf, fileNamesIn, pathsNamed, resolved } from "../../tree-paths.js";
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
      const names = (await fileNamesIn(tree)).filter((name) => CONFIGURATION.test(name));
      const paths = names.flatMap((name) => pathsNamed(entries, name));
      const links = await linksIn(tree);
      const outsiders: Outsider[] = [...linkEdges(links, entries)];
      const parsed = await configurations.read(tree, paths);
      const found = (path: string): Configuration => {
        const one = parsed.get(path);
        return one === undefined || one.kind === "unreadable" ? NOTHING : one.value;
      };
      for (const path of parsed.keys()) {
        const references = found(path).references.flatMap((written) =>
          placesOf(path, written, links, entries),
        );
        const places = new Set([...references, ...extendedBy(path, found, links, entries)]);
        if (places.size > 0) outsiders.push(outsider(path, [...places]));
      }
      return { workspaces: [], outsiders };
    },
  };
}

function outsider(path: string, places: readonly string[]): Outsider {
  return { manifest: path, code: path, places: new Set(places), names: new Set() };
}

interface Configuration {
  readonly extended: readonly string[];
  readonly references: readonly string[];
}

const NOTHING: Configuration = { extended: [], references: [] };

/** Paths that begin with a dot; others lead to installed packages, which manifests request. */
function parseConfiguration(text: string): Configuration {
  const configuration = asTable(parseRelaxedJson(text));
  const references: unknown = configuration?.get("references");
  const paths = [references].flat().map((reference: unknown) => textAt(asTable(reference), "path"));
  return {
    extended: [configuration?.get("extends")].flat().filter(isRelative),
    references: paths.filter(isRelative),
  };
}

function isRelative(path: unknown): path is string {
  return typeof path === "string" && path.startsWith(".");
}

/** What it extends, also through files that no package owns. */
function extendedBy(
  path: string,
  found: (path: string) => Configuration,
  links: Links,
  entries: Entries,
): ReadonlySet<string> {
  const places = new Set<string>();
  const seen = new Set([path]);
  for (const here of seen) {
    for (const written of found(here).extended) {
      for (const place of placesOf(here, written, links, entries)) {
        places.add(place);
        seen.add(place);
      }
    }
  }
  return places;
}

/** The ending `.json` may be left out; behind a link, the file that it leads to and the folder of the link. */
function placesOf(path: string, written: string, links: Links, entries: Entries): readonly string[] {
  const place = resolved(directoryOf(path), written);
  if (place === null || place === "") return [];
  const named = entries.has(place) || !entries.has(`${place}.json`) ? place : `${place}.json`;
  const link = linkAround(named, links);
  if (link === null) return isBehindLink(named, entries) ? [] : [named];
  const target = followed(named, links);
  const ends = target === null ? [] : [target, ...(entries.has(`${target}.json`) ? [`${target}.json`] : [])];
  return [directoryOf(link), ...ends].filter((one) => one !== "" && !isBehindLink(one, entries));
}

type Entries = Awaited<ReturnType<Tree["entries"]>>;
/** The texts of links, by path. */
type Links = ReadonlyMap<string, string>;

async function linksIn(tree: Tree): Promise<Links> {
  const links = hiddenIn(await tree.entries()).flatMap(({ path, kind }) => (kind === "link" ? path : []));
  return links.length === 0 ? new Map<string, string>() : tree.readLinks(links);
}

/** The final target of each link, unless it is the whole repository. */
function linkEdges(links: Links, entries: Entries): readonly Outsider[] {
  return [...links.keys()].flatMap((link) => {
    const target = followed(link, links);
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
