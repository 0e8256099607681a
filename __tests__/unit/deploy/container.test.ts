/** The container file is read, not built: what it copies is there, and what it runs agrees with the program. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import {
  API_PORT,
  CONTAINER_USER,
  deployFile,
  HEALTH_PATHS,
  packageJson,
  VARIABLES,
} from "../../support/deploy-files.js";
import { ROOT } from "../../support/source-files.js";

interface Instruction {
  readonly name: string;
  readonly text: string;
  readonly line: number;
}

interface Stage {
  readonly image: string;
  /** Null for one without a name. */
  readonly name: string | null;
  readonly instructions: readonly Instruction[];
}

const KNOWN = new Set(
  "FROM RUN CMD LABEL EXPOSE ENV COPY ENTRYPOINT VOLUME USER WORKDIR ARG STOPSIGNAL HEALTHCHECK".split(" "),
);

/** Throws on what is no instruction; `ADD`, `SHELL`, `ONBUILD` and `MAINTAINER` are none here. */
function readDockerfile(text: string): readonly Stage[] {
  const stages: { image: string; name: string | null; instructions: Instruction[] }[] = [];
  for (const instruction of instructionsOf(text)) {
    if (!KNOWN.has(instruction.name)) {
      throw new Error(`line ${instruction.line}: ${instruction.name} is no instruction that we use`);
    }
    if (instruction.name === "FROM") {
      const [, image = "", name = null] = /^(\S+)(?: AS (\S+))?$/.exec(instruction.text) ?? [];
      stages.push({ image, name, instructions: [] });
    } else {
      const stage = stages.at(-1);
      if (stage === undefined)
        throw new Error(`line ${instruction.line}: ${instruction.name} comes before FROM`);
      stage.instructions.push(instruction);
    }
  }
  return stages;
}

