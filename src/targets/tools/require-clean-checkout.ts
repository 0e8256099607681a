/** A tool reads the graph from the files of the checkout: they have to be exactly those of the head tree. */
import { runGit } from "../git/run-git.js";
import type { SourceContext } from "../source.js";
import { type ToolFolders, toolEnvironment } from "./tool-environment.js";
import { ToolProblem } from "./tool-problem.js";

type Context = Pick<SourceContext, "base" | "head" | "signal">;

/** Throws `ToolProblem` where a tool would see other files, or could not compare the two revisions. */
export async function requireCleanCheckout(folders: ToolFolders, context: Context): Promise<void> {
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
      `it does not have the commit ${context.base.commit}, which the tool would compare with`,
      "Give actions/checkout `fetch-depth: 2`.",
    );
  }
  const [isSparse] = await lines(["config", "--type=bool", "--get", "core.sparseCheckout"]);
  if (isSparse === "true") {
    throw new ToolProblem(
      "checkout",
      "it is sparse, so that the tool would not see all projects",
      "Check out all files, or use the source `workspaces`, which needs no files.",
    );
  }
  const { stdout } = await runGit(STATUS, call);
  const [changed] = stdout.toString("utf8").split("\0");
  if (changed !== undefined && changed !== "") {
    throw new ToolProblem(
      changed.slice(3),
      "it differs in the checkout from what was committed, so that the tool would see something else",
      "Compute the targets before a step that writes to tracked files.",
    );
  }

  async function lines(words: readonly string[]): Promise<readonly string[]> {
    const { stdout: printed } = await runGit(words, { ...call, answers: [0, 1, 128] });
    return printed.toString("utf8").split("\n");
  }
}

const STATUS = ["status", "--porcelain", "-z", "--untracked-files=no", "--ignore-submodules=dirty"];
