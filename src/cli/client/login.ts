/** Saves and removes the address and token of a service. The token is never an argument and never printed. */
import type { Readable } from "node:stream";
import { ReadStream } from "node:tty";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { plainText } from "../plain-text.js";
import type { Surroundings } from "../surroundings.js";
import { isToken } from "./api-session.js";
import { UsageError } from "./missing-input.js";
import * as forms from "./option-forms.js";
import { accepted } from "./option-reader.js";
import { originOf, readLogins, saveLogins } from "./saved-logins.js";

const MAX_TOKEN_CHARACTERS = 64 * 1024;

export async function login(address: string, surroundings: Surroundings): Promise<ExitCode> {
  return reported("login", surroundings, async () => {
    const apiUrl = accepted("--api-url", address, forms.apiUrl);
    const token = (await readToken(surroundings)).trim();
    if (!isToken(token)) {
      throw new UsageError(
        "The token on stdin (not shown) is not accepted; expected one line of printable ASCII characters without spaces.",
      );
    }
    const others = (await readLogins(surroundings.environment)).filter(
      (saved) => originOf(saved.apiUrl) !== originOf(apiUrl),
    );
    const path = await saveLogins(surroundings.environment, [...others, { apiUrl, token }]);
    return `Saved the login for ${apiUrl} in ${path}; \`merge-queue queues\` checks it.`;
  });
}

export async function logout(address: string | undefined, surroundings: Surroundings): Promise<ExitCode> {
  return reported("logout", surroundings, async () => {
    const logins = await readLogins(surroundings.environment);
    const apiUrl =
      address === undefined ? logins.at(-1)?.apiUrl : accepted("--api-url", address, forms.apiUrl);
    const kept = logins.filter(
      (saved) => apiUrl === undefined || originOf(saved.apiUrl) !== originOf(apiUrl),
    );
    if (apiUrl === undefined || kept.length === logins.length) return "There is no such login.";
    await saveLogins(surroundings.environment, kept);
    return `Removed the login for ${apiUrl}. The token remains valid: revoke it with merge-queue tokens revoke.`;
  });
}

async function reported(
  command: string,
  { stdout, stderr }: Surroundings,
  run: () => Promise<string>,
): Promise<ExitCode> {
  try {
    stdout.write(`${plainText(await run())}\n`);
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    stderr.write(`merge-queue ${command}: ${plainText(error.message)}\n`);
    return EXIT.wrongUse;
  }
}

async function readToken({ stdin, stderr }: Surroundings): Promise<string> {
  if (!(stdin instanceof ReadStream)) return readAll(stdin);
  stderr.write("Token (not shown): ");
  stdin.setRawMode(true);
  try {
    return await readHidden(stdin);
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write("\n");
  }
}

async function readAll(stdin: Readable): Promise<string> {
  let text = "";
  for await (const piece of stdin) {
    text += String(piece);
    if (text.length > MAX_TOKEN_CHARACTERS) throw new UsageError("stdin is too long for a token.");
  }
  return text;
}

/** Ends at Enter or Ctrl-D; in raw mode the terminal neither shows nor interprets what is typed. */
async function readHidden(stdin: Readable): Promise<string> {
  let text = "";
  for await (const piece of stdin) {
    for (const key of String(piece)) {
      if (key === "\r" || key === "\n" || key === "\u0004") return text;
      if (key === "\u0003") throw new UsageError("Interrupted; nothing was saved.");
      text = key === "\u007f" || key === "\b" ? text.slice(0, -1) : text + key;
    }
    if (text.length > MAX_TOKEN_CHARACTERS)
      throw new UsageError("The input is too long for a token; nothing was saved.");
  }
  throw new UsageError("The input ended before Enter; nothing was saved.");
}
