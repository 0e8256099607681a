/** Runs git for the demo, on repositories that the demo creates, without the user's configuration. */
import { x } from "tinyexec";

const ENVIRONMENT = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_TERMINAL_PROMPT: "0",
  GIT_AUTHOR_NAME: "Demo",
  GIT_AUTHOR_EMAIL: "demo@localhost",
  GIT_COMMITTER_NAME: "Demo",
  GIT_COMMITTER_EMAIL: "demo@localhost",
  LC_ALL: "C",
};

/** Returns what git printed, without the final line break; throws with git's message when it fails. */
export async function git(folder: string, ...words: readonly string[]): Promise<string> {
  const result = await x("git", ["-C", folder, ...words], {
    nodeOptions: { env: { ...process.env, ...ENVIRONMENT } },
  });
  if (result.exitCode === 0) return result.stdout.trimEnd();
  throw new Error(`git ${words[0] ?? ""} failed: ${result.stderr.trim() || result.stdout.trim()}`);
}
