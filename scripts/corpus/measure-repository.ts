/** Computes the impacted targets of the newest commits of a repository, and verifies them with the ecosystem's own tools. */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { computeTargets, type TargetsAnswer } from "../../src/targets/compute-targets.js";
import { readSourceChoices } from "../../src/targets/source-choice.js";
import { type Checked, ExactChecker } from "./exact-checker.js";
import type { ToolBox } from "./exact-graphs.js";
import { type Change, newestChanges } from "./history.js";

export interface Measured {
  readonly commits: number;
  readonly all: number;
  /** How often each cause made everything impacted. */
  readonly blockers: ReadonlyMap<string, number>;
  /** The lengths of the other lists, shortest first. */
  readonly sizes: readonly number[];
  /** Pairs of commits whose lists share no name. */
  readonly apart: number;
  /** The same for the lists over the tools' graphs; null if a tool that applies did not answer. */
  readonly exactlyApart: number | null;
  readonly pairs: number;
  /** Commits that a tool verified, by its name. */
  readonly verified: ReadonlyMap<string, number>;
  /** Why a tool did not verify, by its name. */
  readonly skipped: ReadonlyMap<string, string>;
  /** A commit, and a target that a tool finds and the list lacks. */
  readonly wrong: readonly string[];
}

export interface CorpusRequest {
  /** A repository; bare, or with a work tree that is not touched. */
  readonly folder: string;
  readonly source: string;
  readonly commits: number;
  readonly tools: ToolBox;
  /** A folder for what is measured already; null to measure all again. */
  readonly keepIn: string | null;
}

interface Row extends Checked {
  readonly head: string;
  /** The list, or why it is everything. */
  readonly names: readonly string[] | null;
  readonly cause: string;
  readonly skipped: readonly (readonly [string, string])[];
}

export async function measureRepository(request: CorpusRequest): Promise<Measured> {
  const { folder, commits } = request;
  const changes = newestChanges(folder, commits);
  const kept = keptRows(request);
  const checker = new ExactChecker(folder, request.tools);
  try {
    const rows: Row[] = [];
    for (const change of changes) {
      const row = kept.get(change.head) ?? (await measured(change, request, checker));
      if (!kept.has(change.head)) keep(request, row);
      rows.push(row);
    }
    return summary(rows);
  } finally {
    checker.remove();
  }
}

async function measured(
  change: Change,
  { folder, source }: CorpusRequest,
  checker: ExactChecker,
): Promise<Row> {
  const answer = await answerFor(folder, source, change);
  const checked = checker.check(change, answer);
  const rest = { head: change.head, skipped: [...checker.skipped], ...checked };
  return answer.kind === "all"
    ? { ...rest, names: null, cause: `${answer.cause.subject}: ${answer.cause.rule}` }
    : { ...rest, names: [...answer.targets.keys()], cause: "" };
}

function summary(rows: readonly Row[]): Measured {
  const blockers = new Map<string, number>();
  const verified = new Map<string, number>();
  for (const { names, cause, verifiedBy } of rows) {
    if (names === null) blockers.set(cause, (blockers.get(cause) ?? 0) + 1);
    for (const program of verifiedBy) verified.set(program, (verified.get(program) ?? 0) + 1);
  }
  const lists = rows.flatMap(({ names }) => (names === null ? [] : [names]));
  const exact = rows.flatMap(({ list }) => (list === null || list === "unknown" ? [] : [list]));
  return {
    commits: rows.length,
    all: rows.length - lists.length,
    blockers: new Map([...blockers].sort(([, one], [, other]) => other - one)),
    sizes: lists.map((list) => list.length).sort((one, other) => one - other),
    apart: pairsApart(lists),
    exactlyApart: rows.some(({ list }) => list === "unknown") ? null : pairsApart(exact),
    pairs: (rows.length * (rows.length - 1)) / 2,
    verified,
    skipped: new Map(rows.flatMap(({ skipped }) => skipped)),
    wrong: rows.flatMap(({ wrong }) => wrong),
  };
}

/** One line of JSON for each measured commit, so that an interrupted measurement continues. */
function fileOf({ folder, source, keepIn }: CorpusRequest): string | null {
  return keepIn === null ? null : join(keepIn, `${source}-${folder.replaceAll(/[^\w.-]+/g, "-")}.jsonl`);
}

function keptRows(request: CorpusRequest): ReadonlyMap<string, Row> {
  const file = fileOf(request);
  if (file === null || !existsSync(file)) return new Map();
  const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
  return new Map(lines.map((line) => JSON.parse(line) as Row).map((row) => [row.head, row] as const));
}

function keep(request: CorpusRequest, row: Row): void {
  const file = fileOf(request);
  if (file !== null) appendFileSync(file, `${JSON.stringify(row)}\n`);
}

async function answerFor(folder: string, source: string, { base, head }: Change): Promise<TargetsAnswer> {
  const read = readSourceChoices(source);
  if (!read.ok) throw new Error(`${source} is no source: ${read.expected}`);
  const { answer } = await computeTargets({
    choices: read.choices,
    question: {
      wanted: { kind: "pair", base, head },
      checkout: folder,
      remote: null,
      signal: new AbortController().signal,
    },
    readFile: () => {
      throw new Error("a corpus has no list");
    },
    objection: ({ name, runsRepositoryCode }) =>
      runsRepositoryCode ? `${name} runs programs of the repository` : null,
  });
  return answer;
}

function pairsApart(lists: readonly (readonly string[])[]): number {
  const sets = lists.map((list) => new Set(list));
  return lists.reduce(
    (sum, list, index) =>
      sum + sets.slice(0, index).filter((other) => !list.some((name) => other.has(name))).length,
    0,
  );
}
