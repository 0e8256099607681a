/** The API token: from a file or from the environment, never from an argument, which other users of a machine see. */
import { readFileSync } from "node:fs";
import type { Environment, OptionReader } from "./option-reader.js";
import { shown, UsageError } from "./usage-error.js";

const VARIABLE = "MERGE_QUEUE_API_TOKEN";

/** Throws a `UsageError` that never holds the token. */
export function readToken(options: OptionReader, environment: Environment): string {
  const path = options.value("tokenFile");
  const token = path === undefined ? environment[VARIABLE]?.trim() : readTokenFile(path);
  if (token === undefined || token === "") {
    throw new UsageError(
      path === undefined
        ? `The API token is missing; set ${VARIABLE}, or name a file that holds it with --token-file.`
        : `--token-file ${shown(path)} is empty; expected a file that holds the token.`,
    );
  }
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  const source = path === undefined ? VARIABLE : `--token-file ${shown(path)}`;
  throw new UsageError(
    `${source} (not shown) is not accepted; expected one line of printable ASCII characters without spaces.`,
  );
}

function readTokenFile(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`--token-file ${shown(path)} cannot be read: ${why}.`, { cause: error });
  }
}
