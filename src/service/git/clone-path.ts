/** Where a repository's clone lies. Names come from users, so none of them may lead out of the clone folder. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Repository } from "../../domain/repository.js";

const MAX_NAME_BYTES = 200;

/** `<cloneFolder>/<host>/<owner>/<name>.git`; repositories whose names differ only in case share a clone. */
export function clonePath(cloneFolder: string, { host, owner, name }: Repository): string {
  return join(cloneFolder, encoded(host), encoded(owner), `${encoded(name)}.git`);
}

/** Keeps ordinary names readable; everything else is written as `%xx`, and `_` stands for an empty name. */
function encoded(name: string): string {
  const safe = [...Buffer.from(name.toLowerCase())]
    .map((byte, index) => {
      const character = String.fromCharCode(byte);
      const isOrdinary = /[a-z0-9-]/.test(character) || (index > 0 && /[._]/.test(character));
      return isOrdinary ? character : `%${byte.toString(16).padStart(2, "0")}`;
    })
    .join("");
  if (safe.length <= MAX_NAME_BYTES) return safe === "" ? "_" : safe;
  const digest = createHash("sha256").update(safe).digest("hex").slice(0, 32);
  return `${safe.slice(0, MAX_NAME_BYTES - digest.length - 1)}_${digest}`;
}
