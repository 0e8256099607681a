/**
 * Files that only this user can read. A file appears complete or not at all, also when the process is killed. The caller
 * holds the folder's lock, so a temporary file that an earlier process left is replaced.
 */
import { constants } from "node:fs";
import { copyFile, link, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { codeOf, errorText } from "../../../domain/thrown.js";
import { WorldError } from "../../../service/ports/world-error.js";
import { makeFolder } from "../../../service/store/make-folder.js";

/** Creates the folder for this user alone. Refuses one in which other users could replace files. */
export async function preparePrivateFolder(path: string): Promise<void> {
  try {
    makeFolder(path);
    const { mode } = await stat(path);
    if ((mode & 0o022) !== 0) {
      throw new WorldError(
        `${path}: other users may write to this folder, where the App's key would be: run chmod 700 on it, or name another folder with --data`,
        false,
      );
    }
  } catch (error) {
    throw failure(error, path);
  }
}

const LEFT = /^\.(?:github-[\w.-]+|queue\.yml|admin-token)\.new$/;

/** Removes what a killed process has left beside its files: such a file may have the token or the key. */
export async function removeLeftFiles(folder: string): Promise<void> {
  try {
    const left = (await readdir(folder)).filter((name) => LEFT.test(name));
    for (const name of left) await rm(join(folder, name), { force: true });
  } catch (error) {
    throw failure(error, folder);
  }
}

/** "exists": there is a file of this name, and nothing was changed. */
export async function createPrivateFile(path: string, text: string): Promise<"created" | "exists"> {
  try {
    const temporary = await written(path, text);
    try {
      await linked(temporary, path);
    } catch (error) {
      if (codeOf(error) === "EEXIST") return "exists";
      throw error;
    } finally {
      await rm(temporary, { force: true });
    }
    await saveNames(dirname(path));
    return "created";
  } catch (error) {
    throw failure(error, path);
  }
}

export async function replacePrivateFile(path: string, text: string): Promise<void> {
  try {
    await rename(await written(path, text), path);
    await saveNames(dirname(path));
  } catch (error) {
    throw failure(error, path);
  }
}

async function written(path: string, text: string): Promise<string> {
  const temporary = join(dirname(path), `.${basename(path)}.new`);
  await rm(temporary, { force: true });
  const handle = await open(temporary, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return temporary;
}

/** Some file systems have no hard links; a copy is then the only way that never replaces a file. */
async function linked(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"].includes(codeOf(error))) throw error;
    await copyFile(from, to, constants.COPYFILE_EXCL);
  }
}

/** A new name is on the disk only when its folder is. Some systems cannot open folders. */
async function saveNames(folder: string): Promise<void> {
  try {
    const handle = await open(folder, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!["EISDIR", "EPERM", "EINVAL", "EACCES"].includes(codeOf(error))) throw error;
  }
}

function failure(error: unknown, path: string): WorldError {
  if (error instanceof WorldError) return error;
  const next = "name a folder that this user may write to with --data";
  return new WorldError(`${path} cannot be written (${errorText(error)}): ${next}`, false, { cause: error });
}
