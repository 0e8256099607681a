/** The API token: from a file or from the environment, never from an argument, which other users of a machine see. */
import { shown } from "../../client/shown.js";
import { readWholeText } from "./input-text.js";
import type { Environment, OptionReader } from "./option-reader.js";
import { UsageError } from "./usage-error.js";

const VARIABLE = "MERGE_QUEUE_API_TOKEN";
const MAX_TOKEN_FILE_BYTES = 64 * 1024;

/** Throws a `UsageError` that never holds the token. The signal ends the reading of a file. */
export async function readToken(
  options: OptionReader,
  environment: Environment,
  signal: AbortSignal,
): Promise<string> {
  const path = options.value("tokenFile");
  const token = path === undefined ? environment[VARIABLE]?.trim() : await readTokenFile(path, signal);
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

async function readTokenFile(path: string, signal: AbortSignal): Promise<string> {
  const source = `--token-file ${shown(path)}`;
  return (await readWholeText(path, source, MAX_TOKEN_FILE_BYTES, { stdin: null, signal })).trim();
}
