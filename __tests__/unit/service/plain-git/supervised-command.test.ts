/** A command ends as a whole: with its exit code, when it is stopped, and in spite of what it does about it. */
import { tmpdir } from "node:os";
import { describe, expect, it } from "@jest/globals";
import {
  type RunningCommand,
  startSupervised,
} from "../../../../src/service/plain-git/supervised-command.js";

/** Every step is a process, and the machine may be busy with other suites. */
interface Observed extends RunningCommand {
  /** What was printed so far. */
  readonly printed: () => string;
  /** Settles when this was printed. */
  readonly prints: (text: string) => Promise<void>;
}

function start(command: string, { folder = tmpdir(), stopGraceMs = 10_000 } = {}): Observed {
  let text = "";
  const waiting: { readonly wanted: string; readonly tell: () => void }[] = [];
  const running = startSupervised(
    {
      command,
      folder,
      environment: { PATH: process.env["PATH"] ?? "" },
      onOutput: (chunk) => {
        text += chunk.toString();
        for (const { wanted, tell } of waiting) if (text.includes(wanted)) tell();
      },
    },
    stopGraceMs,
  );
  return {
    ...running,
    printed: () => text,
    prints: (wanted) =>
      new Promise((tell) => {
        if (text.includes(wanted)) tell();
        else waiting.push({ wanted, tell });
      }),
  };
}

describe("a command", () => {
  it.each([
    ["exit 0", 0],
    ["exit 7", 7],
    ["kill -TERM $$", 143],
    ["kill -KILL 0", null],
  ])("ends with its exit code: %s", async (command, expected) => {
    expect(await start(command).ended).toBe(expected);
  });

  it("gets all its output through before it ends, however much it is", async () => {
    const running = start("head -c 3000000 /dev/zero | tr '\\0' x; echo end >&2");
    await running.ended;
    expect(running.printed().length).toBe(3_000_004);
    expect(running.printed().endsWith("xend\n")).toBe(true);
  });

  it("sees no environment but its own, and nothing of its keeper", async () => {
    const running = start("env; (: <&3) 2>/dev/null && echo lifeline; (: >&4) 2>/dev/null && echo exit code");
    await running.ended;
    expect(running.printed()).toContain("PATH=");
    expect(running.printed()).not.toMatch(/HOME|NODE|lifeline|exit code/);
  });

  it("that cannot be started is an error, not an exit code", async () => {
    await expect(start("true", { folder: "/nonexistent/folder" }).ended).rejects.toThrow("ENOENT");
  });

  it("is not waited for when only what left the group holds its output", async () => {
    const running = start("setsid sleep 1000 & echo $!");
    expect(await running.ended).toBe(0);
    process.kill(Number(running.printed()), "SIGKILL"); // it had lived on
  });
});

describe("stopping", () => {
  it("lets a command clean up and end by itself", async () => {
    const running = start(`trap 'echo bye; exit 3' TERM; echo up; while :; do sleep 0.01; done`);
    await running.prints("up");
    running.stop();
    running.stop();
    expect(await running.ended).toBeNull();
    expect(running.printed()).toMatch(/bye\n$/);
  });

  it("kills what does not listen, after a while", async () => {
    const running = start(`trap '' TERM; echo up; sleep 1000 & sleep 1000; sleep 1000`, { stopGraceMs: 50 });
    await running.prints("up");
    running.stop();
    expect(await running.ended).toBeNull();
  });

  it("is harmless after the end", async () => {
    const running = start("exit 4");
    await running.ended;
    running.stop();
    expect(await running.ended).toBe(4);
  });
});
