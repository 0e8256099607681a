/** Starts a tool only where it sees exactly the head tree, and turns every failure into the cause of an `ALL`. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GitFailure, runGit } from "../git/run-git.js";
import type { SourceAnswer, SourceContext } from "../source.js";
import { UnreadableManifest } from "../sources/workspaces/ecosystem.js";
import { type ToolFolders, toolEnvironment } from "./tool-environment.js";
import { ToolProblem } from "./tool-problem.js";
import { type ProgramSettings, ToolProgram } from "./tool-program.js";

export interface SessionSettings extends Pick<ProgramSettings, "name" | "installHint" | "deadlineMs"> {
  environment(folders: ToolFolders): Readonly<Record<string, string>>;
}

/** Applies to each start of a program. */
export const DEADLINE_MS = 300_000;

/** Throws `ToolProblem` or `GitFailure`. */
export async function withTool<Answer>(
  { base, head, checkout, signal }: SourceContext,
  settings: SessionSettings,
  ask: (program: ToolProgram, folders: ToolFolders) => Promise<Answer>,
): Promise<Answer> {
  if (checkout === null) {
    throw new ToolProblem(
      settings.name,
      "there is no checkout of the repository to run it in",
      "Run actions/checkout first, or use the source workspaces, which needs no checkout.",
    );
  }
  const folders = { checkout, scratch: await mkdtemp(join(tmpdir(), "merge-queue-tool-")) };
  try {
    await requireCleanCheckout(folders, { base, head, signal });
    const environment = settings.environment(folders);
    return await ask(await ToolProgram.find({ ...settings, environment, folders, signal }), folders);
  } finally {
    await rm(folders.scratch, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Rethrows errors that are bugs in this program. */
export function allBecauseOf(error: unknown, tool: string): Extract<SourceAnswer, { readonly kind: "all" }> {
  if (error instanceof ToolProblem) return { kind: "all", cause: error.allCause };
  if (error instanceof GitFailure) {
    return { kind: "all", cause: { subject: tool, rule: error.message, hint: null } };
  }
  if (error instanceof UnreadableManifest) {
    return { kind: "all", cause: { subject: error.path, rule: error.problem, hint: null } };
  }
  throw error;
}

type Context = Pick<SourceContext, "base" | "head" | "signal">;

/** Throws `ToolProblem` when a tool would see other files, or could not compare the two revisions. */
async function requireCleanCheckout(folders: ToolFolders, context: Context): Promise<void> {
  const call = { folder: folders.checkout, environment: toolEnvironment(folders), signal: context.signal };
  const [inside = "", at = ""] = await lines(["rev-parse", "--show-prefix", "HEAD^{commit}"]);
  if (inside !== "") {
    throw new ToolProblem("checkout", `it is the folder ${inside} of a repository, and not its root`);
  }
  if (at !== context.head.commit) {
    throw new ToolProblem(
      "checkout",
      `it is at ${at === "" ? "no commit" : at}, and the change ends at ${context.head.commit}`,
      "Check out the merge commit of the pull request, as actions/checkout does by default.",
    );
  }
  const object = `${context.base.commit}^{tree}`;
  const [tree = ""] = await lines(["rev-parse", "--verify", "--quiet", "--end-of-options", object]);
  if (tree === "") {
    throw new ToolProblem(
      "checkout",
      `it lacks the commit ${context.base.commit}, which the tool would compare with`,
      "Give actions/checkout `fetch-depth: 2`.",
    );
  }
  const [isSparse] = await lines(["config", "--type=bool", "--get", "core.sparseCheckout"]);
  if (isSparse === "true") {
    throw new ToolProblem(
      "checkout",
      "it is sparse, so the tool would not see all projects",
      "Check out all files, or use the source `workspaces`, which needs no files.",
    );
  }
  const { stdout } = await runGit(STATUS, call);
  const [changed] = stdout.toString("utf8").split("\0");
  if (changed !== undefined && changed !== "") {
    throw new ToolProblem(
      changed.slice(3),
      "it differs in the checkout from the commit, so the tool would see other content",
      "Compute the targets before a step that writes to tracked files.",
    );
  }

  async function lines(words: readonly string[]): Promise<readonly string[]> {
    const { stdout: printed } = await runGit(words, { ...call, answers: [0, 1, 128] });
    return printed.toString("utf8").split("\n");
  }
}

const STATUS = ["status", "--porcelain", "-z", "--untracked-files=no", "--ignore-submodules=dirty"];
