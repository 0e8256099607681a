/** The repository and default branch of the checkout in the working folder, from its remote `origin`. */

import type { Repository } from "../../domain/repository.js";
import { startGit } from "../../process/run-git.js";
import { repositoryOfUrl } from "./ci-environment.js";
import * as forms from "./option-forms.js";
import type { Environment } from "./option-reader.js";

export interface GitDefaults {
  readonly repository: Repository | null;
  /** The branch that the remote shows as its default, as the last clone or fetch saw it. */
  readonly branch: string | null;
}

export const NO_DEFAULTS: GitDefaults = { repository: null, branch: null };

const DEADLINE_MS = 3000;
const HEAD = "refs/remotes/origin/HEAD";

/** Reads only local files: git contacts no remote for it. */
export async function readGitDefaults(folder: string, environment: Environment): Promise<GitDefaults> {
  const url = await gitLine(["remote", "get-url", "origin"], folder, environment);
  const repository = forms.repository(repositoryOfUrl(url));
  if (!repository.ok) return NO_DEFAULTS;
  const ref = await gitLine(["symbolic-ref", "--quiet", HEAD], folder, environment);
  const branch = forms.branch(ref.replace(/^refs\/remotes\/origin\//, ""));
  return { repository: repository.value, branch: ref !== "" && branch.ok ? branch.value : null };
}

/** Empty when git is missing or has no answer. */
async function gitLine(words: readonly string[], folder: string, environment: Environment): Promise<string> {
  const defined = Object.entries(environment).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const variables = { ...Object.fromEntries(defined), GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" };
  const end = await startGit(words, { folder, environment: variables, deadlineMs: DEADLINE_MS });
  return end.kind === "exited" && end.exitCode === 0 ? end.stdout.toString().trim() : "";
}
