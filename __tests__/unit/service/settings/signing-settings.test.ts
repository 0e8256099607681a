/** The settings of signed commits: the key, its file, and the committer that goes with it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { commitsOf } from "../../../../src/service/git/commit-signer.js";
import { examineConfig, readConfig } from "../../../../src/service/settings/config.js";
import { configProblems } from "../../../support/config-problems.js";
import { itWithSsh, newSshKey } from "../../../support/signing-keys.js";

const PLAIN = {
  MERGE_QUEUE_REPOSITORIES: "h/o/a=/srv/a.git",
  MERGE_QUEUE_TEST_COMMAND: "true",
  MERGE_QUEUE_DATA: "/data",
};
const EMAIL = { MERGE_QUEUE_COMMITTER_EMAIL: "queue@example.com" };

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signing-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("a signing key", () => {
  itWithSsh("comes from a file of mode 0600, and needs the address of its account", async () => {
    const { privateKey } = newSshKey();
    const file = join(folder, "key");
    const given = { ...PLAIN, MERGE_QUEUE_SIGNING_KEY_FILE: file };
    const examined = (mode: number) => {
      rmSync(file, { force: true });
      writeFileSync(file, privateKey, { mode });
      const { problems, warnings, held } = examineConfig({ environment: { ...given, ...EMAIL }, flags: {} });
      return { problems, warnings, shown: held.get("signingKey")?.shown };
    };
    expect(examined(0o600)).toEqual({ problems: [], warnings: [], shown: "set" });
    expect(examined(0o640)).toEqual({
      problems: [],
      warnings: [`MERGE_QUEUE_SIGNING_KEY_FILE: its group may read ${file}: run chmod 600 on it`],
      shown: "set",
    });
    expect(examined(0o644).problems).toEqual([
      `MERGE_QUEUE_SIGNING_KEY_FILE: every user of this machine may read ${file}: run chmod 600 on it`,
    ]);
    rmSync(file);
    writeFileSync(file, privateKey, { mode: 0o600 });
    expect(configProblems(given)).toEqual([
      "MERGE_QUEUE_SIGNING_KEY: needs MERGE_QUEUE_COMMITTER_EMAIL, an address of the account that has this key",
    ]);
    const { signer, committer } = commitsOf(readConfig({ ...given, ...EMAIL }));
    expect(committer).toEqual({ name: "Merge Queue", email: "queue@example.com" });
    expect(await signer?.sign("text\n", 1)).toMatch(/^-----BEGIN SSH SIGNATURE-----/);
  });

  itWithSsh("with a passphrase is refused, without showing it", async () => {
    const { privateKey } = newSshKey("ed25519", "secret words");
    expect(configProblems({ ...PLAIN, ...EMAIL, MERGE_QUEUE_SIGNING_KEY: privateKey })).toEqual([
      "MERGE_QUEUE_SIGNING_KEY: its value is not an SSH private key of type ed25519 or RSA, or a PGP private key in ASCII armor, without a passphrase",
    ]);
    return Promise.resolve();
  });
});

it.each([
  ["MERGE_QUEUE_COMMITTER_NAME", "Acme Queue [bot]", true],
  ["MERGE_QUEUE_COMMITTER_NAME", "Q", true],
  ["MERGE_QUEUE_COMMITTER_NAME", "Queue <x>", false],
  ["MERGE_QUEUE_COMMITTER_NAME", "Queue\nauthor x", false],
  ["MERGE_QUEUE_COMMITTER_NAME", "Queue.", false],
  ["MERGE_QUEUE_COMMITTER_EMAIL", "7+queue[bot]@users.noreply.github.com", true],
  ["MERGE_QUEUE_COMMITTER_EMAIL", "queue", false],
  ["MERGE_QUEUE_COMMITTER_EMAIL", "a@b> x", false],
])("%s=%j is valid: %s", (name, value, isValid) => {
  expect(configProblems({ ...PLAIN, [name]: value }).length === 0).toBe(isValid);
});
