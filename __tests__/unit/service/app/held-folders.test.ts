/** A folder is one process's until that process ends, and another one waits for it, for a while. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { type HoldOptions, holdFolders } from "../../../../src/service/app/held-folders.js";
import { STOP_DEADLINE_MS } from "../../../../src/service/app/startup.js";
import { WorldError } from "../../../../src/service/ports/world-error.js";

let folder: string;
let waits: string[];
let releases: (() => void)[];
let others: ChildProcess[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "held-folders-"));
  waits = [];
  releases = [];
  others = [];
});
afterEach(() => {
  for (const other of others) other.kill("SIGKILL");
  for (const release of releases) release();
  rmSync(folder, { recursive: true, force: true });
});

const below = (name: string) => join(folder, name);

/** Impatient unless told otherwise. */
async function hold(names: readonly string[], options: Partial<HoldOptions> = {}): Promise<() => void> {
  const onWait = (path: string) => waits.push(path);
  const release = await holdFolders(names.map(below), { onWait, patienceMs: 0, ...options });
  releases.push(release);
  return release;
}

/** A process that has the folder, and says so. */
async function otherHolder(name: string) {
  const words = ["--import", new URL("../../../support/typescript-imports.mjs", import.meta.url).href];
  const program = fileURLToPath(new URL("../../../support/hold-folder.ts", import.meta.url));
  const stdio = ["ignore", "pipe", "inherit"] as const;
  const child = spawn(process.execPath, [...words, program, below(name)], { stdio: [...stdio] });
  others.push(child);
  await once(child.stdout, "data");
  return { id: child.pid, exited: once(child, "exit"), kill: () => child.kill("SIGKILL") };
}

describe("a folder", () => {
  it("is made where it is missing, and is held once", async () => {
    await hold(["new/one", "new/two"]);
    await expect(hold(["new/two"])).rejects.toThrow(WorldError);
    expect(existsSync(below("new/two"))).toBe(true);
    await hold(["new/three"]);
  });

  it("is free again after its release, which may be repeated", async () => {
    const release = await hold(["one", "two"]);
    release();
    release();
    await hold(["two", "one"]);
  });

  it("is the same folder by another name", async () => {
    await hold(["one"]);
    symlinkSync(below("one"), below("link"));
    await expect(hold(["link"])).rejects.toThrow("is in use by");
  });

  it("is let go when another one cannot be had", async () => {
    const held = await hold(["two"]);
    await expect(hold(["one", "two"])).rejects.toThrow(`the folder ${below("two")} is in use by`);
    await hold(["one"]);
    held();
  });

  it("that cannot be locked is named, with the file", async () => {
    mkdirSync(below("one/.lock"), { recursive: true });
    await expect(hold(["one"])).rejects.toThrow(
      `cannot lock ${below("one/.lock")} (unable to open database file): let this user write`,
    );
    writeFileSync(below("file"), "");
    await expect(hold(["file"])).rejects.toThrow(`cannot lock ${below("file/.lock")} (`);
  });
});

describe("a folder that another process has", () => {
  it("is refused after a while, by the name of that process", async () => {
    const other = await otherHolder("one");
    await expect(hold(["one"], { patienceMs: 300 })).rejects.toThrow(
      new RegExp(
        `^the folder ${below("one")} is in use by process ${other.id} on .+, started 20\\d\\d-.+Z: stop that process first, or name another data folder with --data$`,
      ),
    );
    expect(waits).toEqual([below("one")]);
    other.kill();
    await other.exited;
  });

  it("is had as soon as that process is killed", async () => {
    const other = await otherHolder("one");
    const held = hold(["one"], { patienceMs: 30_000 });
    other.kill();
    await other.exited;
    const begun = performance.now();
    await held;
    expect(performance.now() - begun).toBeLessThan(2000);
    expect(waits).toEqual([below("one")]);
  });

  it("is waited for longer than a service may take to stop", async () => {
    await hold(["one"]);
    const now = jest.spyOn(performance, "now").mockReturnValue(0);
    let end = "waits";
    const held = holdFolders([below("one")], { onWait: () => undefined }).catch(() => (end = "refused"));
    now.mockReturnValue(STOP_DEADLINE_MS);
    await pause(500);
    expect(end).toBe("waits");
    now.mockReturnValue(2 * STOP_DEADLINE_MS);
    await held;
    expect(end).toBe("refused");
    now.mockRestore();
  });
});
