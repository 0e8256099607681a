/** Where a program is. A relative folder on the PATH counts for nothing: it would be the stranger's whose code is there. */
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import path, { join, type PlatformPath } from "node:path";

/** On Windows a program has one of these behind its name; scripts for its shell are not started without it. */
const ENDINGS = process.platform === "win32" ? [".exe", ".com"] : [""];

/** What is left of a PATH. */
export function absoluteFolders(variable: string, system: PlatformPath = path): readonly string[] {
  return variable.split(system.delimiter).filter((folder) => system.isAbsolute(folder));
}

/** The first in these folders; null when it is in none. */
export async function findProgram(
  name: string,
  folders: readonly string[],
  endings: readonly string[] = ENDINGS,
): Promise<string | null> {
  for (const folder of folders) {
    for (const ending of endings) {
      const program = join(folder, `${name}${ending}`);
      if (await isExecutable(program)) return program;
    }
  }
  return null;
}

async function isExecutable(program: string): Promise<boolean> {
  try {
    await access(program, constants.X_OK);
    return (await stat(program)).isFile();
  } catch {
    return false;
  }
}
