/** A temporary bare repository without objects, which can read those of the user's checkout. */
import { mkdirSync, mkdtempSync, promises, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type ObjectFormat = "sha1" | "sha256";

/** What an empty repository has to know in order to read the objects of the user's checkout. */
export interface Borrowed {
  /** Folder of the objects of the user's checkout; null without one. */
  readonly objects: string | null;
  readonly format: ObjectFormat;
}

const CONFIG: Readonly<Record<ObjectFormat, string>> = {
  sha1: "[core]\n\trepositoryformatversion = 0\n\tbare = true\n",
  sha256: "[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n\tobjectformat = sha256\n",
};

export interface EmptyRepository {
  readonly folder: string;
  readonly config: Buffer;
  readonly objects: string | null;
}

/** The caller must remove the folder. */
export async function makeEmptyRepository(
  borrowed: Borrowed | (() => Promise<Borrowed>),
): Promise<EmptyRepository> {
  const { objects, format } = typeof borrowed === "function" ? await borrowed() : borrowed;
  // The runner cleans this folder when a job is killed.
  const folder = mkdtempSync(join(process.env["RUNNER_TEMP"] ?? tmpdir(), "merge-queue-targets-"));
  try {
    return { folder, config: writeEmpty(folder, format), objects };
  } catch (error) {
    await removeFolder(folder);
    throw error;
  }
}

/** One call that waits is several times as fast as a call for each file. */
export async function removeFolder(folder: string): Promise<void> {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // `node:fs/promises` takes milliseconds to load, and this is the only call.
    await promises.rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Makes the folder an empty repository without a call of git, and returns its configuration. */
function writeEmpty(folder: string, format: ObjectFormat): Buffer {
  const config = Buffer.from(CONFIG[format]);
  for (const name of ["objects", "refs"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "HEAD"), "ref: refs/heads/none\n");
  writeFileSync(join(folder, "config"), config);
  return config;
}
