/** Git through its command line keeps the promises of the port. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe } from "@jest/globals";
import { createGit } from "../../src/service/git/git-adapter.js";
import { gitContract, SHOP } from "./git.js";

/** Every step is a process, and the machine may be busy with other suites. */
const folder = mkdtempSync(join(tmpdir(), "merge-queue-clones-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let clones = 0;

describe("git on the command line", () =>
  gitContract((origin) => {
    clones += 1;
    return createGit({
      cloneFolder: join(folder, String(clones)),
      resolve: (repository) => (repository.name === SHOP.name ? origin.folder : undefined),
    });
  }));
