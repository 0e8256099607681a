/** Makes a folder and those above it that are missing. Node's own way never ends where nothing can be made, as in /proc. */
import { existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** Others may not look into those that are made. Throws the system's error. */
export function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let folder = resolve(path); !existsSync(folder); folder = dirname(folder)) missing.push(folder);
  for (const folder of missing.reverse()) {
    try {
      mkdirSync(folder, { mode: 0o700 });
    } catch (error) {
      // Somebody else may make it at the same moment.
      if (!existsSync(folder)) throw error;
    }
  }
}
