/** Parses TOML to plain values. The only file that uses the library. */
import type * as Toml from "smol-toml";
import { ManifestProblem } from "./parsed-files.js";

let loaded: typeof Toml | null = null;

/** Has to come before the first text is parsed; most repositories have no TOML. */
export async function loadToml(): Promise<void> {
  loaded ??= await import(/* webpackChunkName: "toml" */ "smol-toml");
}

/** After `loadToml`. */
export function parseToml(text: string): unknown {
  if (loaded === null) throw new Error("the library for TOML was not loaded before its first use");
  const { parse } = loaded;
  try {
    return parse(text);
  } catch {
    throw new ManifestProblem("it is not TOML");
  }
}
