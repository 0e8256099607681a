/** Asks the ecosystems' tools about checkouts in a temporary clone, once for each content of the files that they read. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TargetsAnswer } from "../../src/targets/compute-targets.js";
import { EXACT_TOOLS, type ExactGraph, type ExactTool, type ToolBox } from "./exact-graphs.js";
import { exactList, exactlyImpacted } from "./exact-lists.js";
import { type Change, changedPaths, git } from "./history.js";

export interface Checked {
  /** Null for everything; "unknown" if a tool that applies did not answer. */
  readonly list: readonly string[] | null | "unknown";
  readonly verifiedBy: readonly string[];
  /** A commit, and a target that a tool finds and the list lacks. */
  readonly wrong: readonly string[];
}

/** Patterns as in `.gitignore`. */
const READ_BY_TOOLS = [
  "package.json",
  "package-lock.json",
  "pnpm-lock.yaml",
  "pnpm-workspace.yaml",
  "yarn.lock",
  ".npmrc",
  ".yarnrc.yml",
  "/.yarn/plugins/",
  "Cargo.toml",
  "*.rs",
  "go.mod",
  "go.work",
  "pom*.xml",
];

export class ExactChecker {
  /** Why a tool did not verify, by its name. */
  readonly skipped = new Map<string, string>();
  readonly #folder: string;
  readonly #clone: string;
  readonly #tools: ToolBox;
  readonly #graphs = new Map<string, ExactGraph | null>();

  constructor(folder: string, tools: ToolBox) {
    this.#folder = folder;
    this.#tools = tools;
    this.#clone = mkdtempSync(join(tmpdir(), "merge-queue-corpus-"));
    git(folder, "clone", "--quiet", "--shared", "--no-checkout", folder, this.#clone);
  }

  remove(): void {
    rmSync(this.#clone, { recursive: true, force: true });
  }

  check(change: Change, answer: TargetsAnswer): Checked {
    const head = this.#graphsOf(change.head);
    const base = this.#graphsOf(change.base);
    const exact = new Set<string>();
    const wrong: string[] = [];
    const verifiedBy: string[] = [];
    let isEverything = false;
    for (const [program, after] of head) {
      const before = base.get(program) ?? after;
      if (before === null || after === null) continue;
      verifiedBy.push(program);
      const about = { base: before, head: after, changed: changedPaths(this.#folder, change) };
      for (const name of answer.kind === "all" ? [] : exactlyImpacted(about)) {
        if (answer.kind === "targets" && answer.targets.has(name)) continue;
        wrong.push(`${change.head.slice(0, 12)}: ${program} finds ${name}`);
      }
      const list = exactList(about, answer);
      isEverything ||= list === null;
      for (const name of list ?? []) exact.add(name);
    }
    const isKnown = head.size > 0 && ![...head.values()].includes(null);
    return { list: isKnown ? (isEverything ? null : [...exact]) : "unknown", verifiedBy, wrong };
  }

  /** By the program's name; null when it does not answer. */
  #graphsOf(commit: string): ReadonlyMap<string, ExactGraph | null> {
    const lines = git(this.#folder, "ls-tree", "-r", "-z", commit).split("\0");
    const key = (tool: ExactTool) =>
      [tool.program, ...lines.filter((line) => tool.reads.test(line.slice(line.indexOf("\t") + 1)))].join(
        "\n",
      );
    const keys = EXACT_TOOLS.filter((tool) => key(tool).includes("\n")).map(
      (tool) => [tool, key(tool)] as const,
    );
    if (keys.some(([, known]) => !this.#graphs.has(known))) this.#checkOut(commit);
    const graphs = new Map<string, ExactGraph | null>();
    for (const [tool, known] of keys) {
      if (!this.#graphs.has(known)) {
        if (!tool.applies(this.#clone)) continue;
        this.#graphs.set(known, this.#ask(tool));
      }
      graphs.set(tool.program, this.#graphs.get(known) ?? null);
    }
    return graphs;
  }

  /** A copy of a repository may lack large files, which no tool reads. */
  #checkOut(commit: string): void {
    const words = ["checkout", "--quiet", "--force", "--detach", commit];
    try {
      git(this.#clone, ...words);
    } catch {
      git(this.#clone, "sparse-checkout", "set", "--no-cone", ...READ_BY_TOOLS);
      git(this.#clone, ...words);
    }
  }

  #ask(tool: ExactTool): ExactGraph | null {
    const { program } = tool;
    if (this.skipped.has(program)) return null;
    const isThere = this.#tools.has(program);
    const graph = isThere ? tool.ask(this.#clone, this.#tools.run(this.#clone)) : null;
    if (graph === null) this.skipped.set(program, isThere ? "it gave no answer" : "it is not installed");
    return graph;
  }
}
