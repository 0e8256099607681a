/** Who may import whom: the client wing and the server wing meet only in the contract and the shared nouns. */
import { describe, expect, it } from "@jest/globals";
import { type Import, type SourceFile, sourceFiles } from "../support/source-files.js";

/** A folder may import the folders and files named here, and itself; `types:` allows only types of it. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  "src/domain": [],
  "src/contract": ["src/domain"],
  "src/process": ["src/domain"],
  "src/client": ["src/contract", "src/domain"],
  "src/index.ts": ["src/client", "src/contract"],
  "src/targets": ["src/process", "src/domain"],
  "src/operations": ["src/client", "types:src/contract", "src/domain"],
  "src/action": ["src/operations", "src/client", "src/targets", "src/contract", "src/process", "src/domain"],
  "src/cli": ["src/operations", "src/client", "src/targets", "src/contract", "src/process", "src/domain"],
  // The commands of the self-hosted service; only they load parts of it.
  // `verify` reads the landings from the service, or from its database.
  "src/cli/server": [
    "src/cli",
    "src/client",
    "src/contract",
    "src/service",
    "src/engine",
    "src/process",
    "src/domain",
  ],
  "src/engine": ["src/domain"],
  "src/service/ports": ["types:src/engine", "src/domain"],
  "src/service/work": ["src/service/ports", "types:src/engine", "src/domain"],
  "src/service/queue": ["src/service/work", "src/service/ports", "src/engine", "src/domain"],
  "src/service/tokens": ["types:src/service/ports", "src/domain"],
  "src/service/http": [
    "src/service/queue",
    "src/service/work",
    "src/service/tokens",
    "src/service/ports",
    "src/contract",
    "src/engine",
    "src/domain",
  ],
  // Pages read what the API reads, and act through its handlers.
  "src/service/dashboard": [
    "src/service/replay/travel-log.ts",
    "src/service/work",
    "src/service/http",
    "src/service/queue",
    "src/service/tokens",
    "src/service/ports",
    "src/contract",
    "src/engine",
    "src/domain",
  ],
  "src/service/observability": ["src/service/ports", "src/domain"],
  "src/service/store": ["src/service/work", "src/service/ports", "types:src/engine", "src/domain"],
  "src/service/git": ["src/service/ports", "types:src/engine", "src/process", "src/domain"],
  "src/service/github": [
    "src/service/git",
    "src/service/queue/read-exit.ts",
    "src/service/work",
    "src/service/ports",
    "src/engine",
    "src/domain",
  ],
  "src/service/plain-git": ["src/service/work", "src/process", "src/service/ports", "src/domain"],
  "src/service/webhooks": ["src/service/work", "src/service/ports", "src/engine", "src/domain"],
  "src/service/replay": ["src/service/store/sql", "src/service/ports", "src/engine", "src/domain"],
  // Settings are checked by the parsers of the parts that use them.
  "src/service/settings": [
    "src/service/git/signing-key.ts",
    "src/service/http/client-address.ts",
    "src/service/store/database.ts",
    "src/service/webhooks/private-addresses.ts",
    "src/service/ports",
    "src/domain",
  ],
  "src/service/doctor": [
    "src/service/settings",
    "src/service/store",
    "src/service/git",
    "src/service/github",
    "src/service/webhooks/send-http.ts",
    "src/service/work",
    "src/service/ports",
    "src/domain",
  ],
  "src/service/app": ["src/service", "src/domain"],
};

/** Each package stands behind the files named here. */
const PACKAGE_HOMES: Readonly<Record<string, readonly string[]>> = {
  "@actions/core": ["src/action/runtime.ts"],
  "@actions/github": ["src/action/github-api.ts"],
  "@actions/http-client": ["src/client/transport.ts"],
  "zod/mini": [
    "src/contract/",
    "src/client/conforming.ts",
    "src/cli/server/github-setup/",
    "src/service/doctor/github/",
    "src/service/github/",
    "src/service/settings/",
  ],
  "@octokit/core": ["src/service/github/api/one-request.ts"],
  "@octokit/auth-app": ["src/service/github/api/installation-tokens.ts"],
  "zod-openapi": ["src/contract/openapi.ts"],
  hono: ["src/service/http/", "src/service/dashboard/"],
  "@hono/node-server": ["src/service/http/"],
  kysely: ["src/service/store/"],
  pg: ["src/service/store/postgres/"],
  "node:sqlite": ["src/service/store/sqlite/", "src/service/store/connect.ts"],
  pino: ["src/service/observability/pino-log.ts"],
  "prom-client": ["src/service/observability/prom-meter.ts"],
  "@opentelemetry/api": ["src/service/observability/otel-tracer.ts"],
  "node:child_process": ["src/process/", "src/cli/demo/service-process.ts"],
  commander: ["src/cli/"],
  yaml: [
    "src/client/queue-config.ts",
    "src/targets/parse-yaml.ts",
    "src/service/settings/settings-file.ts",
    "src/service/github/setup/read-workflow.ts",
    "src/service/github/setup/workflow-trigger.ts",
    "src/cli/targets/suggest/suggested-files.ts",
  ],
  standardwebhooks: ["src/service/webhooks/signature.ts"],
  "eventsource-parser": ["src/client/follow-queue.ts"],
  "smol-toml": ["src/targets/sources/workspaces/parse-toml.ts"],
  picomatch: ["src/targets/path-patterns.ts"],
};

const files = sourceFiles("src");

