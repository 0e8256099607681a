/** Creates a folder and its missing parents. Node's recursive option never returns where creation fails, as in /proc. */
import { existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** Other users cannot read the created folders. Throws the system's error. */
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
