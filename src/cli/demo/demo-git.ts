/** Runs git for the demo, on repositories that the demo creates, without the user's configuration. */
import { gitVariables, startGit } from "../../process/run-git.js";

const IDENTITY = {
  GIT_AUTHOR_NAME: "Demo",
  GIT_AUTHOR_EMAIL: "demo@localhost",
  GIT_COMMITTER_NAME: "Demo",
  GIT_COMMITTER_EMAIL: "demo@localhost",
};
/** The first call may copy a large repository. */
const DEADLINE_MS = 3_600_000;

/** Returns what git printed, without the final line break; throws with git's message when it fails. */
export async function git(folder: string, ...words: readonly string[]): Promise<string> {
  const environment = { ...process.env, ...IDENTITY, GIT_CONFIG_GLOBAL: "/dev/null", ...gitVariables({}) };
  const end = await startGit(words, { folder, environment, deadlineMs: DEADLINE_MS });
  const command = `git ${words[0] ?? ""}`;
  if (end.kind === "missing") throw new Error("git is not installed, or in no absolute folder of the PATH");
  if (end.kind === "stopped") throw new Error(`${command}: ${end.because}`);
  const stdout = end.stdout.toString().trim();
  if (end.exitCode === 0) return end.stdout.toString().trimEnd();
  throw new Error(`${command} failed: ${end.stderr.trim() || stdout}`);
}
