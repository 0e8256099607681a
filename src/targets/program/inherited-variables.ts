/** What a program gets of our own environment: only what is listed by name, so that a variable nobody thought of stays outside. */

import { delimiter } from "node:path";
import { absoluteFolders } from "./find-program.js";

/** `names` are separated by spaces, in capitals; a variable may be written in small letters all the same. */
export function variablesNamed(...names: readonly string[]): () => Readonly<Record<string, string>> {
  const wanted = new Set(names.join(" ").split(" "));
  return () =>
    Object.fromEntries(
      Object.entries(process.env).flatMap(([name, value]) =>
        value !== undefined && wanted.has(name.toUpperCase()) ? [[name, safeValue(name, value)]] : [],
      ),
    );
}

/** What is started looks for programs itself, and its folder is the stranger's. */
function safeValue(name: string, value: string): string {
  return name.toUpperCase() === "PATH" ? absoluteFolders(value).join(delimiter) : value;
}
