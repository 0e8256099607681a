/** Computes the impacted targets of the newest commits of a repository, and verifies them with the ecosystem's own tools. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { computeTargets, type TargetsAnswer } from "../../src/targets/compute-targets.js";
import { readSourceChoices } from "../../src/targets/source-choice.js";
import { EXACT_TOOLS, type ExactMember, type ExactTool, isInstalled } from "./exact-graphs.js";

export interface Measured {
  readonly commits: number;
  readonly all: number;
  /** How often each cause made everything impacted. */
  readonly blockers: ReadonlyMap<string, number>;
  /** The lengths of the other lists, shortest first. */
  readonly sizes: readonly number[];
  /** Pairs of commits whose lists share no name. */
  readonly apart: number;
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
}

interface Change {
  readonly base: string;
  readonly head: string;
}

export async function measureRepository({ folder, source, commits }: CorpusRequest): Promise<Measured> {
  const changes = newestChanges(folder, commits);
  const checker = new Checker(folder);
  try {
    const blockers = new Map<string, number>();
    const lists: (readonly string[])[] = [];
    for (const change of changes) {
      const answer = await answerFor(folder, source, change);
      if (answer.kind === "all") {
        const cause = `${answer.cause.subject}: ${answer.cause.rule}`;
        blockers.set(cause, (blockers.get(cause) ?? 0) + 1);
      } else {
        lists.push([...answer.targets.keys()]);
        checker.verify(change, answer.targets);
      }
    }
    return {
      commits: changes.length,
      all: changes.length - lists.length,
      blockers: new Map([...blockers].sort(([, one], [, other]) => other - one)),
      sizes: lists.map((list) => list.length).sort((one, other) => one - other),
      apart: pairsApart(lists),
      pairs: (changes.length * (changes.length - 1)) / 2,
      verified: checker.verified,
      skipped: checker.skipped,
      wrong: checker.wrong,
    };
  } finally {
    checker.remove();
  }
}

export function isRepository(folder: string): boolean {
  const words = ["-C", folder, "rev-parse", "--quiet", "--verify", "HEAD^{commit}"];
  return spawnSync("git", words, { stdio: "ignore" }).status === 0;
}

function git(folder: string, ...words: readonly string[]): string {
  return execFileSync("git", ["-C", folder, ...words], { encoding: "utf8", maxBuffer: 256 * 1024 * 1024 });
}

/** Along the first parents; a commit without a parent is left out. */
function newestChanges(folder: string, commits: number): readonly Change[] {
  const lines = git(folder, "log", "--first-parent", `-${commits}`, "--format=%H %P").trim().split("\n");
  return lines.flatMap((line) => {
    const [head, base] = line.split(" ");
    return head === undefined || base === undefined || base === "" ? [] : [{ base, head }];
  });
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

/** Asks the tools about checkouts in a temporary clone. */
class Checker {
  readonly verified = new Map<string, number>();
  readonly skipped = new Map<string, string>();
  readonly wrong: string[] = [];
  readonly #folder: string;
  readonly #clone: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.#clone = mkdtempSync(join(tmpdir(), "merge-queue-corpus-"));
    git(folder, "clone", "--quiet", "--shared", "--no-checkout", folder, this.#clone);
  }

  remove(): void {
    rmSync(this.#clone, { recursive: true, force: true });
  }

  verify({ base, head }: Change, targets: ReadonlyMap<string, unknown>): void {
    if (!this.#checkOut(head)) return;
    const changed = git(this.#folder, "diff-tree", "-r", "-z", "--name-only", "--no-renames", base, head)
      .split("\0")
      .filter((path) => path !== "");
    for (const tool of EXACT_TOOLS.filter((one) => one.applies(this.#clone))) {
      const members = this.#membersOf(tool);
      if (members === null) continue;
      this.verified.set(tool.program, (this.verified.get(tool.program) ?? 0) + 1);
      for (const name of exactlyImpacted(members, changed)) {
        if (!targets.has(name)) this.wrong.push(`${head.slice(0, 12)}: ${tool.program} finds ${name}`);
      }
    }
  }

  /** A repository may lack large files. */
  #checkOut(head: string): boolean {
    const words = ["-C", this.#clone, "checkout", "--quiet", "--force", "--detach", head];
    if (spawnSync("git", words, { stdio: "ignore" }).status === 0) return true;
    this.skipped.set("git", "a checkout lacks files");
    return false;
  }

  #membersOf(tool: ExactTool): readonly ExactMember[] | null {
    const { program } = tool;
    if (this.skipped.has(program)) return null;
    const members = isInstalled(program) ? tool.ask(this.#clone) : null;
    if (members === null)
      this.skipped.set(program, isInstalled(program) ? "it gave no answer" : "it is not installed");
    return members;
  }
}

/** The owners of the changed files and their dependents, in the tree after the change. */
export function exactlyImpacted(
  members: readonly ExactMember[],
  changed: readonly string[],
): ReadonlySet<string> {
  const impacted = new Set<string>();
  for (const path of changed) {
    const owners = members.filter(({ directory }) => directory !== "" && path.startsWith(`${directory}/`));
    const [innermost] = owners.sort((one, other) => other.directory.length - one.directory.length);
    if (innermost !== undefined) impacted.add(innermost.name);
  }
  for (const name of impacted) {
    for (const member of members) if (member.dependsOn.includes(name)) impacted.add(member.name);
  }
  return impacted;
}
