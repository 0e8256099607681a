/** For `node --import`: a child process runs our TypeScript as it stands, where an import of `x.js` means `x.ts`. */
import { existsSync, readFileSync } from "node:fs";
import { createRequire, registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const JSX = {
  jsc: { parser: { syntax: "typescript", tsx: true }, target: "es2023" },
  module: { type: "es6" },
};

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (!specifier.startsWith(".") || !specifier.endsWith(".js")) return nextResolve(specifier, context);
    for (const ending of [".ts", ".tsx"]) {
      const typescript = new URL(specifier.replace(/\.js$/, ending), context.parentURL);
      if (existsSync(fileURLToPath(typescript))) return nextResolve(typescript.href, context);
    }
    return nextResolve(specifier, context);
  },
  // Node removes types and does not know JSX. GitHub's parser of workflows imports JSON without an attribute.
  load(url, context, nextLoad) {
    if (url.endsWith(".json")) return nextLoad(url, { ...context, importAttributes: { type: "json" } });
    if (!url.endsWith(".tsx")) return nextLoad(url, context);
    const { transformSync } = require("@swc/core");
    const react = { runtime: "automatic", importSource: "hono/jsx" };
    const options = { ...JSX, jsc: { ...JSX.jsc, transform: { react } } };
    const { code } = transformSync(readFileSync(fileURLToPath(url), "utf8"), options);
    return { format: "module", source: code, shortCircuit: true };
  },
});
