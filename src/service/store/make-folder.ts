/** Creates folders of the service, which other users cannot read. */
import { existsSync, mkdirSync } from "node:fs";
import { mkdtemp, rmdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { errorText } from "../../domain/thrown.js";
import { WorldError } from "../ports/world-error.js";

/** With missing parents: Node's recursive option never returns where creation fails, as in /proc. Throws the system's error. */
export function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let folder = resolve(path); !existsSync(folder); folder = dirname(folder)) missing.push(folder);
  for (const folder of missing.reverse()) {
    try {
      mkdirSync(folder, { mode: 0o700 });
    } catch (error) {
      // Another process may have created it meanwhile.
      if (!existsSync(folder)) throw error;
    }
  }
}

/** Creates the folder for clones and work trees, and checks at the start that it is writable. */
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
