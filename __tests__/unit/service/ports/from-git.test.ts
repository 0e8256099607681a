/** What git fails with, as the forge's own failure. */
import { expect, it } from "@jest/globals";
import { fromGit } from "../../../../src/service/ports/from-git.js";
import { GitError } from "../../../../src/service/ports/world-error.js";

it("says as git does whether trying again helps, and when", async () => {
  const limited = new GitError("GitHub's limit is reached", true, { waitMs: 9000 });
  await expect(fromGit(Promise.reject(limited))).rejects.toMatchObject({
    name: "ForgeError",
    message: "GitHub's limit is reached",
    retryable: true,
    waitMs: 9000,
    cause: limited,
  });
});

it("leaves alone what is no failure of git's", async () => {
  const mistake = new TypeError("not a function");
  await expect(fromGit(Promise.reject(mistake))).rejects.toBe(mistake);
});
