/** Makes the folder for clones and work trees, and finds out at the start, not at the first test run, that it may be written. */
import { mkdtemp, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { errorText } from "../../domain/thrown.js";
import { WorldError } from "../ports/world-error.js";
import { makeFolder } from "../store/make-folder.js";

export async function prepareWorkFolder(folder: string): Promise<void> {
  try {
    makeFolder(folder);
    await rmdir(await mkdtemp(join(folder, ".writable-")));
  } catch (error) {
    throw new WorldError(
      `the data folder ${folder} cannot be written (${errorText(error)}): name one that this user may write with --data`,
      false,
      { cause: error },
    );
  }
}
