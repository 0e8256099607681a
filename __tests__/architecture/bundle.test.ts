/** What the committed bundle is made of: the client wing, and never the server's. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { ROOT } from "../support/source-files.js";

const chunks = readdirSync(join(ROOT, "dist"))
  .filter((name) => name.endsWith(".js"))
  .map((name) => ({ name, text: readFileSync(join(ROOT, "dist", name), "utf8") }));
const bundle = chunks.map(({ text }) => text).join("\n");

/** The bundler names the file of every module it takes in, in a comment or as the module's id. */
function roomsIn(text: string): readonly string[] {
  const rooms = [...text.matchAll(/\.\/src\/(\w+)\//g)].map(([, room = ""]) => room);
  return [...new Set(rooms)].sort();
}

function packagesIn(text: string): readonly string[] {
  const names = [...text.matchAll(/\.\/node_modules\/((?:@[\w.-]+\/)?[\w.-]+)\//g)].map(
    ([, name = ""]) => name,
  );
  return [...new Set(names)].sort();
}

/** Every step reads the entry before it does anything. Raise this only for what a step needs from its start. */
const MAX_ENTRY_BYTES = 1_226_000;

describe("the committed bundle", () => {
  it("is made of the client wing's rooms only", () => {
    // `process` belongs to neither wing.
    const rooms = roomsIn(bundle).filter((room) => room !== "process");
    expect(rooms).toEqual(["action", "client", "contract", "domain", "operations", "targets"]);
  });

  it("holds no package of the server", () => {
    const server = ["hono", "@hono/node-server", "kysely", "pino", "prom-client", "commander", "zod-openapi"];
    expect(packagesIn(bundle).filter((name) => server.includes(name))).toEqual([]);
    expect(packagesIn(bundle)).toContain("zod");
  });

  it("loads GitHub's client only for the operations that ask GitHub's API", () => {
    const withClient = chunks.filter(({ text }) =>
      /node_modules\/@(?:actions\/github|octokit\/core)\//.test(text),
    );
    expect(withClient).toHaveLength(1);
    expect(withClient[0]?.name).not.toBe("index.js");
    // Every other file names that chunk only in an import on demand.
    const id = withClient[0]?.name.replace(".index.js", "") ?? "none";
    const loaders = chunks.filter(({ text }) => text.includes(`__webpack_require__.e(/* import() */ ${id})`));
    expect(loaders.map(({ text }) => text.includes("function openGitHubApi"))).not.toContain(false);
    expect(loaders.map(({ name }) => name)).not.toContain("index.js");
  });

  it("has an entry that does not grow unnoticed", () => {
    const entry = chunks.find(({ name }) => name === "index.js")?.text ?? "";
    expect(Buffer.byteLength(entry)).toBeGreaterThan(0);
    expect(Buffer.byteLength(entry)).toBeLessThanOrEqual(MAX_ENTRY_BYTES);
  });

  it("is read as a module", () => {
    expect(JSON.parse(readFileSync(join(ROOT, "dist/package.json"), "utf8"))).toEqual({ type: "module" });
  });
});
