/** The service's signatures, by the real programs and checked by them. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { pullRequestNumber, testRunId } from "../../../../src/domain/ids.js";
import { MERGE_METHODS } from "../../../../src/domain/queue-settings.js";
import { createCommitSigner, removeLeftKeys } from "../../../../src/service/git/commit-signer.js";
import { createGit } from "../../../../src/service/git/git-adapter.js";
import { secretParts, signingKeyOf } from "../../../../src/service/git/signing-key.js";
import { GitError } from "../../../../src/service/ports/world-error.js";
import { GitRepository } from "../../../support/git-repository.js";
import { itWithGpg, itWithSsh, newPgpKey, newSshKey } from "../../../support/signing-keys.js";

const EMAIL = "queue@example.com";
const TEXT = "tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904\n\nA commit\n";
const SHOP = { host: "example.com", owner: "acme", name: "shop" };

let folder = "";
let temporary = "";
const before = process.env["PATH"] ?? "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signer-"));
  temporary = mkdtempSync(join(tmpdir(), "signer-tmp-"));
});
afterEach(() => {
  process.env["PATH"] = before;
  for (const each of [folder, temporary]) rmSync(each, { recursive: true, force: true });
});

function keyOf(text: string) {
  const key = signingKeyOf(text);
  if (key === null) throw new Error("the key is usable");
  return key;
}

/** Throws unless the program accepts the signature. */
function verifyBySsh(publicKey: string, text: string, signature: string): void {
  const [signers, file] = [join(folder, "signers"), join(folder, "signature")];
  writeFileSync(signers, `${EMAIL} ${publicKey}\n`);
  writeFileSync(file, `${signature}\n`);
  const words = ["-Y", "verify", "-f", signers, "-I", EMAIL, "-n", "git", "-s", file];
  execFileSync("ssh-keygen", words, { input: text, stdio: ["pipe", "ignore", "ignore"] });
}

describe("an SSH key", () => {
  itWithSsh(
    "signs the same text in the same way, leaves no file behind, and its text is in no output",
    async () => {
      const { privateKey, publicKey } = newSshKey();
      const signer = createCommitSigner(keyOf(privateKey), temporary);
      const [first, second] = await Promise.all([signer.sign(TEXT, 1), signer.sign(TEXT, 2)]);
      expect(first).toBe(second);
      verifyBySsh(publicKey, TEXT, first);
      expect(() => verifyBySsh(publicKey, `${TEXT}more`, first)).toThrow();
      expect(readdirSync(temporary)).toEqual([]);
      const broken = keyOf(privateKey.replace(/\n.{20}(?=\n-----END)/, `\n${"A".repeat(20)}`));
      const failure = await createCommitSigner(
        { ...broken, text: `${broken.text.slice(0, 200)}\n` },
        temporary,
      )
        .sign(TEXT, 1)
        .catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(GitError);
      expect(String(failure)).toMatch(
        /a commit cannot be signed with the key of `signingKey`: the key is damaged/,
      );
      for (const secret of secretParts(broken)) expect(String(failure)).not.toContain(secret.trim());
      expect(readdirSync(temporary)).toEqual([]);
    },
  );

  itWithSsh("of other types or with a passphrase is refused, but not of RSA", async () => {
    const rsa = newSshKey("rsa");
    verifyBySsh(rsa.publicKey, TEXT, await createCommitSigner(keyOf(rsa.privateKey)).sign(TEXT, 1));
    expect(signingKeyOf(newSshKey("ecdsa").privateKey)).toBeNull();
    expect(signingKeyOf(newSshKey("ed25519", "secret words").privateKey)).toBeNull();
    expect(signingKeyOf(rsa.privateKey.replaceAll("\n", "\\n"))).toEqual(keyOf(rsa.privateKey));
  });

  it("is not what other texts are", () => {
    const body = Buffer.from("openssh-key-v1\0\0\0\0\u0004none\xff\xff\xff\xff", "latin1").toString("base64");
    for (const text of [
      "",
      "ssh-ed25519 AAAA",
      "-----BEGIN OPENSSH PRIVATE KEY-----\n\n-----END OPENSSH PRIVATE KEY-----",
    ])
      expect(signingKeyOf(text)).toBeNull();
    expect(
      signingKeyOf(`-----BEGIN OPENSSH PRIVATE KEY-----\n${body}\n-----END OPENSSH PRIVATE KEY-----`),
    ).toBeNull();
  });

  itWithSsh("signs the commits of every merge method, which git verifies", async () => {
    const { privateKey, publicKey } = newSshKey();
    const origin = await GitRepository.create();
    try {
      const [base] = await origin.commits([{ parents: [], files: { "a.txt": "1\n" }, message: "Start" }]);
      if (base === undefined) throw new Error("there is a commit");
      await origin.setRef("refs/heads/main", base);
      const [, headSha] = await origin.commits([
        { parents: [base], files: { "b.txt": "2\n" }, message: "One" },
        { parents: [0], files: { "c.txt": "3\n" }, message: "Two" },
      ]);
      if (headSha === undefined) throw new Error("there is a head");
      await origin.setRef("refs/pull/1/head", headSha);
      const git = createGit({
        cloneFolder: join(folder, "clones"),
        resolve: () => origin.folder,
        committer: { name: "Queue", email: EMAIL },
        signer: createCommitSigner(keyOf(privateKey)),
      });
      writeFileSync(join(folder, "signers"), `${EMAIL} ${publicKey}\n`);
      const head = {
        pullRequest: pullRequestNumber(1),
        headSha,
        title: "A change",
        submittedAt: 1_700_000_000_000,
      };
      for (const [index, mergeMethod] of MERGE_METHODS.entries()) {
        const run = testRunId(`00000000-0000-8000-8000-00000000000${index + 1}`);
        const outcome = await git.build(SHOP, { run, testedOn: base, contains: [head], mergeMethod });
        if (outcome.kind !== "built") throw new Error(JSON.stringify(outcome));
        const clone = join(folder, "clones/example.com/acme/shop.git");
        const onClone = (...words: readonly string[]) =>
          execFileSync(
            "git",
            ["-C", clone, "-c", `gpg.ssh.allowedSignersFile=${join(folder, "signers")}`, ...words],
            {
              encoding: "utf8",
              stdio: ["ignore", "pipe", "ignore"],
            },
          );
        const commit = outcome.commits.at(-1) ?? "";
        expect(onClone("log", "-1", "--format=%G? %GS %ce", commit)).toBe(`G ${EMAIL} ${EMAIL}\n`);
        const unsigned = onClone("log", "--format=%G?", "--first-parent", `${base}..${commit}`);
        expect(unsigned.replaceAll("G\n", "")).toBe("");
      }
    } finally {
      await origin.remove();
    }
  });
});

