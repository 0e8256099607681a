/** How git is started: what it sees of its surroundings, and what stops it. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import {
  createGitRunner,
  type GitAccess,
  type GitDeadlines,
} from "../../../../src/service/git/create-git-runner.js";
import { TooMuchOutput } from "../../../../src/service/ports/world-error.js";

/** Every step is a process, and the machine may be busy with other suites. */
const DEADLINES: GitDeadlines = { cloneMs: 30_000, repositoryMs: 30_000 };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "merge-queue-run-git-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs a shell command as git runs an alias, with everything that git has. */
function shell(command: string, access: GitAccess = {}, deadlineMs = 30_000) {
  const words = ["-c", `alias.probe=!${command}`, "probe"];
  return createGitRunner(access, DEADLINES)({ arguments: words, side: "clone", folder, deadlineMs });
}

async function variables(access: GitAccess = {}): Promise<ReadonlyMap<string, string>> {
  const { stdout } = await shell("env -0", access);
  return new Map(
    stdout.split("\0").map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
}

describe("the surroundings of git", () => {
  it("hold none of the caller's secrets and git settings", async () => {
    const mine = {
      MERGE_QUEUE_API_TOKEN: "secret",
      GIT_DIR: "/elsewhere",
      GIT_SSH_COMMAND: "evil",
      LC_ALL: "de_DE",
    };
    Object.assign(process.env, mine);
    const seen = await variables();
    for (const name of Object.keys(mine)) Reflect.deleteProperty(process.env, name);
    expect(seen.has("MERGE_QUEUE_API_TOKEN")).toBe(false);
    expect(seen.has("GIT_SSH_COMMAND")).toBe(false);
    expect(seen.get("GIT_DIR")).toBeUndefined();
    expect(seen.get("LC_ALL")).toBe("C");
    expect(seen.get("GIT_TERMINAL_PROMPT")).toBe("0");
    expect(seen.get("GIT_CONFIG_NOSYSTEM")).toBe("1");
    expect(seen.get("GIT_CONFIG_GLOBAL")).toBe("/dev/null");
  });

  it("hold what the operator gives for access", async () => {
    const seen = await variables({ environment: { GIT_SSH_COMMAND: "ssh -i key" } });
    expect(seen.get("GIT_SSH_COMMAND")).toBe("ssh -i key");
  });

  it("let the operator's configuration in, but not against our own", async () => {
    const configFile = join(folder, "config");
    await writeFile(configFile, "[credential]\n\thelper = store\n[core]\n\thooksPath = /evil\n");
    const { stdout } = await shell("git config credential.helper; git config core.hooksPath", { configFile });
    expect(stdout).toBe("store\n/dev/null\n");
  });
});

describe("a git that does not end", () => {
  it("is stopped at its deadline, also when it does not listen, and may be tried again", async () => {
    await expect(shell(`sh -c 'trap "" TERM; sleep 300 & wait; wait'`, {}, 200)).rejects.toMatchObject({
      name: "GitError",
      retryable: true,
      message: "git -c: it did not finish within 0.2 s",
    });
  });

  it("is stopped when it prints too much", async () => {
    const running = shell("yes");
    await expect(running).rejects.toThrow(/printed more than \d+ bytes/);
    await expect(running).rejects.toBeInstanceOf(TooMuchOutput);
  });

  it("leaves a process running that later calls share", async () => {
    const { stdout } = await shell("sleep 300 >/dev/null 2>&1 & echo $!");
    process.kill(Number(stdout), "SIGKILL"); // throws when the process has ended
  });
});

describe("an argument", () => {
  it("contains no NUL", async () => {
    const call = { arguments: ["log", "a\0b"], side: "clone", folder } as const;
    await expect(createGitRunner({}, DEADLINES)(call)).rejects.toMatchObject({
      name: "GitError",
      retryable: false,
    });
  });
});
