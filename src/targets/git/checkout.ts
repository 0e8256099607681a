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
  /** Its history ends early. */
  readonly isShallow: boolean;
  /** Commits that were read with these facts, by the revisions that name them; null without a commit. */
  readonly named: ReadonlyMap<string, NamedCommit | null>;
}

/**
 * In a container the checkout often belongs to another user, so git would refuse it. These calls run nothing from it.
 */
const TRUSTED = { "safe.directory": "*" };

const HEAD = "HEAD^{commit}";

/**
 * `revisions`: names of commits that will be needed. Null when the folder is in no checkout. Throws `GitFailure` when git
 * itself is missing.
 */
export async function findCheckout(
  folder: string,
  signal: AbortSignal,
  revisions: readonly string[] = [],
): Promise<Checkout | null> {
  if (!existsSync(folder)) return null;
  const options = ["--path-format=absolute", "--git-path", "objects", "--is-shallow-repository"];
  const words = ["rev-parse", ...options, "--show-object-format", HEAD];
  const call = { folder, environment: localEnvironment(TRUSTED), signal, answers: [0, 1, 128] };
  const [{ exitCode, stdout }, commits] = await Promise.all([
    runGit(words, call),
    revisions.length === 0 ? [] : readCommits(folder, revisions, signal).catch(notFound),
  ]);
  if (signal.aborted) throw new GitFailure("there was no time left for git rev-parse");
  // Before the first commit git fails after it has printed the rest, and repeats the name.
  const lines = withoutLineEnd(stdout)
    .split("\n")
    .filter((line) => line !== HEAD);
  const head = exitCode === 0 ? (lines.pop() ?? null) : null;
  const format = lines.pop();
  const isShallow = lines.pop() === "true";
  const objects = lines.join("\n");
  if (objects === "" || format === undefined) return null;
  const named = new Map(commits.map((commit, index) => [revisions[index] ?? "", commit]));
  return { folder, objects, format: format === "sha256" ? "sha256" : "sha1", head, isShallow, named };
}

/** The folder may be in no checkout, which the other call reports. */
function notFound(error: unknown): readonly [] {
  if (error instanceof GitFailure) return [];
  throw error;
}

export interface NamedCommit {
  readonly id: string;
  /** As the commit records them, also those that a shallow checkout lacks. */
  readonly parents: readonly string[];
}

/** The commits that revisions name in the checkout, in their order; null for one that names none. */
export async function commitsNamed(
  { folder, named }: Checkout,
  revisions: readonly string[],
  signal: AbortSignal,
): Promise<readonly (NamedCommit | null)[]> {
  if (!revisions.every((revision) => named.has(revision))) return readCommits(folder, revisions, signal);
  return revisions.map((revision) => named.get(revision) ?? null);
}

async function readCommits(
  folder: string,
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
