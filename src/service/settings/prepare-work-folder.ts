/** Creates the folder for clones and work trees, and checks at the start that it is writable. */
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
      `the data folder ${folder} is not writable (${errorText(error)}): name a folder that this user may write to with --data`,
      false,
      { cause: error },
    );
  }
}
