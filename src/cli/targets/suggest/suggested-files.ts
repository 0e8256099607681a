/** Writes proposals as the two files of a repository, into those that it has. */
import { Document, isMap, isSeq, parseDocument } from "yaml";
import { loadYaml } from "../../../targets/parse-yaml.js";
import { type ExtraEdge, RULES_FILE, readRules } from "../../../targets/rules/rules-file.js";
import { readPathMap } from "../../../targets/sources/paths/path-map.js";
import { USUAL_MAPPING } from "../../../targets/sources/sources.js";
import { plainText } from "../../plain-text.js";
import { edgesOf, type MapProposal, type Weighed } from "./proposal.js";

export interface SuggestedFile {
  readonly path: string;
  readonly text: string;
}

export interface PresentFiles {
  /** Null where the repository has no such file. */
  readonly rules: string | null;
  readonly mapping: string | null;
}

const RULES_HEAD = " Facts about impacted targets that no tool knows.";
const MAPPING_HEAD = [
  " Targets of paths that belong to no package. Use it together with workspaces:",
  " impacted-targets-from: workspaces,paths",
  " With auto, this file alone would define the targets. Names get their source as prefix, such as workspaces:core,",
  " so change the source and add this file in one pull request.",
].join("\n");

/** `answers`: how many of the measured answers are `ALL`. Throws `YamlError` and the like for a present file that cannot be read. */
export async function suggestedFiles(
  weighed: readonly Weighed[],
  present: PresentFiles,
  answers: number,
): Promise<readonly SuggestedFile[]> {
  await loadYaml();
  const ignores = weighed.filter(({ proposal }) => proposal.kind === "ignore");
  const maps = weighed.flatMap(({ proposal, ...rest }) =>
    proposal.kind === "map" ? [{ proposal, ...rest }] : [],
  );
  const edges = maps.flatMap(({ proposal }) => edgesOf(proposal, "workspaces"));
  const files: SuggestedFile[] = [];
  if (ignores.length > 0 || edges.length > 0) {
    const text = rulesText(ignores, edges, present.rules, answers);
    readRules(Buffer.from(text)); // What this program could not read must not be proposed.
    files.push({ path: RULES_FILE, text });
  }
  if (maps.length > 0) {
    const text = mappingText(maps, present.mapping, answers);
    readPathMap(text);
    files.push({ path: USUAL_MAPPING, text });
  }
  return files;
}

function rulesText(
  ignores: readonly Weighed[],
  edges: readonly ExtraEdge[],
  before: string | null,
  answers: number,
): string {
  const document = before === null ? newDocument(RULES_HEAD) : parseDocument(before);
  for (const one of ignores) {
    if (one.proposal.kind !== "ignore") continue;
    const node = document.createNode(one.proposal.pattern);
    node.commentBefore = commentFor(one, answers);
    append(document, "ignore", node);
  }
  for (const { target, dependsOn } of edges)
    append(document, "extra-edges", document.createNode({ target, "depends-on": [...dependsOn] }));
  return document.toString({ lineWidth: 0 });
}

function mappingText(
  maps: readonly (Omit<Weighed, "proposal"> & { readonly proposal: MapProposal })[],
  before: string | null,
  answers: number,
): string {
  const document = before === null ? newDocument(MAPPING_HEAD) : parseDocument(before);
  for (const one of maps) {
    const key = document.createNode(one.proposal.target);
    key.commentBefore = commentFor(one, answers);
    const pair = document.createPair(key, [...one.proposal.patterns]);
    if (isMap(document.contents)) document.contents.add(pair);
  }
  return document.toString({ lineWidth: 0 });
}

function newDocument(head: string): Document {
  const document = new Document({});
  document.commentBefore = head;
  if (isMap(document.contents)) document.contents.flow = false;
  return document;
}

function append(document: Document, key: string, node: unknown): void {
  if (!isSeq(document.get(key))) document.set(key, document.createNode([]));
  const list = document.get(key);
  if (!isSeq(list)) return;
  list.flow = false;
  list.add(node);
}

export function narrows({ alone, together }: Weighed, answers: number): string {
  const more = alone === together ? "" : `, ${alone} of them without the other rules`;
  return `narrows ${together} of ${answers} answers that were ALL${more}`;
}

/** A comment is one line: names in it come from the repository. */
function commentFor(weighed: Weighed, answers: number): string {
  const text = `${narrows(weighed, answers)}; trusts that ${weighed.proposal.trusts}`;
  return ` ${plainText(text)}`;
}