function roomOf(path: string): string {
  const rooms = Object.keys(MAY_IMPORT).filter((room) => path === room || path.startsWith(`${room}/`));
  const [longest] = rooms.sort((a, b) => b.length - a.length);
  if (longest === undefined) throw new Error(`${path} is in no folder that MAY_IMPORT names`);
  return longest;
}

function isIn(place: string, file: string | null): boolean {
  return file !== null && (file === place || file.startsWith(`${place}/`));
}

function allows(allowed: string, { file, isTypeOnly }: Import): boolean {
  return allowed.startsWith("types:") ? isTypeOnly && isIn(allowed.slice(6), file) : isIn(allowed, file);
}

function isAllowed(from: SourceFile, to: Import): boolean {
  const room = roomOf(from.path);
  if (to.file === null || isIn(room, to.file)) return true;
  return (MAY_IMPORT[room] ?? []).some((allowed) => allows(allowed, to));
}

/** What no file needs of a row. A folder of which only types are imported is too much, except the shared nouns. */
function tooMuchIn(room: string, allowed: readonly string[]): readonly string[] {
  const made = files.filter(({ path }) => roomOf(path) === room).flatMap(({ imports }) => imports);
  return allowed.filter((one) => {
    const mayBeTypes = one.startsWith("types:") || one === "src/domain";
    return !made.some((to) => allows(one, to) && (mayBeTypes || !to.isTypeOnly));
  });
}

describe("imports", () => {
  it("go only where the house allows", () => {
    const wrong = files.flatMap((file) =>
      file.imports.filter((to) => !isAllowed(file, to)).map((to) => `${file.path} imports ${to.specifier}`),
    );
    expect(wrong).toEqual([]);
  });

  it("need everything that they are allowed", () => {
    const tooMuch = Object.entries(MAY_IMPORT).flatMap(([room, allowed]) =>
      tooMuchIn(room, allowed).map((one) => `${room}: ${one}`),
    );
    expect(tooMuch).toEqual([]);
    const homes = Object.entries(PACKAGE_HOMES).flatMap(([name, list]) =>
      list.filter((home) => !isUsedIn(home, name)).map((home) => `${name}: ${home}`),
    );
    expect(homes).toEqual([]);
  });

  it("never reach the program that knows everyone", () => {
    const wrong = files.filter(
      ({ path, imports }) =>
        path !== "src/cli/server/serve/define-serve-command.ts" &&
        imports.some(({ file }) => file === "src/service/app/main.ts"),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it("form no cycle, not even of types", () => {
    const edges = new Map(
      files.map(({ path, imports }) => [path, imports.flatMap(({ file }) => file ?? [])]),
    );
    expect(findCycle(edges)).toBeNull();
  });

  it("name files that exist", () => {
    const known = new Set(files.map(({ path }) => path));
    const wrong = files.flatMap(({ path, imports }) =>
      imports
        .filter(({ file }) => file !== null && !known.has(file))
        .map(({ specifier }) => `${path}: ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });

  it("keep each package behind its own files", () => {
    const wrong = files.flatMap(({ path, imports }) =>
      imports
        .filter(({ file, specifier }) => file === null && !mayUse(path, specifier))
        .map(({ specifier }) => `${path} imports ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });

  it("reach the engine's indexes through the file that states who may change them", () => {
    const folder = "src/engine/index/";
    const wrong = files
      .filter(({ path }) => !path.startsWith(folder))
      .flatMap(({ path, imports }) =>
        imports
          .filter(({ file }) => file?.startsWith(folder) === true && file !== `${folder}queue-index.ts`)
          .map(({ specifier }) => `${path} imports ${specifier}`),
      );
    expect(wrong).toEqual([]);
  });

  it("keep the core free of the platform", () => {
    const wrong = files
      .filter(({ path }) => path.startsWith("src/engine/") || path.startsWith("src/domain/"))
      .flatMap(({ path, imports }) =>
        imports.filter(({ file }) => file === null).map(({ specifier }) => `${path} imports ${specifier}`),
      );
    expect(wrong).toEqual([]);
  });
});

function isOf(name: string, specifier: string): boolean {
  return specifier === name || specifier.startsWith(`${name}/`);
}

function isUsedIn(home: string, name: string): boolean {
  return files.some(
    ({ path, imports }) =>
      path.startsWith(home) && imports.some(({ file, specifier }) => file === null && isOf(name, specifier)),
  );
}

function mayUse(path: string, specifier: string): boolean {
  const name = Object.keys(PACKAGE_HOMES).find((known) => isOf(known, specifier));
  if (name === undefined) return specifier.startsWith("node:");
  return (PACKAGE_HOMES[name] ?? []).some((home) => path === home || path.startsWith(home));
}

function findCycle(edges: ReadonlyMap<string, readonly string[]>): readonly string[] | null {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): readonly string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return null;
    path.push(file);
    for (const next of edges.get(file) ?? []) {
      const cycle = visit(next);
      if (cycle !== null) return cycle;
    }
    path.pop();
    done.add(file);
    return null;
  };
  for (const file of edges.keys()) {
    const cycle = visit(file);
    if (cycle !== null) return cycle;
  }
  return null;
}

describe("the search for cycles", () => {
  it("finds one that is there", () => {
    expect(
      findCycle(
        new Map([
          ["a", ["b"]],
          ["b", ["c"]],
          ["c", ["b"]],
        ]),
      ),
    ).toEqual(["b", "c", "b"]);
  });

  it("finds none in a tree", () => {
    expect(
      findCycle(
        new Map([
          ["a", ["b", "c"]],
          ["b", ["c"]],
          ["c", []],
        ]),
      ),
    ).toBeNull();
  });
});
