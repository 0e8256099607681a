/** The engine with a piece of its source text replaced, for the tests that show that such a bug is found. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Decide } from "./engine-world.js";

/** A piece of the text of `src/engine/<file>`, and what stands there instead. */
export interface Patch {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const SOURCES = join(import.meta.dirname, "../../src");

/** The text of each file. */
const texts = new Map<string, string>();
for (const part of ["engine", "domain"]) {
  for (const name of readdirSync(join(SOURCES, part), { recursive: true, encoding: "utf8" })) {
    if (name.endsWith(".ts")) texts.set(join(part, name), readFileSync(join(SOURCES, part, name), "utf8"));
  }
}
const scripts = new Map([...texts].map(([name, text]) => [name, stripTypeScriptTypes(text)]));

/** A whole engine of its own, since modules remember what they saw. Fails when the text is not there exactly once. */
export async function patchedEngine(patches: readonly Patch[]): Promise<Decide> {
  const patched = new Map(texts);
  for (const patch of patches) {
    const name = join("engine", patch.file);
    patched.set(name, withPatch(patched.get(name) ?? "", patch));
  }
  const folder = mkdtempSync(join(tmpdir(), "patched-engine-"));
  try {
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    for (const [name, text] of patched) {
      const path = join(folder, name.replace(/\.ts$/, ".js"));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text === texts.get(name) ? (scripts.get(name) ?? "") : stripTypeScriptTypes(text));
    }
    const engine: unknown = await import(join(folder, "engine/decide.js"));
    if (!isEngine(engine)) throw new Error("the patched engine does not decide");
    return engine.decide;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function isEngine(module: unknown): module is { readonly decide: Decide } {
  return typeof module === "object" && module !== null && "decide" in module;
}

function withPatch(text: string, { file, from, to }: Patch): string {
  const pieces = text.split(from);
  if (pieces.length !== 2) throw new Error(`src/engine/${file} has ${pieces.length - 1} times: ${from}`);
  return pieces.join(to);
}
