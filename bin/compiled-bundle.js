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

/** Characters of the line that names a text: `// ` and 64 hexadecimal digits. */
const MARK_LENGTH = 67;
/** The compiler copies what is not aligned. */
const HEAD_LENGTH = 128;

/** The first bytes of what was compiled from a text, on this machine by this version of Node. */
export function cacheHead(text) {
  const { arch, platform, version } = process;
  return `${text.slice(0, MARK_LENGTH)} ${version} ${platform} ${arch}`
    .padEnd(HEAD_LENGTH)
    .slice(0, HEAD_LENGTH);
}

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

/** Undefined where there is none of this text and this Node: of the text, the compiler itself compares only the length. */
function cacheOf(path, text) {
  try {
    const cache = readFileSync(`${path}.cache`);
    return cache.latin1Slice(0, HEAD_LENGTH) === cacheHead(text) ? cache.subarray(HEAD_LENGTH) : undefined;
  } catch {
    return undefined;
  }
}
