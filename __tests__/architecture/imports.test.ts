/** Who may import whom: the client wing and the server wing meet only in the contract and the shared nouns. */
import { describe, expect, it } from "@jest/globals";
import { type Import, type SourceFile, sourceFiles } from "../support/source-files.js";

/** A room may import the rooms named here, and itself; `types:` allows only types of it. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  "src/domain": [],
  "src/contract": ["src/domain"],
  "src/process": ["src/domain"],
  "src/client": ["src/contract", "src/domain"],
  "src/targets": ["src/process", "src/domain"],
  "src/operations": ["src/client", "src/contract", "src/domain"],
  "src/action": ["src/operations", "src/client", "src/targets", "src/contract", "src/process", "src/domain"],
  "src/cli": ["src/operations", "src/client", "src/targets", "src/contract", "src/process", "src/domain"],
  // Replaying a log needs the engine and the store, and no service; it is loaded by its commands only.
  "src/cli/queue-log": [
    "src/cli",
    "src/service/queue-log",
    "src/service/storage/database.ts",
    "src/service/storage/open-store.ts",
    "src/service/ports",
    "src/engine",
    "src/domain",
  ],
  // Looking after a store needs no service either.
  "src/cli/store": [
    "src/cli",
    "src/service/storage/backup",
    "src/service/storage/database.ts",
    "src/service/storage/maintenance",
    "src/service/ports",
    "src/domain",
  ],
  // Loaded by the commands that want a database only, because the settings of the service are read for it.
  "src/cli/database": ["src/cli", "src/service/config.ts", "src/service/ports"],
  // Tokens are made and revoked in the database itself, with a service on it or without.
  "src/cli/tokens": [
    "src/cli",
    "src/service/tokens",
    "src/service/storage",
    "src/service/ports",
    "src/domain",
  ],
  // Like the program that it starts it knows everyone, and is loaded by its command only.
  "src/cli/serve": ["src/cli", "src/service", "src/domain"],
  // Asks everything that the service stands on, and is loaded by its command only.
  "src/cli/doctor": ["src/cli", "src/service/doctor"],
  "src/cli/webhooks": [
    "src/cli",
    "src/service/config.ts",
    "src/service/webhooks",
    "src/service/storage/open-webhooks.ts",
    "src/service/ports",
    "src/domain",
  ],
  "src/engine": ["src/domain"],
  "src/service/ports": ["types:src/engine", "src/domain"],
  "src/service/clock": ["src/service/ports"],
  "src/service/rounds": ["src/service/ports"],
  "src/service/loop": ["src/service/ports", "src/service/rounds", "src/engine", "src/domain"],
  "src/service/queue-log": [
    "src/service/ports",
    "src/service/storage/sql/check.ts",
    "src/service/storage/sql/stored-values.ts",
    "src/engine",
    "src/domain",
  ],
  "src/service/storage": [
    "src/service/ports",
    "src/service/make-folder.ts",
    "src/service/rounds/in-order.ts",
    "types:src/engine",
    "src/domain",
  ],
  "src/service/dispatch": [
    "src/service/storage/postgres",
    "src/service/storage/sql",
    "src/service/ports",
    "src/service/rounds",
    "types:src/engine",
    "src/domain",
  ],
  "src/service/forge": [
    "src/service/git/memo.ts",
    "src/service/ports",
    "src/service/rounds",
    "types:src/engine",
    "src/domain",
  ],
  "src/service/forge/plain-git": [
    "src/service/forge/from-git.ts",
    "src/service/ports",
    "src/service/rounds",
    "types:src/engine",
    "src/process",
    "src/domain",
  ],
  // Shows what the engine derives from a stored queue.
  "src/service/forge/github/status": [
    "src/service/forge/github/calls",
    "src/service/ports",
    "src/service/rounds",
    "src/engine",
    "src/domain",
  ],
  // Builds the same commits by other means.
  "src/service/forge/github/api-git": [
    "src/service/forge/github/answers.ts",
    "src/service/forge/github/calls",
    "src/service/git/branch-rules.ts",
    "src/service/git/commit.ts",
    "src/service/git/land-once.ts",
    "src/service/git/memo.ts",
    "src/service/git/merge-methods/message.ts",
    "src/service/git/list-branches.ts",
    "src/service/git/head-stack.ts",
    "src/service/ports",
    "types:src/engine",
    "src/domain",
  ],
  "src/service/git": ["src/service/ports", "types:src/engine", "src/process", "src/domain"],
  "src/service/webhooks": [
    "src/service/ports",
    "src/service/rounds",
    "src/service/send-http.ts",
    "src/engine",
    "src/domain",
  ],
  "src/service/tokens": ["src/service/ports", "src/domain"],
  "src/service/api": [
    "src/service/loop",
    "src/service/ports",
    "src/service/rounds",
    "src/service/tokens",
    "src/contract",
    "src/engine",
    "src/domain",
  ],
  "src/service/open-status.ts": [
    "src/service/config.ts",
    "src/service/forge/github",
    "src/service/open-forge.ts",
    "src/service/storage/sql",
    "src/service/webhooks/destination.ts",
    "src/service/ports",
  ],
  "src/service/open-work.ts": [
    "src/service/loop/store-dispatch.ts",
    "src/service/open-shared-work.ts",
    "src/service/storage/open-store.ts",
    "src/service/open-work.ts",
    "src/service/clock",
    "src/service/ports",
    "types:src/service/work-options.ts",
    "src/domain",
  ],
  "src/service/open-shared-work.ts": [
    "src/service/clock",
    "src/service/ports",
    "src/service/dispatch",
    "src/service/loop/store-dispatch.ts",
    "src/service/storage",
    "types:src/service/work-options.ts",
  ],
  "src/service/work-options.ts": ["types:src/service/storage", "src/service/ports"],
  "src/service/open-forge.ts": [
    "src/service/forge",
    "src/service/git",
    "src/service/metered-calls.ts",
    "src/service/settings/forms.ts",
    "src/service/ports",
    "types:src/service/config.ts",
    "src/domain",
  ],
  "src/service/open-intake.ts": [
    "src/service/forge/github/intake",
    "src/service/api",
    "src/service/ports",
    "types:src/service/config.ts",
    "types:src/service/loop",
    "types:src/service/open-forge.ts",
  ],
  // Looks at each part by itself, and never at the program as a whole.
  "src/service/doctor": [
    "src/service/api/github-webhooks.ts",
    "src/service/config.ts",
    "src/service/forge/github",
    "src/service/git",
    "src/service/ports",
    "src/service/prepare-work-folder.ts",
    "src/service/rounds/within.ts",
    "src/service/send-http.ts",
    "src/service/settings",
    "src/service/storage/database.ts",
    "src/service/storage/maintenance",
    "src/domain",
  ],
  "src/service/main.ts": ["src/service", "src/domain"],
  "src/service/config.ts": ["src/service/settings", "src/service/ports/run-board.ts"],
  "src/service/settings": [
    "src/service/pino-log.ts",
    "src/service/storage/database.ts",
    "src/service/webhooks/private-addresses.ts",
    "src/service/api/client-address.ts",
    "src/domain",
  ],
  "src/service/pino-log.ts": ["src/service/ports"],
  "src/service/otel-tracer.ts": ["src/service/ports", "src/domain"],
  "src/service/metered-calls.ts": ["src/service/ports"],
  "src/service/prom-meter.ts": ["src/service/ports", "src/service/process-metrics.ts", "types:src/engine"],
  "src/service/process-metrics.ts": [],
  "src/service/prepare-work-folder.ts": ["src/service/make-folder.ts", "src/service/ports", "src/domain"],
  "src/service/make-folder.ts": [],
  "src/service/held-folders.ts": [
    "src/service/make-folder.ts",
    "src/service/ports",
    "src/service/stop-deadline.ts",
    "src/service/storage/sqlite",
    "src/domain",
  ],
  "src/service/stop-deadline.ts": [],
  "src/service/send-http.ts": [],
  "src/index.ts": ["src/client", "src/contract"],
};

/** Each package stands behind the files named here. */
const PACKAGE_HOMES: Readonly<Record<string, readonly string[]>> = {
  "@actions/core": ["src/action/runtime.ts"],
  "@actions/http-client": ["src/client/transport.ts"],
  "zod/mini": [
    "src/contract/",
    "src/client/conforming.ts",
    "src/service/api/",
    "src/service/doctor/github/",
    "src/service/forge/github/",
    "src/service/settings/",
  ],
  "@octokit/core": ["src/service/forge/github/calls/one-request.ts"],
  "@octokit/auth-app": ["src/service/forge/github/calls/installation-tokens.ts"],
  "zod-openapi": ["src/contract/openapi.ts"],
  hono: ["src/service/api/"],
  "@hono/node-server": ["src/service/api/"],
  kysely: ["src/service/storage/", "src/service/open-status.ts"],
  pg: ["src/service/storage/postgres/"],
  "node:sqlite": ["src/service/storage/sqlite/", "src/service/storage/connect.ts"],
  pino: ["src/service/pino-log.ts"],
  "prom-client": ["src/service/prom-meter.ts"],
  "@opentelemetry/api": ["src/service/otel-tracer.ts"],
  "node:child_process": ["src/process/", "src/cli/demo/service-process.ts"],
  commander: ["src/cli/"],
  yaml: ["src/client/queue-config.ts", "src/targets/parse-yaml.ts", "src/service/settings/settings-file.ts"],
  standardwebhooks: ["src/service/webhooks/signature.ts"],
  "smol-toml": ["src/targets/sources/workspaces/cargo-manifest.ts"],
  picomatch: ["src/targets/path-patterns.ts"],
};

