/** For `node --import`: a child process runs our TypeScript as it stands, where an import of `x.js` means `x.ts`. */
import { existsSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (!specifier.startsWith(".") || !specifier.endsWith(".js")) return nextResolve(specifier, context);
    const typescript = new URL(specifier.replace(/\.js$/, ".ts"), context.parentURL);
    return nextResolve(existsSync(fileURLToPath(typescript)) ? typescript.href : specifier, context);
  },
  // GitHub's parser of workflows imports JSON without saying so.
  load(url, context, nextLoad) {
    if (!url.endsWith(".json")) return nextLoad(url, context);
    return nextLoad(url, { ...context, importAttributes: { type: "json" } });
  },
});
