/** Programs that do everything but end well. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type ProgramCall, runProgram } from "../../../src/process/run-program.js";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "merge-queue-program-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

function call(script: string, more: Partial<ProgramCall> = {}) {
  return runProgram({
    command: process.execPath,
    arguments: ["-e", script],
    folder,
    environment: { PATH: process.env["PATH"] ?? "", ONLY: "this" },
    deadlineMs: 30_000,
    signal: new AbortController().signal,
    ...more,
  });
}

describe("a program", () => {
  it("is told from its output, its complaints and its exit code", async () => {
    const end = await call("console.log('out'); console.error('err'); process.exitCode = 3");
    expect(end).toEqual({ kind: "exited", exitCode: 3, stdout: Buffer.from("out\n"), stderr: "err\n" });
  });

  it("gets its input, its folder, and no variable but those given", async () => {
    const script =
      "process.stdin.pipe(process.stdout); console.log(process.cwd(), process.env.ONLY, process.env.HOME)";
    const end = await call(script, { input: "in" });
    expect(end).toMatchObject({ stdout: Buffer.from(`${folder} this undefined\nin`) });
  });

  it("gets its whole input, however long and in any language", async () => {
    const input = "grüße 🚀\n".repeat(50_000);
    expect(await call("process.stdin.pipe(process.stdout)", { input })).toMatchObject({
      stdout: Buffer.from(input),
    });
  });

  it("may end without reading its input", async () => {
    expect(await call("", { input: "x".repeat(5_000_000) })).toMatchObject({ kind: "exited", exitCode: 0 });
  });

  it("does not start with a NUL in an argument", async () => {
    expect(await call("a\0b")).toMatchObject({ kind: "stopped", cause: "notStarted" });
  });

  it("gets its arguments as they are, without a shell", async () => {
    const words = ["$(id)", "a b", "`x`", ";", "*"];
    const end = await call("", {
      arguments: ["-e", "console.log(JSON.stringify(process.argv.slice(1)))", "--", ...words],
    });
    expect(end).toMatchObject({ stdout: Buffer.from(`${JSON.stringify(words)}\n`) });
  });

  it("may be missing", async () => {
    expect(await call("", { command: "no-such-program" })).toEqual({ kind: "missing" });
  });

  it("is ended at its deadline, with what it has started", async () => {
    const script = `
      const { spawn } = require("node:child_process");
      const child = spawn(process.execPath, ["-e", "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"], { stdio: "inherit" });
      require("node:fs").writeFileSync("pid", String(child.pid));
      process.on("SIGTERM", () => {});
      setInterval(() => {}, 1000);`;
    const end = await call(script, { deadlineMs: 700 });
    expect(end).toEqual({ kind: "stopped", cause: "deadline", because: "it did not finish within 0.7 s" });
    const pid = Number(readFileSync(join(folder, "pid"), "utf8"));
    // What was killed needs a moment to be gone; what was not never is, and the test ends in time.
    while (isAlive(pid)) await setImmediate();
    expect(isAlive(pid)).toBe(false);
  });

  it("is ended when nobody wants its answer any more", async () => {
    const stop = new AbortController();
    const running = call("setInterval(() => {}, 1000)", { signal: stop.signal });
    stop.abort();
    expect(await running).toEqual({
      kind: "stopped",
      cause: "aborted",
      because: "there was no time left for it",
    });
  });

  it("does not begin where there is no time", async () => {
    await call("require('node:fs').writeFileSync('begun', '')", { signal: AbortSignal.abort() });
    expect(existsSync(join(folder, "begun"))).toBe(false);
  });

  it("is ended when it prints more than is wanted", async () => {
    const script = "const more = () => process.stdout.write('x'.repeat(65536), more); more()";
    const end = await call(script, { mostBytes: 1_000_000 });
    expect(end).toEqual({
      kind: "stopped",
      cause: "tooMuchOutput",
      because: "it printed more than 1000000 bytes",
    });
  });

  it.each([
    ["ends with it", {}, false],
    ["keeps running where it may outlive it", { mayOutliveUs: true }, true],
  ])("started another, which %s", async (_what, more, isLeft) => {
    const shell = { command: "/bin/sh", arguments: ["-c", "sleep 300 >/dev/null 2>&1 & echo $!"], ...more };
    const end = await call("", shell);
    const pid = Number(end.kind === "exited" ? end.stdout.toString() : Number.NaN);
    while (!isLeft && isAlive(pid)) await setImmediate();
    expect(isAlive(pid)).toBe(isLeft);
    if (isLeft) process.kill(pid, "SIGKILL");
  });

  it("is not waited for when it leaves somebody behind who holds its output", async () => {
    const script = `
      const { spawn } = require("node:child_process");
      const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
      child.unref();
      console.log("done");`;
    expect(await call(script)).toMatchObject({ kind: "exited", exitCode: 0, stdout: Buffer.from("done\n") });
  });
});

/** A process that has ended, and waits for somebody to take note, is not. */
function isAlive(pid: number): boolean {
  try {
    const state = readFileSync(`/proc/${pid}/stat`, "utf8");
    return !/\) Z /.test(state);
  } catch {
    return false;
  }
}