function instructionsOf(text: string): readonly Instruction[] {
  const found: Instruction[] = [];
  let isOpen = false;
  for (const [index, line] of text.split("\n").entries()) {
    if (/^\s*(#.*)?$/.test(line)) continue;
    const part = line.replace(/\\$/, "").trim();
    const [, name = "", rest = ""] = /^(\S+)\s*(.*)$/.exec(part) ?? [];
    const before = isOpen ? found.pop() : undefined;
    if (before === undefined) found.push({ name, text: rest, line: index + 1 });
    else found.push({ ...before, text: `${before.text} ${part}` });
    isOpen = line.endsWith("\\");
  }
  if (isOpen) throw new Error(`${found.at(-1)?.name ?? "it"} has no end`);
  return found;
}

/** `NAME=value NAME=value` of one `ENV`. */
function environmentOf(instructions: readonly Instruction[]): ReadonlyMap<string, string> {
  const texts = instructions.filter(({ name }) => name === "ENV").map(({ text }) => text);
  const pairs = texts.flatMap((text) => text.split(/\s+/)).map((pair) => /^([A-Z_]+)=(\S+)$/.exec(pair));
  return new Map(
    pairs.map((pair) => {
      if (pair === null) throw new Error(`ENV has something else than NAME=value: ${texts.join(" ")}`);
      return [pair[1] ?? "", pair[2] ?? ""];
    }),
  );
}

const stages = readDockerfile(deployFile("container/Containerfile"));
const last = stages.at(-1)?.instructions ?? [];
const all = (name: string) => last.filter((one) => one.name === name).map(({ text }) => text);
const everywhere = stages.flatMap(({ instructions }) => instructions);
const ignored = readFileSync(join(ROOT, ".dockerignore"), "utf8")
  .split("\n")
  .filter((line) => /^[^#]/.test(line));

describe("the container file", () => {
  it("builds in stages on the version of Node that the tests run on, named by its tag", () => {
    const { node } = packageJson().devDependencies;
    expect(new Set(stages.map(({ image }) => image))).toEqual(
      new Set([`docker.io/library/node:${String(node)}-bookworm-slim`]),
    );
    expect(stages.map(({ name }) => name)).toEqual(["build", "packages", null]);
  });

  it("copies what is there, and what the list of ignored files lets through", () => {
    const copied = everywhere
      .filter(({ name, text }) => name === "COPY" && !text.startsWith("--from="))
      .flatMap(({ text }) => text.split(" ").slice(0, -1));
    expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    expect(ignored[0]).toBe("*");
    // What is within a folder that is let through needs no line of its own.
    const roots = copied.filter((path) => !copied.some((other) => path.startsWith(`${other}/`)));
    expect([...new Set(roots)].map((path) => `!${path}`).sort()).toEqual(ignored.slice(1).sort());
  });

  it("copies from stages that are there, to where the program looks", () => {
    const copies = all("COPY").filter((text) => text.startsWith("--from="));
    expect(copies).toEqual(["--from=packages /app/node_modules node_modules", "--from=build /app/lib lib"]);
    const main = readFileSync(join(ROOT, "bin/merge-queue.js"), "utf8");
    expect(main).toContain('new URL("../lib/", import.meta.url)');
    expect(main).toContain('new URL("cli/main.js", lib)');
  });

  it("lets no package run a script, and keeps none that only the tests need", () => {
    const installs = everywhere.filter(({ text }) => /\bnpm\b/.test(text)).map(({ text }) => text);
    expect(installs.every((text) => text.startsWith("npm ci ") && text.includes(" --ignore-scripts"))).toBe(
      true,
    );
    expect(installs.at(-1)).toContain("--omit=dev");
  });

  it("cleans up after apt, and takes nothing that is only recommended", () => {
    const apt = everywhere.filter(({ text }) => text.includes("apt-get")).map(({ text }) => text);
    expect(apt).toHaveLength(1);
    expect(apt[0]).toMatch(
      /apt-get update && apt-get install --yes --no-install-recommends .*\bgit\b.* && rm -rf \/var\/lib\/apt\/lists\/\*/,
    );
  });

  it("runs as somebody who is nobody, on folders that are its own", () => {
    const user = `${CONTAINER_USER}:${CONTAINER_USER}`;
    expect(all("USER")).toEqual([user]);
    expect(all("RUN").join()).toContain(`chown ${user} /data`);
    expect(last.findIndex(({ name }) => name === "USER")).toBeGreaterThan(
      last.findLastIndex(({ name }) => name === "RUN"),
    );
    expect(all("VOLUME")).toEqual(["/data"]);
  });

  it("sets variables that the program reads, and serves where it exposes", () => {
    const environment = environmentOf(last);
    expect(
      [...environment.keys()].filter((name) => name.startsWith("MERGE_QUEUE_") && !VARIABLES.has(name)),
    ).toEqual([]);
    expect(environment.get("MERGE_QUEUE_LISTEN")).toBe(`0.0.0.0:${API_PORT}`);
    expect(environment.get("MERGE_QUEUE_DATA")).toBe("/data");
    expect(all("EXPOSE")).toEqual([String(API_PORT)]);
  });

  it("is asked for its health where the program answers, without a shell", () => {
    const [check = ""] = all("HEALTHCHECK");
    const command: unknown = JSON.parse(/ CMD (\[.*\])$/.exec(check)?.[1] ?? "null");
    expect(command).toEqual([
      "node",
      "-e",
      expect.stringContaining(`http://127.0.0.1:${API_PORT}${HEALTH_PATHS[0] ?? ""}`),
    ]);
    expect(check).toMatch(/^--interval=\d+s --timeout=\d+s --start-period=\d+s --retries=\d+ /);
  });

  it("starts the program as its own process, with one before it that takes in orphans", () => {
    const [entry, command] = [all("ENTRYPOINT"), all("CMD")].map(([text = ""]): unknown => JSON.parse(text));
    expect([entry, command]).toEqual([["/usr/bin/tini", "--", "node", "/app/bin/merge-queue.js"], ["serve"]]);
    expect(all("RUN").join()).toMatch(/\btini\b/);
    expect(all("STOPSIGNAL")).toEqual(["SIGTERM"]);
  });
});

describe("the reader of container files", () => {
  it.each([
    ["ADD https://example.com/x /x", "ADD is no instruction that we use"],
    ["RUN true", "RUN comes before FROM"],
    ["FROM a\nRUN true \\", "RUN has no end"],
    ["FROM a\nRUNN true", "RUNN is no instruction"],
  ])("refuses %j", (text, problem) => {
    expect(() => readDockerfile(text)).toThrow(problem);
  });
});
