/** Reads facts about the user's checkout. No call here writes to it. */
import { existsSync } from "node:fs";
import { localEnvironment } from "./git-environment.js";
import type { ObjectFormat } from "./object-store.js";
import { GitFailure, runGit } from "./run-git.js";

export interface Checkout {
  readonly folder: string;
  /** The folder of its objects; work trees of one repository share it. */
  readonly objects: string;
  readonly format: ObjectFormat;
  /** Null before the first commit. */
  readonly head: string | null;
}

/**
 * In a container the checkout often belongs to another user, so git would refuse it. These calls run nothing from it.
 */
const TRUSTED = { "safe.directory": "*" };

/** Null when the folder is in no checkout. Throws `GitFailure` when git itself is missing. */
export async function findCheckout(folder: string, signal: AbortSignal): Promise<Checkout | null> {
  if (!existsSync(folder)) return null;
  const ask = (...words: readonly string[]) => question(folder, signal, words);
  const [objects, format, head] = await Promise.all([
    ask("--path-format=absolute", "--git-path", "objects"),
    ask("--show-object-format"),
    ask("--verify", "--quiet", "--end-of-options", "HEAD^{commit}"),
  ]);
  return objects === null ? null : { folder, objects, format: format === "sha256" ? "sha256" : "sha1", head };
}

/** The commit that a revision names in the checkout; null when it names none. */
export async function commitNamed(
  { folder }: Checkout,
  revision: string,
  signal: AbortSignal,
): Promise<string | null> {
  const words = ["--verify", "--quiet", "--end-of-options", `${revision}^{commit}`];
  return question(folder, signal, words);
}

/** The address that the checkout fetches from, for use on a developer's own machine. */
export async function originOf({ folder }: Checkout, signal: AbortSignal): Promise<string | null> {
  const call = { folder, environment: localEnvironment(TRUSTED), signal, answers: [0, 1] };
  const { exitCode, stdout } = await runGit(["config", "--get", "remote.origin.url"], call);
  return exitCode === 0 ? withoutLineEnd(stdout) : null;
}

async function question(
  folder: string,
  signal: AbortSignal,
  words: readonly string[],
): Promise<string | null> {
  const call = { folder, environment: localEnvironment(TRUSTED), signal, answers: [0, 1, 128] };
  const { exitCode, stdout } = await runGit(["rev-parse", ...words], call);
  if (signal.aborted) throw new GitFailure("there was no time left for git rev-parse");
  const text = withoutLineEnd(stdout);
  return exitCode === 0 && text !== "" ? text : null;
}

function withoutLineEnd(bytes: Buffer): string {
  return bytes.toString().replace(/\r?\n$/, "");
}
