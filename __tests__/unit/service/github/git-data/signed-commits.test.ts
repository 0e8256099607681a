/** Signed commits through GitHub's API: the same as a clone makes, and what a rule about signatures lets land. */
import { describe, expect } from "@jest/globals";
import { createCommitSigner } from "../../../../../src/service/git/commit-signer.js";
import { signingKeyOf } from "../../../../../src/service/git/signing-key.js";
import { RefusedByHost } from "../../../../../src/service/ports/world-error.js";
import { ApiGitWorld, SHOP } from "../../../../support/api-git-world.js";
import { itWithSsh, newSshKey } from "../../../../support/signing-keys.js";
import { bySize } from "../../../../support/test-size.js";

const EMAIL = "queue@example.com";
const METHODS = bySize({
  reduced: ["squash"],
  share: ["squash", "merge_commit", "rebase"],
  full: ["squash", "merge_commit", "rebase"],
} as const);

describe("on a branch that requires signatures", () => {
  itWithSsh("a commit by the API is the same as a clone's, GitHub verifies it, and it lands", async () => {
    const { privateKey, publicKey } = newSshKey();
    const key = signingKeyOf(privateKey);
    if (key === null) throw new Error("the key is usable");
    const committer = { name: "Queue", email: EMAIL };
    await using world = await ApiGitWorld.open({ committer, signer: createCommitSigner(key) });
    const { github } = world;
    github.ruleset({ include: ["~ALL"], rules: [{ type: "required_signatures" }] });
    await github.addSigningKey(EMAIL, publicKey);
    const first = await world.pull(7, { files: { "a.txt": "1\n" }, message: "One\n\nWith a ünicode body\n" });
    const second = await world.pull(8, { files: { "b.txt": "2\n" }, message: "Two\n" });
    const clone = world.withClone();
    for (const method of METHODS) {
      const built = await world.build(world.git, [first, second], method);
      expect(built).toEqual(await world.build(clone, [first, second], method));
    }
    const commit = await world.built([first, second]);
    expect(github.world.verifiedCommits).toContain(commit);
    expect(world.scratchBranches()).toEqual([]);
    expect(await world.git.land(SHOP, "main", world.tip, commit)).toEqual({ kind: "landed" });
  });

  itWithSsh(
    "an unsigned commit does not land, and neither does one by a key that GitHub does not know",
    async () => {
      const key = signingKeyOf(newSshKey().privateKey);
      if (key === null) throw new Error("the key is usable");
      for (const signer of [null, createCommitSigner(key)]) {
        await using world = await ApiGitWorld.open({ committer: { name: "Queue", email: EMAIL }, signer });
        world.github.ruleset({ rules: [{ type: "required_signatures" }] });
        const commit = await world.built([await world.pull(7, { files: { "a.txt": "1\n" } })]);
        const landing = world.git.land(SHOP, "main", world.tip, commit);
        await expect(landing).rejects.toThrow(RefusedByHost);
        await expect(landing).rejects.toThrow(/verified signatures/);
      }
    },
  );
});
