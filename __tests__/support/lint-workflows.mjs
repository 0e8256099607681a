/**
 * Reads `[{ path, text }]` from standard input and writes what GitHub's own language service has to say about each:
 * `[{ path, problems }]`. A process of its own, because that package imports JSON in a way that needs a hook.
 */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { text as readAll } from "node:stream/consumers";
import { parse } from "yaml";

const OWN_ACTION = "acme/merge-queue";
const INFORMATION = 3;

registerHooks({
  load(url, context, next) {
    if (!url.endsWith(".json")) return next(url, context);
    return next(url, { ...context, importAttributes: { type: "json" } });
  },
});

const { registerLogger, validate } = await import("@actions/languageservice").catch((error) => {
  console.error(`@actions/languageservice cannot be loaded: run \`npm ci\`. (${error.message})`);
  process.exit(2);
});
const { description, inputs, name } = parse(readFileSync("action.yml", "utf8"));

/** Only our own inputs are known here; an action without any in its description is not checked. */
const actionsMetadataProvider = {
  fetchActionMetadata: async (action) =>
    `${action.owner}/${action.name}` === OWN_ACTION
      ? { name, description, inputs }
      : { name: "", description: "" },
};

// It answers a crash of its own with "no problems" and a line in its log.
const crashed = (message) => {
  throw new Error(message);
};
registerLogger({ error: crashed, warn: () => undefined, info: () => undefined, log: () => undefined });

const documents = JSON.parse(await readAll(process.stdin));
const results = [];
for (const [index, { path, text }] of documents.entries()) {
  const diagnostics = await validate(asDocument(index, path, text), { actionsMetadataProvider });
  const problems = diagnostics
    .filter(({ severity }) => (severity ?? 0) < INFORMATION)
    .map(({ message, range }) => `line ${range.start.line + 1}: ${message}`);
  results.push({ path, problems });
}
console.log(JSON.stringify(results));

/** The kind of file is told from its path, and results are kept by address, so that each has one of its own. */
function asDocument(index, path, text) {
  const isAction = path === "action.yml";
  const place = isAction ? "action.yml" : `.github/workflows/${path.replace(/.*\//, "")}`;
  return { uri: `file:///${index}/${place}`, getText: () => text };
}
