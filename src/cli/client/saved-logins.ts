/**
 * The services that `merge-queue login` saved: address and token of each, in one file that only its owner can read. A
 * token is used for requests to its own origin only.
 */
import { mkdir, open, readFile, rename, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorText } from "../../domain/thrown.js";
import { type Environment, UsageError } from "./option-reader.js";

export interface SavedLogin {
  readonly apiUrl: string;
  readonly token: string;
}

/** The newest login is last; its address is the default. */
export type SavedLogins = readonly SavedLogin[];

/** Null without a home folder. `MERGE_QUEUE_LOGINS` names another file. */
export function loginFile(environment: Environment): string | null {
  const { MERGE_QUEUE_LOGINS: named, XDG_CONFIG_HOME: folder, HOME: home, APPDATA: appData } = environment;
  if (named !== undefined && named !== "") return named;
  const parent = folder || appData || (home ? join(home, ".config") : "");
  return parent === "" ? null : join(parent, "merge-queue", "logins.json");
}

/** Empty without a file. Throws `UsageError` for a file that is not a list of logins, or that others can read. */
export async function readLogins(environment: Environment): Promise<SavedLogins> {
  const path = loginFile(environment);
  if (path === null) return [];
  let text: string;
  try {
    text = await readFile(path, "utf8");
    // Windows has no such permissions.
    const mode = process.platform === "win32" ? 0 : (await stat(path)).mode & 0o077;
    if (mode !== 0) throw new UsageError(`${path} can be read by others; run chmod 600 on it.`);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (isAbsent(error)) return [];
    throw new UsageError(`${path} cannot be read: ${errorText(error)}.`, { cause: error });
  }
  const logins = parsed(text);
  if (logins !== null) return logins;
  throw new UsageError(
    `${path} is not a file of merge-queue login; run merge-queue login again after removing it.`,
  );
}

/** Saves the whole file or nothing, readable by its owner only. */
export async function saveLogins(environment: Environment, logins: SavedLogins): Promise<string> {
  const path = loginFile(environment);
  if (path === null)
    throw new UsageError("There is no home folder; set MERGE_QUEUE_LOGINS to a file for logins.");
  const next = `${path}.${process.pid}.new`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(next, "w", 0o600);
    try {
      await file.chmod(0o600);
      await file.writeFile(`${JSON.stringify({ logins }, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(next, path);
  } catch (error) {
    throw new UsageError(`${path} cannot be written: ${errorText(error)}.`, { cause: error });
  }
  return path;
}

/** The login for this address; null when there is none for its origin. */
export function loginFor(logins: SavedLogins, apiUrl: string): SavedLogin | null {
  return logins.findLast((login) => originOf(login.apiUrl) === originOf(apiUrl)) ?? null;
}

export function originOf(apiUrl: string): string | null {
  return URL.canParse(apiUrl) ? new URL(apiUrl).origin : null;
}

function parsed(text: string): SavedLogins | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("logins" in value)) return null;
    return Array.isArray(value.logins) && value.logins.every(isLogin) ? value.logins : null;
  } catch {
    return null;
  }
}

function isLogin(value: unknown): value is SavedLogin {
  if (typeof value !== "object" || value === null || !("apiUrl" in value) || !("token" in value))
    return false;
  return (
    typeof value.token === "string" && typeof value.apiUrl === "string" && originOf(value.apiUrl) !== null
  );
}

function isAbsent(error: unknown): boolean {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : "";
  return code === "ENOENT" || code === "ENOTDIR";
}
