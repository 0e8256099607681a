/**
 * START HERE for `merge-queue targets suggest`: what makes the answers of the past `ALL`, and rules that would narrow them.
 * The repository is only read, and no program of it runs.
 */
import { loadSources } from "../../../targets/choose-sources.js";
import { commitsNamed, findCheckout } from "../../../targets/git/checkout.js";
import { ObjectStore } from "../../../targets/git/object-store.js";
import { compilePattern } from "../../../targets/path-patterns.js";
import { RULES_FILE, RulesError } from "../../../targets/rules/rules-file.js";
import { rulesOf } from "../../../targets/rules/rules-of-trees.js";
import type { Source, SourceContext } from "../../../targets/source.js";
import { readSourceChoices } from "../../../targets/source-choice.js";
import { USUAL_MAPPING } from "../../../targets/sources/sources.js";
import { UnreadableManifest } from "../../../targets/sources/workspaces/ecosystem.js";
import type { Tree } from "../../../targets/tree.js";
import { UsageError } from "../../client/option-reader.js";
import { type MeasuredChange, measureHistory, pairsApart } from "./measure-history.js";
import { listsWith, type Proposal, type Weighed, weigh } from "./proposal.js";
import { proposeIgnores, type Refused } from "./propose-ignores.js";
import { proposeMaps } from "./propose-maps.js";
import { readHistory } from "./read-history.js";
import type { Repository } from "./repository.js";
import { type SuggestedFile, suggestedFiles } from "./suggested-files.js";

export interface SuggestQuestion {
  readonly folder: string;
  readonly revision: string;
  readonly commits: number;
  /** Empty: workspaces, and the mapping that the repository has. */
  readonly from: string;
  readonly signal: AbortSignal;
  readonly onProgress: (sentence: string) => void;
}

/** Answers of changes: how many are `ALL`, and how many pairs of changes share no target. */
export interface Figures {
  readonly all: number;
  readonly pairsApart: number;
}

export interface Suggestions {
  readonly newest: string;
  readonly sources: readonly string[];
  readonly isCut: boolean;
  readonly changes: readonly MeasuredChange[];
  readonly pairs: number;
  readonly now: Figures;
  readonly proposed: Figures;
  readonly proposals: readonly Weighed[];
  readonly refused: readonly CountedRefusal[];
  readonly files: readonly SuggestedFile[];
}

export interface CountedRefusal extends Refused {
  /** Answers that are `ALL` because of a file there, among others. */
  readonly answers: number;
}

/** Throws `UsageError`, `SourceError` and `GitFailure`. */
export async function suggestTargets(question: SuggestQuestion): Promise<Suggestions> {
  const { folder, revision, commits, signal, onProgress } = question;
  const checkout = await findCheckout(folder, signal);
  if (checkout === null) throw new UsageError(`--checkout ${folder} is not in a git repository`);
  const origin = await checkout.origin();
  const [named] = await commitsNamed(checkout, [revision]);
  if (named == null)
    throw new UsageError(`--head ${revision} names no commit here; correct it, or run git fetch first`);
  const remote = origin === null ? null : { url: origin, token: null, usesOwnPrograms: true as const };
  const store = new ObjectStore({
    borrowed: () => checkout.facts(),
    checkout: checkout.objects,
    remote,
    signal,
  });
  try {
    onProgress("reading the history");
    const history = await readHistory({ folder, newest: named.id, commits, store, signal });
    if (history.count === 0) throw new UsageError(withoutHistory(revision, history.isCut, commits));
    const rules = await usableRules(history.newest);
    const sources = await sourcesFor(question.from, history.newest);
    const changes = await measureHistory({
      history,
      sources,
      rules,
      signal,
      onProgress: (done) => onProgress(`computing the targets of change ${done + 1} of ${history.count}`),
    });
    onProgress("searching for rules");
    const found = await candidatesWhereReadable(changes, history.newest, {
      sources,
      signal,
      hasEdges: rules.extraEdges.length > 0,
    });
    const proposals = weigh(found.candidates, changes);
    const kept = proposals.map(({ proposal }) => proposal);
    const now = figuresOf([], changes);
    return {
      newest: named.id,
      sources: sources.map(({ name }) => name),
      isCut: history.isCut,
      changes,
      pairs: (changes.length * (changes.length - 1)) / 2,
      now,
      proposed: figuresOf(kept, changes),
      proposals,
      refused: counted(found.refused, changes, kept),
      files: await suggestedFiles(proposals, await presentFiles(history.newest), now.all),
    };
  } finally {
    await store.remove();
  }
}

function figuresOf(proposals: readonly Proposal[], changes: readonly MeasuredChange[]): Figures {
  const lists = listsWith(proposals, changes);
  return { all: lists.filter((list) => list === null).length, pairsApart: pairsApart(lists) };
}

