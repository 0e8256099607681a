/** Git through its command line keeps the promises of the port. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe } from "@jest/globals";
import { type CommitSigner, createCommitSigner } from "../../src/service/git/commit-signer.js";
import { createGit } from "../../src/service/git/git-adapter.js";
import { signingKeyOf } from "../../src/service/git/signing-key.js";
import { HAS_SSH, newSshKey } from "../support/signing-keys.js";
import { isAtLeast } from "../support/test-size.js";
import { gitContract, SHOP } from "./git.js";

/** Every step is a process, and the machine may be busy with other suites. */
const folder = mkdtempSync(join(tmpdir(), "merge-queue-clones-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let clones = 0;

function onCommandLine(signerOf: () => CommitSigner | null): void {
  gitContract((origin) => {
    clones += 1;
    return createGit({
      cloneFolder: join(folder, String(clones)),
      resolve: (repository) => (repository.name === SHOP.name ? origin.folder : undefined),
      signer: signerOf(),
    });
  });
}

describe("git on the command line", () => onCommandLine(() => null));

/** Another process has to make the same commits, so a signature must not depend on the time. */
(HAS_SSH && isAtLeast("all") ? describe : describe.skip)("git that signs its commits", () => {
  let signer: CommitSigner | null = null;
  onCommandLine(() => {
    const key = signer === null ? signingKeyOf(newSshKey().privateKey) : null;
    if (key !== null) signer = createCommitSigner(key);
    return signer;
  });
});
