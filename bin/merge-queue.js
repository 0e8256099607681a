#!/usr/bin/env node
// Checks the runtime before anything else is loaded, so that an old one gets a sentence instead of a stack.
const [major = 0] = process.versions.node.split(".").map(Number);
if (major < 24) {
  const { existsSync } = await import("node:fs");
  // A checkout brings its own Node; an installed package has neither the lock file nor the scripts.
  const isCheckout = existsSync(new URL("../package-lock.json", import.meta.url));
  const advice = isCheckout
    ? "Install Node 24, or run `npx node bin/merge-queue.js …`, `npm run serve` or `npm run demo` in its folder after `npm ci`, which bring their own."
    : "Install Node 24, and check with `node --version` that it comes first on the PATH.";
  console.error(`merge-queue needs Node 24 or newer and runs on ${process.version}. ${advice}`);
  process.exit(2);
}
// An import would load the streams of this module, too, which takes a few milliseconds.
const { existsSync, readFileSync, statSync } = process.getBuiltinModule("node:fs");
const words = process.argv.slice(2);
const lib = new URL("../lib/", import.meta.url);
const main = new URL("cli/main.js", lib);
const { run, isWritten } = (words[0] === "targets" && (await fromBundle())) || (await fromModules());
process.exitCode = await run(words);
// Nothing else is worth waiting for. A pipe may be asynchronous here.
if (isWritten?.()) process.exit();

/** Null where there is no bundle of these modules. */
async function fromBundle() {
  const current = new URL("bundle/current", lib);
  try {
    const [build = ""] = readFileSync(current, "latin1").split("\n", 1);
    if (isOlderThanModules(current)) return null;
    const { loadBundle } = await import("./compiled-bundle.js");
    const file = new URL(`bundle/${build}/targets.js`, lib);
    return loadBundle(process.getBuiltinModule("node:url").fileURLToPath(file));
  } catch (error) {
    if (error?.code !== "ENOENT" && error?.code !== "ENOTDIR") throw error;
    return null;
  }
}

/** In a checkout, the modules may be compiled without the bundle. The compiler writes this file whenever one changes. */
function isOlderThanModules(current) {
  const compiled = statSync(new URL(".tsbuildinfo", lib), { throwIfNoEntry: false });
  if (compiled === undefined || compiled.mtimeMs <= statSync(current).mtimeMs) return false;
  return existsSync(new URL("../package-lock.json", import.meta.url));
}

async function fromModules() {
  if (!existsSync(main)) {
    console.error("merge-queue is not built yet: run `npm run build:lib` in its folder first.");
    process.exit(2);
  }
  return import(main.href).catch((error) => {
    if (error?.code !== "ERR_MODULE_NOT_FOUND") throw error;
    console.error(
      `merge-queue is not installed completely: ${error.message}. Run \`npm ci\` in its folder, then build it again.`,
    );
    process.exit(2);
  });
}
