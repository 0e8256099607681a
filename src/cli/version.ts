/** The program's version, read from package.json. */
import { readFileSync } from "node:fs";

export function programVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  const found: unknown = JSON.parse(text);
  if (
    typeof found === "object" &&
    found !== null &&
    "version" in found &&
    typeof found.version === "string"
  ) {
    return found.version;
  }
  throw new Error("package.json states no version");
}
