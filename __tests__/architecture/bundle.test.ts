/** What the committed bundle is made of: the client wing, and never the server's. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { ROOT } from "../support/source-files.js";

const bundle = readdirSync(join(ROOT, "dist"))
  .filter((name) => name.endsWith(".js"))
  .map((name) => readFileSync(join(ROOT, "dist", name), "utf8"))
  .join("\n");

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

  it("is read as a module", () => {
    expect(JSON.parse(readFileSync(join(ROOT, "dist/package.json"), "utf8"))).toEqual({ type: "module" });
  });
});
