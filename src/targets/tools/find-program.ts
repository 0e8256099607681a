/** Where a program is: in what the checkout has installed, or on the PATH. */
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";

/** Null when it is nowhere. A relative folder on the PATH counts for nothing: it would be the stranger's. */
export async function findProgram(name: string, checkout: string, path: string): Promise<string | null> {
  const folders = [join(checkout, "node_modules", ".bin"), ...path.split(delimiter).filter(isAbsolute)];
  for (const folder of folders) {
    const program = join(folder, name);
    if (await isExecutable(program)) return program;
  }
  return null;
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