const files = sourceFiles("src");

function roomOf(path: string): string {
  const rooms = Object.keys(MAY_IMPORT).filter((room) => path === room || path.startsWith(`${room}/`));
  const [longest] = rooms.sort((a, b) => b.length - a.length);
  if (longest === undefined) throw new Error(`${path} stands in no room of the house`);
  return longest;
}

function isAllowed(from: SourceFile, to: Import): boolean {
  const { file } = to;
  if (file === null) return true;
  const room = roomOf(from.path);
  if (file === room || file.startsWith(`${room}/`)) return true;
  return (MAY_IMPORT[room] ?? []).some((allowed) => {
    const [, types, target = ""] = /^(types:)?(.*)$/.exec(allowed) ?? [];
    const isThere = file === target || file.startsWith(`${target}/`);
    return isThere && (types === undefined || to.isTypeOnly);
  });
}

describe("imports", () => {
  it("go only where the house allows", () => {
    const wrong = files.flatMap((file) =>
      file.imports.filter((to) => !isAllowed(file, to)).map((to) => `${file.path} imports ${to.specifier}`),
    );
    expect(wrong).toEqual([]);
  });

  it("never reach the program that knows everyone", () => {
    const wrong = files.filter(
      ({ path, imports }) =>
        path !== "src/cli/serve/define-serve-command.ts" &&
        imports.some(({ file }) => file === "src/service/main.ts"),
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
          .filter(({ file }) => file?.startsWith(folder) === true && file !== `${folder}index.ts`)
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

function mayUse(path: string, specifier: string): boolean {
  const name = Object.keys(PACKAGE_HOMES).find(
    (known) => specifier === known || specifier.startsWith(`${known}/`),
  );
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
