/** `merge-queue tokens create`: the token goes to stdout alone, what is to know of it to stderr. */
import { durationMs } from "../../domain/duration.js";
import { repositoryKey, repositoryProblem } from "../../domain/repository.js";
import { isScope, SCOPES, type Scope } from "../../domain/scope.js";
import { withTokensFromTheStart } from "../../service/storage/open-tokens.js";
import { createToken, type TokenWishes } from "../../service/tokens/create-token.js";
import { jsonLine } from "../client/json-line.js";
import { ending, WrongUse } from "../database/ending.js";
import { type StoreFlags, settingsOfService } from "../database/settings-of-service.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import type { Surroundings } from "../surroundings.js";
import { programVersion } from "../version.js";
import { shownToken, tokenWords } from "./shown-token.js";

export interface CreateFlags extends StoreFlags {
  readonly name: string;
  readonly scope?: string;
  readonly repo?: string;
  readonly expires: string;
}

const LONGEST_NAME = 100;
/** Ten years: what is later is a slip of the pen. */
const LONGEST_LIFE_MS = 3650 * 86_400_000;

export async function createTokenCommand(flags: CreateFlags, surroundings: Surroundings): Promise<ExitCode> {
  const command = "tokens create";
  return ending(command, flags, surroundings, async () => {
    const now = Date.now();
    const wishes = wishesOf(flags, now);
    const { database } = settingsOfService(["database"], flags, surroundings);
    const { token, stored } = await withTokensFromTheStart(database, programVersion(), (tokens) =>
      createToken(tokens, wishes),
    );
    const { stdout, stderr } = surroundings;
    if (flags.json === true) {
      stdout.write(jsonLine({ command, exitCode: EXIT.done, token, ...shownToken(stored, now) }));
      return EXIT.done;
    }
    stderr.write(`${tokenWords(stored, now)}\nIt is shown this once:\n`);
    stdout.write(`${token}\n`);
    return EXIT.done;
  });
}

function wishesOf({ name, scope, repo, expires }: CreateFlags, createdAt: number): TokenWishes {
  if (!/^[^\p{Cc}\p{Cf}\u2028\u2029]+$/u.test(name) || name.trim() === "" || name.length > LONGEST_NAME) {
    throw new WrongUse(`--name: expected 1 to ${LONGEST_NAME} visible characters`);
  }
  return {
    name,
    scopes: scope === undefined ? SCOPES : scopesOf(scope),
    repositories: repo === undefined ? null : repositoriesOf(repo),
    createdAt,
    expiresAt: expires === "never" ? null : createdAt + lifeMs(expires),
  };
}

function scopesOf(text: string): readonly Scope[] {
  const wanted = text.split(",").map((item) => item.trim().toLowerCase());
  const unknown = wanted.find((item) => !isScope(item));
  if (unknown !== undefined) {
    throw new WrongUse(`--scope: ${JSON.stringify(unknown)} is none of ${SCOPES.join(", ")}`);
  }
  return SCOPES.filter((scope) => wanted.includes(scope));
}

function repositoriesOf(text: string): readonly string[] {
  return [...new Set(text.split(",").map((item) => repositoryOf(item.trim())))];
}

/** `owner/name` is on github.com here as everywhere on the command line. */
function repositoryOf(text: string): string {
  const parts = text.split("/");
  const [host = "", owner = "", name = "", ...more] = parts.length === 2 ? ["github.com", ...parts] : parts;
  const repository = { host, owner, name };
  if (more.length > 0 || repositoryProblem(repository) !== null) {
    throw new WrongUse(`--repo: ${JSON.stringify(text)} is not owner/name or host/owner/name`);
  }
  return repositoryKey(repository);
}

function lifeMs(text: string): number {
  const milliseconds = durationMs(text);
  if (milliseconds === null || milliseconds > LONGEST_LIFE_MS) {
    throw new WrongUse(`--expires: ${JSON.stringify(text)} is not a duration such as 12h or 90d, or never`);
  }
  return milliseconds;
}
