/** Starts a tool where it can be trusted to see the head tree, and turns what goes wrong into the cause of an `ALL`. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GitFailure } from "../git/git-failure.js";
import type { SourceAnswer, SourceContext } from "../source.js";
import { UnreadableManifest } from "../sources/workspaces/ecosystem.js";
import { requireCleanCheckout } from "./require-clean-checkout.js";
import type { ToolFolders } from "./tool-environment.js";
import { ToolProblem } from "./tool-problem.js";
import { type ProgramSettings, ToolProgram } from "./tool-program.js";

export interface SessionSettings extends Pick<ProgramSettings, "name" | "installHint" | "deadlineMs"> {
  environment(folders: ToolFolders): Readonly<Record<string, string>>;
}

/** For each start of a program. */
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
      "Run actions/checkout before, or use the source workspaces, which needs none.",
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

/** Throws on what is a mistake of ours. */
export function allBecauseOf(error: unknown, tool: string): SourceAnswer {
  if (error instanceof ToolProblem) return { kind: "all", cause: error.allCause };
  if (error instanceof GitFailure) {
    return { kind: "all", cause: { subject: tool, rule: error.message, hint: null } };
  }
  if (error instanceof UnreadableManifest) {
    return { kind: "all", cause: { subject: error.path, rule: error.problem, hint: null } };
  }
  throw error;
}
