/** Parses TOML to plain values. The only file that uses the library. */
import { parse } from "smol-toml";
import { ManifestProblem } from "./parsed-files.js";

export function parseToml(text: string): unknown {
  try {
    return parse(text);
  } catch {
    throw new ManifestProblem("it is not TOML");
  }
}
