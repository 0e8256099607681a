/**
 * What all sources that ask an external tool have in common: look whether its answer can be trusted, ask it, complete
 * the answer from the two trees. Whatever goes wrong counts as `ALL`, with the cause.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GitFailure } from "../git/git-failure.js";
import { dependentsOf } from "../graph.js";
import type { Cause, Source, SourceAnswer, SourceContext } from "../source.js";
import { UnreadableManifest } from "../sources/workspaces/ecosystem.js";
import type { Tree } from "../tree.js";
import { completeAnswer, graphChange } from "./complete-answer.js";
import { requireCleanCheckout } from "./require-clean-checkout.js";
import type { ToolFolders } from "./tool-environment.js";
import { ToolProblem } from "./tool-problem.js";
import { ToolProgram } from "./tool-program.js";
import type { ReadProjects } from "./tool-projects.js";

export interface Revisions {
  readonly base: string;
  readonly head: string;
}

export interface Tool {
  /** Of the source and of the program. */
  readonly name: string;
  /** How to get it, as a sentence. */
  readonly installHint: string;
  /** Files that say that the repository uses it; the first that is there is the reason for `auto`. */
  readonly marks: readonly string[];
  environment(folders: ToolFolders): Readonly<Record<string, string>>;
  /** The names it gives. Throws `ToolProblem` for a version or an answer that is not known. */
  ask(program: ToolProgram, revisions: Revisions, folders: ToolFolders): Promise<readonly string[]>;
  /** A new reader for each answer; it throws `ToolProblem` or `UnreadableManifest`. */
  projects(): ReadProjects;
}

/** For each start of the program. */
const DEADLINE_MS = 300_000;

export class ToolSource implements Source {
  readonly name: string;
  readonly runsRepositoryCode = true;
  readonly #tool: Tool;
  readonly #deadlineMs: number;

  constructor(tool: Tool, deadlineMs: number = DEADLINE_MS) {
    this.name = tool.name;
    this.#tool = tool;
    this.#deadlineMs = deadlineMs;
  }

  /** The same with another deadline. */
  within(deadlineMs: number): ToolSource {
    return new ToolSource(this.#tool, deadlineMs);
  }

  async detect(head: Tree): Promise<string | null> {
    const entries = await head.entries();
    return this.#tool.marks.find((mark) => entries.has(mark)) ?? null;
  }

  async answer(context: SourceContext): Promise<SourceAnswer> {
    const { changed, base, head } = context;
    if (changed.length === 0) return { kind: "targets", targets: new Map(), owned: new Set() };
    try {
      const named = await this.#ask(context);
      const read = this.#tool.projects();
      return completeAnswer(this.name, named, { base: await read(base), head: await read(head), changed });
    } catch (error) {
      return allBecauseOf(error, this.name);
    }
  }

  async dependents(
    { base, head }: SourceContext,
    targets: ReadonlySet<string>,
  ): Promise<ReadonlyMap<string, Cause>> {
    const read = this.#tool.projects();
    return dependentsOf(graphChange({ base: await read(base), head: await read(head) }, new Map()), targets);
  }

  async #ask({ base, head, checkout, signal }: SourceContext): Promise<readonly string[]> {
    if (checkout === null) {
      throw new ToolProblem(
        this.name,
        "there is no checkout of the repository to run it in",
        "Run actions/checkout before, or use the source `workspaces`, which needs none.",
      );
    }
    const folders = { checkout, scratch: await mkdtemp(join(tmpdir(), "merge-queue-tool-")) };
    try {
      await requireCleanCheckout(folders, { base, head, signal });
      const { name, installHint } = this.#tool;
      const environment = this.#tool.environment(folders);
      const settings = { name, installHint, environment, folders, deadlineMs: this.#deadlineMs, signal };
      const program = await ToolProgram.find(settings);
      return await this.#tool.ask(program, { base: base.commit, head: head.commit }, folders);
    } finally {
      await rm(folders.scratch, { recursive: true, force: true });
    }
  }
}

/** Throws on what is no failure of the tool or of git. */
function allBecauseOf(error: unknown, tool: string): SourceAnswer {
  if (error instanceof ToolProblem) return { kind: "all", cause: error.allCause };
  if (error instanceof GitFailure) {
    return { kind: "all", cause: { subject: tool, rule: error.message, hint: null } };
  }
  if (error instanceof UnreadableManifest) {
    return { kind: "all", cause: { subject: error.path, rule: error.problem, hint: null } };
  }
  throw error;
}
