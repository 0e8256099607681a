/** Which git is started, where the folder that it is started in is a stranger's. */
import { chmod, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { localEnvironment } from "../../../../src/targets/git/git-environment.js";
import { runGit } from "../../../../src/targets/git/run-git.js";

const PATH = process.env["PATH"] ?? "";
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "merge-queue-strange-"));
  for (const name of ["git", "git-remote-https"]) {
    await writeFile(join(folder, name), '#!/bin/sh\necho "$0" > started\necho git version 0.0.0\n');
    await chmod(join(folder, name), 0o755);
  }
});

afterEach(async () => {
  process.env["PATH"] = PATH;
  await rm(folder, { recursive: true });
});

function version() {
  const { signal } = new AbortController();
  return runGit(["--version"], { folder, environment: localEnvironment(), signal });
}

describe("git", () => {
  it.each([".", "", "sub/.."])(
    "is never that of the folder it looks at, with %j on the PATH",
    async (relative) => {
      process.env["PATH"] = [relative, PATH].join(delimiter);
      const { stdout } = await version();
      expect(stdout.toString()).not.toContain("0.0.0");
      expect(await readdir(folder)).not.toContain("started");
      expect(localEnvironment()["PATH"]).toBe(PATH);
    },
  );

  it("is missing where only relative folders are on the PATH", async () => {
    process.env["PATH"] = ".";
    await expect(version()).rejects.toThrow("git is not installed, or in no absolute folder of the PATH");
  });
});
