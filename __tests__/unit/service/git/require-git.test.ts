/** A git that is too old, or none, is found at the start, with what to do about it. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { requireGit } from "../../../../src/service/git/create-git-runner.js";

const path = process.env["PATH"];
afterEach(() => {
  process.env["PATH"] = path;
});

describe("requireGit", () => {
  it("gives the version of a git that is new enough", async () => {
    expect(await requireGit()).toMatch(/^\d+\.\d+/);
    expect(await requireGit("1.9.9")).toBe(await requireGit("2.38"));
  });

  it("refuses a git that is too old, and says which one is needed", async () => {
    await expect(requireGit("99.1")).rejects.toThrow(
      /^git 99\.1 or newer is needed, but "git version .* install a/,
    );
  });

  it("says so when there is no git", async () => {
    process.env["PATH"] = "/nonexistent";
    await expect(requireGit()).rejects.toThrow(/could not be started: .*is git installed/);
  });
});
