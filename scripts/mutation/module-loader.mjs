/** Loads TypeScript modules as often as wanted, each time with nothing left of the time before; they are compiled once. */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import vm from "node:vm";
import { transformSync } from "@swc/core";

export class ModuleLoader {
  #require;
  #staysLoaded;
  #compiled = new Map();
  #loaded = new Map();

  /** `require` loads what is not a file of the project; modules that match `staysLoaded` are loaded once. */
  constructor(require, staysLoaded) {
    this.#require = require;
    this.#staysLoaded = staysLoaded;
  }

  /** `replaced` are modules by the names that they are imported under. */
  loadAnew(file, replaced) {
    return this.#load(resolve(file), new Map(), replaced);
  }

  #load(file, anew, replaced) {
    const known = this.#loaded.get(file) ?? anew.get(file);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    (this.#staysLoaded.test(file) ? this.#loaded : anew).set(file, module);
    const require = (name) => {
      if (replaced[name] !== undefined) return replaced[name];
      if (!name.startsWith(".")) return this.#require(name);
      return this.#load(resolve(dirname(file), name.replace(/\.js$/, ".ts")), anew, replaced);
    };
    this.#compile(file)(module.exports, require, module);
    return module.exports;
  }

  #compile(file) {
    const known = this.#compiled.get(file);
    if (known !== undefined) return known;
    const { code } = transformSync(readFileSync(file, "utf8"), {
      filename: file,
      jsc: { parser: { syntax: "typescript" }, target: "es2023" },
      module: { type: "commonjs" },
    });
    const compiled = vm.runInThisContext(`(function (exports, require, module) {${code}\n})`, {
      filename: file,
    });
    this.#compiled.set(file, compiled);
    return compiled;
  }
}
