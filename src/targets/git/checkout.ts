/** Reads facts about the user's checkout. No call here writes to it. */
import { existsSync } from "node:fs";
import { parentsIn } from "./commit-facts.js";
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

const HEAD = "HEAD^{commit}";

/** Null when the folder is in no checkout. Throws `GitFailure` when git itself is missing. */
export async function findCheckout(folder: string, signal: AbortSignal): Promise<Checkout | null> {
  if (!existsSync(folder)) return null;
  const words = ["--path-format=absolute", "--git-path", "objects", "--show-object-format", HEAD];
  const call = { folder, environment: localEnvironment(TRUSTED), signal, answers: [0, 1, 128] };
  const { exitCode, stdout } = await runGit(["rev-parse", ...words], call);
  if (signal.aborted) throw new GitFailure("there was no time left for git rev-parse");
  // Before the first commit git fails after it has printed the rest, and repeats the name.
  const lines = withoutLineEnd(stdout)
    .split("\n")
    .filter((line) => line !== HEAD);
  const head = exitCode === 0 ? (lines.pop() ?? null) : null;
  const format = lines.pop();
  const objects = lines.join("\n");
  if (objects === "" || format === undefined) return null;
  return { folder, objects, format: format === "sha256" ? "sha256" : "sha1", head };
}

export interface NamedCommit {
  readonly id: string;
  /** As the commit records them, also those that a shallow checkout lacks. */
  readonly parents: readonly string[];
}

/** The commits that revisions name in the checkout, in their order; null for one that names none. */
export async function commitsNamed(
  { folder }: Checkout,
  revisions: readonly string[],
  signal: AbortSignal,
): Promise<readonly (NamedCommit | null)[]> {
  const input = revisions.map((revision) => `${revision.replaceAll("\n", "\0")}^{commit}\n`).join("");
  const call = { folder, environment: localEnvironment(TRUSTED), signal, input };
  const { stdout } = await runGit(["cat-file", "--batch"], call);
  const commits: (NamedCommit | null)[] = [];
  for (let start = 0; commits.length < revisions.length; ) {
    const end = stdout.indexOf("\n", start);
    const [id = "", type, size] = stdout.toString("latin1", start, end).split(" ");
    if (type !== "commit" || !/^[0-9a-f]{40,64}$/.test(id)) {
      commits.push(null);
      start = end + 1;
    } else {
      const text = stdout.toString("latin1", end + 1, end + 1 + Number(size));
      commits.push({ id, parents: parentsIn(text) });
      start = end + 1 + Number(size) + 1;
    }
    if (end === -1) break;
  }
  return commits;
}

/** The address that the checkout fetches from; null without one, or without a checkout. For use on a developer's own machine. */
export async function originOf(folder: string, signal: AbortSignal): Promise<string | null> {
  if (!existsSync(folder)) return null;
  const call = { folder, environment: localEnvironment(TRUSTED), signal, answers: [0, 1] };
  const { exitCode, stdout } = await runGit(["config", "--get", "remote.origin.url"], call);
  return exitCode === 0 ? withoutLineEnd(stdout) : null;
}

function withoutLineEnd(bytes: Buffer): string {
  return bytes.toString().replace(/\r?\n$/, "");
}
