/**
 * Loads a bundle of `scripts/build-command.mjs`. Beside each of its files is what the compiler made of it, which only this
 * version of Node takes; any other one compiles the text. Nothing is ever written here, so the files are as trustworthy as
 * the program.
 */
const { readFileSync } = process.getBuiltinModule("node:fs");
const { basename, dirname, join } = process.getBuiltinModule("node:path");
const { Script } = process.getBuiltinModule("node:vm");

// Optimized code of functions that run a thousand times costs a third of the processor time of a short run, and comes too
// late to help it. Only the thresholds are higher: a long run is optimized as ever. Other versions may not know the names.
if (process.versions.v8.startsWith("13.")) {
  const { setFlagsFromString } = process.getBuiltinModule("node:v8");
  setFlagsFromString("--invocation-count-for-early-optimization=8000");
  setFlagsFromString("--invocation-count-for-maglev=8000");
  setFlagsFromString("--invocation-count-for-maglev-osr=2000");
  setFlagsFromString("--invocation-count-for-osr=10000");
  setFlagsFromString("--invocation-count-for-turbofan=30000");
}

/** Characters of the line that names a build: `// ` and 64 hexadecimal digits. */
const MARK_LENGTH = 67;

/** `onScript` receives each file that is loaded, also later. */
export function loadBundle(file, onScript = () => undefined) {
  const loaded = new Map();
  const load = (path) => {
    const known = loaded.get(path);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    loaded.set(path, module);
    // The text is ASCII, and this is the fastest way to read it.
    const text = readFileSync(path, "latin1");
    // The cache keeps this name, and a part of another text with all of that text, so the parts are copied.
    const filename = ["merge-queue:", basename(path)].join("");
    const script = new Script(text, { filename, cachedData: cacheOf(path, text) });
    onScript(path, script);
    const require = (name) =>
      name.startsWith(".") ? load(join(dirname(path), name)) : process.getBuiltinModule(name);
    script.runInThisContext()(module.exports, require, module, path, dirname(path));
    return module.exports;
  };
  return load(file);
}

/** Undefined where there is none of this build: the compiler itself would compare lengths only. */
function cacheOf(path, text) {
  try {
    const cache = readFileSync(`${path}.cache`);
    const isOfText = cache.latin1Slice(0, MARK_LENGTH) === text.slice(0, MARK_LENGTH);
    return isOfText ? cache.subarray(MARK_LENGTH) : undefined;
  } catch {
    return undefined;
  }
}