describe("a PGP key", () => {
  itWithGpg("signs with the time of the commit, so that the same commit has the same signature", async () => {
    const { privateKey, publicKey } = newPgpKey(EMAIL);
    const signer = createCommitSigner(keyOf(privateKey), temporary);
    const seconds = Math.floor(Date.now() / 1000) + 60;
    const first = await signer.sign(TEXT, seconds);
    expect(await signer.sign(TEXT, seconds)).toBe(first);
    expect(readdirSync(temporary)).toEqual([]);
    const gpg = ["--homedir", folder, "--batch", "--quiet"];
    execFileSync("gpg", [...gpg, "--import"], { input: publicKey, stdio: ["pipe", "ignore", "ignore"] });
    writeFileSync(join(folder, "signature"), first);
    const words = [...gpg, "--faked-system-time", `${seconds + 60}!`, "--status-fd", "1", "--verify"];
    const verdict = execFileSync("gpg", [...words, join(folder, "signature"), "-"], {
      input: TEXT,
      encoding: "utf8",
      stdio: ["pipe", "pipe", "ignore"],
    });
    expect(verdict).toMatch(/GOODSIG/);
    expect(verdict).toContain(` ${seconds} `);
  });
});

itWithGpg("a PGP key with a passphrase is named as the reason", async () => {
  const { privateKey } = newPgpKey(EMAIL, "secret words");
  await expect(createCommitSigner(keyOf(privateKey)).sign(TEXT, 1_700_000_000)).rejects.toThrow(
    "gpg could not sign a commit with the key of `signingKey`: the key has a passphrase; remove it",
  );
});

it("names the missing program of a PGP key", async () => {
  process.env["PATH"] = folder;
  await expect(createCommitSigner({ kind: "pgp", text: "a key" }).sign(TEXT, 1)).rejects.toThrow(
    "gpg was not found on the PATH, and `signingKey` needs it: install GnuPG",
  );
});

describe("what a killed process left", () => {
  const KEY = "mq-sign-";

  it("is removed, but nothing of a process that runs", async () => {
    const gone = spawnSync(process.execPath, ["-e", ""]).pid;
    const names = [
      `${KEY}${gone}-AbCdEf`,
      `${KEY}${process.pid}-AbCdEf`,
      `${KEY}${process.ppid}-x`,
      "mq-signs-1-x",
    ];
    for (const name of names) {
      mkdirSync(join(temporary, name, "private-keys-v1.d"), { recursive: true });
      writeFileSync(join(temporary, name, "private-keys-v1.d", "key"), "a key");
    }
    expect(await removeLeftKeys(temporary)).toBe(2);
    expect(readdirSync(temporary).toSorted()).toEqual([`${KEY}${process.ppid}-x`, "mq-signs-1-x"].toSorted());
    expect(await removeLeftKeys(temporary)).toBe(0);
  });

  itWithGpg("is found by its name", async () => {
    const seen: string[] = [];
    const watcher = watch(temporary, (_event, name) => seen.push(String(name)));
    try {
      await createCommitSigner(keyOf(newPgpKey(EMAIL).privateKey), temporary).sign(TEXT, 1_900_000_000);
    } finally {
      watcher.close();
    }
    expect(seen.some((name) => name.startsWith(`${KEY}${process.pid}-`))).toBe(true);
  });
});

describe("an SSH key in every form", () => {
  const FORMS = [
    ["ed25519", []],
    ["rsa", ["-b", "2048"]],
    ["rsa", ["-b", "2048", "-m", "PEM"]],
  ] as const;

  itWithSsh("gives exactly the signature of ssh-keygen, and is in no file", async () => {
    for (const [type, form] of FORMS) {
      const file = join(folder, `key-${type}-${form.length}`);
      execFileSync("ssh-keygen", ["-q", "-t", type, ...form, "-N", "", "-f", file]);
      const words = ["-q", "-Y", "sign", "-n", "git", "-f", file];
      const theirs = execFileSync("ssh-keygen", words, { input: TEXT, encoding: "utf8" });
      process.env["PATH"] = "";
      const signer = createCommitSigner(keyOf(readFileSync(file, "utf8")), join(folder, "not-there"));
      const ours = await signer.sign(TEXT, 1);
      process.env["PATH"] = before;
      expect(ours).toBe(theirs.trim());
    }
  });
});
