/** Private keys for signatures, made by the real programs; and which of these programs this machine has. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "@jest/globals";

export interface KeyPair {
  readonly privateKey: string;
  readonly publicKey: string;
}

function isInstalled(program: string): boolean {
  try {
    execFileSync("which", [program], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** A test that needs a program; its name shows what is missing where it is skipped. */
function itWith(program: string): (name: string, test: () => Promise<void>) => void {
  const isThere = isInstalled(program);
  return (name, test) => {
    if (isThere) it(name, test);
    else it.skip(`${name} (SKIPPED: ${program} is not installed)`, test);
  };
}

export const HAS_SSH = isInstalled("ssh-keygen");
export const itWithSsh = itWith("ssh-keygen");
export const itWithGpg = itWith("gpg");

export function newSshKey(type = "ed25519", passphrase = ""): KeyPair {
  const folder = mkdtempSync(join(tmpdir(), "ssh-key-"));
  try {
    const file = join(folder, "key");
    execFileSync("ssh-keygen", [
      "-q",
      "-t",
      type,
      ...(type === "rsa" ? ["-b", "2048"] : []),
      "-N",
      passphrase,
      "-C",
      "",
      "-f",
      file,
    ]);
    const publicKey = readFileSync(`${file}.pub`, "utf8").trim();
    return { privateKey: readFileSync(file, "utf8"), publicKey };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function newPgpKey(email: string, passphrase = ""): KeyPair {
  const folder = mkdtempSync(join(tmpdir(), "pgp-key-"));
  const usual = ["--homedir", folder, "--batch", "--quiet", "--pinentry-mode", "loopback"];
  const gpg = (...words: readonly string[]) =>
    execFileSync("gpg", [...usual, "--passphrase", passphrase, ...words], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  try {
    gpg("--quick-generate-key", `Queue <${email}>`, "ed25519", "sign", "never");
    const publicKey = gpg("--armor", "--export");
    return { privateKey: gpg("--armor", "--export-secret-keys"), publicKey };
  } finally {
    execFileSync("gpgconf", ["--homedir", folder, "--kill", "all"], { stdio: "ignore" });
    rmSync(folder, { recursive: true, force: true });
  }
}