/** Those that concern most answers come first. */
function counted(
  refused: readonly Refused[],
  changes: readonly MeasuredChange[],
  kept: readonly Proposal[],
): readonly CountedRefusal[] {
  const all = refused.map(({ place, because }): CountedRefusal => {
    const matches = place.includes("**") ? compilePattern(place) : null;
    const isThere = (subject: string) =>
      subject === place || (place.endsWith("/") && subject.startsWith(place)) || matches?.(subject) === true;
    const isOpen = (subject: string) => isThere(subject) && !kept.some(({ covers }) => covers(subject));
    const answers = changes.filter(({ blockers }) => blockers.some(({ subject }) => isOpen(subject)));
    return { place, because, answers: answers.length };
  });
  return all.sort((one, other) => other.answers - one.answers);
}

function withoutHistory(revision: string, isCut: boolean, commits: number): string {
  if (isCut)
    return `--head ${revision}: the checkout has no older commit; fetch some with git fetch --deepen=${commits}`;
  return `--head ${revision}: the first commit of a repository changes nothing that could be measured`;
}

async function usableRules(newest: Tree) {
  try {
    return await rulesOf(newest);
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    throw new UsageError(`${RULES_FILE} cannot be used: ${error.message}`, { cause: error });
  }
}

async function sourcesFor(from: string, newest: Tree): Promise<readonly Source[]> {
  const hasMapping = (await newest.entries()).has(USUAL_MAPPING);
  const usual = hasMapping ? "workspaces,paths" : "workspaces";
  const read = readSourceChoices(from === "" ? usual : from);
  if (!read.ok) throw new UsageError(`--from: expected ${read.expected}`);
  const isTree = read.choices !== "auto" && read.choices.every(({ name }) => TREE_SOURCES.includes(name));
  if (read.choices === "auto" || !isTree)
    throw new UsageError(
      "--from: expected workspaces, paths or both, because other sources need a checkout of each commit",
    );
  return loadSources(read.choices, () => {
    throw new UsageError("--from: expected a source that reads no list");
  });
}

const TREE_SOURCES: readonly string[] = ["workspaces", "paths"];

interface Searching {
  readonly sources: readonly Source[];
  readonly signal: AbortSignal;
  /** Names in them would get another spelling with a second source. */
  readonly hasEdges: boolean;
}

interface Candidates {
  readonly candidates: readonly Proposal[];
  readonly refused: readonly Refused[];
}

/** None where a manifest of the newest commit is unreadable: which files have an owner is then unknown. */
async function candidatesWhereReadable(
  changes: readonly MeasuredChange[],
  newest: Tree,
  searching: Searching,
): Promise<Candidates> {
  try {
    return await candidatesFor(changes, newest, searching);
  } catch (error) {
    if (!(error instanceof UnreadableManifest)) throw error;
    const because = `${error.problem}, so no rule can be proposed; correct it, and run the command again`;
    return { candidates: [], refused: [{ place: error.path, because }] };
  }
}

async function candidatesFor(
  changes: readonly MeasuredChange[],
  newest: Tree,
  { sources, signal, hasEdges }: Searching,
): Promise<Candidates> {
  const blocking = new Set(
    changes.flatMap(({ blockers }) => blockers.flatMap((one) => (one.isUnowned ? [one.subject] : []))),
  );
  if (blocking.size === 0) return { candidates: [], refused: [] };
  const repository = await repositoryOf(newest, sources, signal);
  const ignores = await proposeIgnores(blocking, newest, repository.ownersOf);
  const open = [...blocking].filter((path) => !ignores.proposals.some(({ covers }) => covers(path)));
  const isMixed = hasEdges && sources.length === 1;
  const isWorkspaces = sources.some(({ name }) => name === "workspaces");
  if (isMixed || !isWorkspaces) return { candidates: ignores.proposals, refused: ignores.refused };
  const maps = await proposeMaps(open, repository);
  return {
    candidates: [...ignores.proposals, ...maps.proposals],
    refused: [...ignores.refused, ...maps.refused],
  };
}

async function repositoryOf(
  newest: Tree,
  sources: readonly Source[],
  signal: AbortSignal,
): Promise<Repository> {
  const context: SourceContext = { base: newest, head: newest, changed: [], checkout: null, signal };
  const source = sources.find(({ name }) => name === "workspaces");
  const mapping = sources.find(({ name }) => name === "paths");
  return {
    newest,
    ownersOf: async (path) => (await source?.owners?.(context, path)) ?? [],
    dependentsOf: async (targets) => [
      ...((await source?.dependents?.(context, new Set(targets))) ?? new Map<string, unknown>()).keys(),
    ],
    targets: (await source?.knownNames?.(context)) ?? new Set(),
    mapped: (await mapping?.knownNames?.(context)) ?? new Set(),
  };
}

async function presentFiles(newest: Tree) {
  const texts = await newest.read([RULES_FILE, USUAL_MAPPING]);
  const textOf = (path: string) => {
    const bytes = texts.get(path);
    return bytes === undefined ? null : new TextDecoder().decode(bytes);
  };
  return { rules: textOf(RULES_FILE), mapping: textOf(USUAL_MAPPING) };
}
