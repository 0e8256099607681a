#!/usr/bin/env node
import { existsSync } from "node:fs";

// Checks the runtime before anything else is loaded, so that an old one gets a sentence instead of a stack.
const [major = 0] = process.versions.node.split(".").map(Number);
if (major < 24) {
  console.error(
    `merge-queue needs Node 24 or newer and runs on ${process.version}. Install Node 24, or use \`npm run serve\` and \`npm run demo\`, which bring their own.`,
  );
  process.exit(2);
}
const main = new URL("../lib/cli/main.js", import.meta.url);
if (!existsSync(main)) {
  console.error("merge-queue is not built yet: run `npm run build:lib` in its folder first.");
  process.exit(2);
}
const { run } = await import(main.href).catch((error) => {
  if (error?.code !== "ERR_MODULE_NOT_FOUND") throw error;
  console.error(
    `merge-queue is not installed completely: ${error.message}. Run \`npm ci\` in its folder, then build it again.`,
  );
  process.exit(2);
});
process.exitCode = await run(process.argv.slice(2));
