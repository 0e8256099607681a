/** Whether a path exists. */
import { access } from "node:fs/promises";

export async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
