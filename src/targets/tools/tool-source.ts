/**
 * The common part of all sources that ask a tool for projects: it checks that the tool's answer can be trusted, asks
 * the tool, and completes the answer from the two trees. Every failure counts as `ALL`, with the cause.
 */
import type { AllCause, RestOfAnswer, Source, SourceAnswer, SourceContext } from "../source.js";
import { despiteUnreadable } from "../sources/workspaces/despite-unreadable.js";
import type { Tree } from "../tree.js";
import {
  completeAnswer,
  dependentsInTrees,
  namesInTrees,
  ownedInTrees,
  type ProjectReader,
  type ToolAnswer,
} from "./complete-answer.js";
import type { FoundEdges } from "./found-edges.js";
import type { ToolFolders } from "./tool-environment.js";
import type { ToolProgram } from "./tool-program.js";
import type { ReadProjects } from "./tool-projects.js";
import { allBecauseOf, DEADLINE_MS, withTool } from "./tool-session.js";

export interface Revisions {
  readonly base: string;
  readonly head: string;
}

export interface Tool {
  /** The name of the source and of the program. */
  readonly name: string;
  /** How to install it, as a sentence. */
  readonly installHint: string;
  /** Files that show that the repository uses the tool; the first one found is the reason for `auto`. */
  readonly marks: readonly string[];
  environment(folders: ToolFolders): Readonly<Record<string, string>>;
  /** Returns the names that the tool prints. Throws `ToolProblem` for an unknown version or answer. */
  ask(program: ToolProgram, revisions: Revisions, folders: ToolFolders): Promise<readonly string[]>;
  /** The tool finds dependencies that no manifest declares, in code or in settings. */
  readonly findsEdges?: boolean;
  /** The edges in the head tree. Throws `ToolProblem`. */
  edges?(program: ToolProgram, folders: ToolFolders): Promise<FoundEdges>;
  /** Returns a new reader for each answer; it throws `ToolProblem` or `UnreadableManifest`. */
  projects(): ReadProjects;
}

export class ToolSource implements Source {
  readonly name: string;
  readonly runsRepositoryCode = true;
  readonly #tool: Tool;
  readonly #deadlineMs: number;
  readonly dependents?: NonNullable<Source["dependents"]>;

  constructor(tool: Tool, deadlineMs: number = DEADLINE_MS) {
    this.name = tool.name;
    this.#tool = tool;
    this.#deadlineMs = deadlineMs;
    if (tool.findsEdges !== true)
      this.dependents = (context, targets) => dependentsInTrees(this.#reader(), context, targets);
  }

  /** The same source with another deadline. */
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
      const answer = await withTool(
        context,
        { ...this.#tool, deadlineMs: this.#deadlineMs },
        async (program, folders): Promise<ToolAnswer> => ({
          named: await this.#tool.ask(program, { base: base.commit, head: head.commit }, folders),
          found: (await this.#tool.edges?.(program, folders)) ?? null,
        }),
      );
      return await this.completed(answer, context);
    } catch (error) {
      const all = allBecauseOf(error, this.name);
      if (context.wantsEveryCause !== true) return all;
      return { ...all, rest: await this.#rest(context, all.cause) };
    }
  }

  /** The manifests show which files have an owner, without the tool. */
  async #rest(context: SourceContext, first: AllCause): Promise<RestOfAnswer> {
    try {
      return await despiteUnreadable(context, first, (open) => ownedInTrees(this.#reader(), open));
    } catch (error) {
      const { cause } = allBecauseOf(error, this.name);
      return { causes: cause.rule === first.rule ? [] : [cause], known: null };
    }
  }

  /** What the tool has printed, with all that the trees show. Throws `ToolProblem` or `UnreadableManifest`. */
  completed(
    answer: ToolAnswer,
    context: Pick<SourceContext, "base" | "head" | "changed">,
  ): Promise<SourceAnswer> {
    return completeAnswer(this.#reader(), answer, context);
  }

  knownNames(context: Pick<SourceContext, "base" | "head">): Promise<ReadonlySet<string>> {
    return namesInTrees(this.#reader(), context);
  }

  #reader(): ProjectReader {
    const [listedIn = this.name] = this.#tool.marks;
    return { name: this.name, listedIn, read: this.#tool.projects() };
  }
}
