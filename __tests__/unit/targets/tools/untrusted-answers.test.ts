/** Whatever is wrong with a tool, its source says that everything is impacted, and why. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { SourceContext } from "../../../../src/targets/source.js";
import { lerna } from "../../../../src/targets/sources/lerna.js";
import { moon } from "../../../../src/targets/sources/moon.js";
import { nx } from "../../../../src/targets/sources/nx.js";
import { pnpm } from "../../../../src/targets/sources/pnpm.js";
import { rush } from "../../../../src/targets/sources/rush.js";
import { turbo } from "../../../../src/targets/sources/turbo.js";
import { type FivePackages, fivePackages } from "../../../support/five-packages.js";
import { rowsBySize } from "../../../support/test-size.js";
import { ToolCheckout, withOnlyGitOnPath } from "../../../support/tool-checkout.js";

interface Sample {
  /** What it says of its version, and one that nobody knows. */
  readonly version: string;
  readonly unknownVersion: string;
  /** Names nothing, names a stranger, and says something in a shape that is not known. */
  readonly nothing: string;
  readonly stranger: string;
  readonly otherShape: string;
}

const CHANGED_FILES = '{"files":["a"],"shallow":false';
const SAMPLES = {
  nx: {
    version: "Nx Version:\n- Local: v24.0.6\n- Global: Not found",
    unknownVersion: "Nx Version:\n- Local: v14.8.0",
    nothing: "[]",
    stranger: '["somebody"]',
    otherShape: '{"affectedProjects":["ui"]}',
  },
  turbo: {
    version: "2.11.11",
    unknownVersion: "3.0.0",
    nothing: '{"data":{"affectedPackages":{"items":[]}}}',
    stranger: '{"data":{"affectedPackages":{"items":[{"name":"somebody"}]}}}',
    otherShape: '{"data":null}',
  },
  pnpm: {
    version: "12.21.0",
    unknownVersion: "7.33.0",
    nothing: "[]",
    stranger: '[{"name":"somebody","path":"/elsewhere"}]',
    otherShape: '[{"name":"ui"}]',
  },
  moon: {
    version: "moon 2.5.5",
    unknownVersion: "moon 3.0.0",
    nothing: `${CHANGED_FILES},"projects":{}}`,
    stranger: `${CHANGED_FILES},"projects":{"somebody":{}}}`,
    otherShape: `${CHANGED_FILES},"projects":["ui"]}`,
  },
  rush: {
    version: "Rush Multi-Project Build Tool 5.179.0 - https://rushjs.io",
    unknownVersion: "Rush Multi-Project Build Tool 4.3.1",
    nothing: '{"projects":[]}',
    stranger: '{"projects":[{"name":"somebody"}]}',
    otherShape: '{"projects":{"ui":{}}}',
  },
  lerna: {
    version: "9.0.7",
    unknownVersion: "10.1.1",
    nothing: "[]",
    stranger: '[{"name":"somebody"}]',
    otherShape: '["ui"]',
  },
} satisfies Readonly<Record<string, Sample>>;

const SOURCES = { nx, turbo, pnpm, moon, rush, lerna };
const TOOLS = Object.values(SOURCES).map((source) => ({
  name: source.name,
  source,
  sample: SAMPLES[source.name as keyof typeof SAMPLES],
}));

let five: FivePackages;
let checkout: ToolCheckout;
let context: SourceContext;

beforeAll(async () => {
  five = await fivePackages({ lockFile: "package-lock.json", packageManager: null, range: "1.0.0" });
  checkout = await ToolCheckout.create(five.repository);
});

beforeEach(async () => {
  await checkout.uninstall();
  context = await checkout.at(five.merges.get("ui edit") ?? "");
});

afterAll(async () => {
  await checkout.remove();
  await five.repository.remove();
});

const NO_GRAPH = '{"graph":{"nodes":{},"dependencies":{}}}';

/** Answers the questions for its version and its graph, and everything else by `script`. */
function tool(version: string, script: string, graph = `echo '${NO_GRAPH}' > "\${2#--file=}"`): string {
  const answers = [
    `--version|--help) printf '%s\\n' '${version}' ;;`,
    `"graph --file="*) ${graph} ;;`,
    `"project-graph --json") echo '{"graph":{"nodes":[],"edges":[]}}' ;;`,
    `*) ${script} ;;`,
  ];
  return `case "$*" in ${answers.join(" ")} esac`;
}

function printing(text: string): string {
  return `printf '%s\\n' '${text}'`;
}

describe.each(rowsBySize(TOOLS))("$name", ({ name, source, sample }) => {
  async function ruleFor(script: string, version: string = sample.version) {
    await checkout.install(name, tool(version, script));
    return causeOf(await source.answer(context));
  }

  it("runs code of the repository", () => {
    expect(source.runsRepositoryCode).toBe(true);
  });

  it("is not believed when it names nothing although a project's file has changed", async () => {
    expect(await ruleFor(printing(sample.nothing))).toEqual({
      subject: name,
      rule: 'it names no project, although "packages/ui/src/index.js" belongs to one',
    });
  });

  it("is not believed when it names what no manifest does", async () => {
    expect(await ruleFor(printing(sample.stranger))).toEqual({
      subject: name,
      rule: expect.stringContaining('it names "somebody", which no manifest of the repository names'),
    });
  });

  it.each([
    ["an output of another shape", sample.otherShape],
    ["an output that is no JSON", "projects: ui, web"],
    ["half of an output", '[{"name": "ui"'],
    ["an output that is null", "null"],
  ])("is not believed with %s", async (_, text) => {
    expect(await ruleFor(printing(text))).toEqual({
      subject: name,
      rule: "its output has an unknown shape",
    });
  });

  it("is not believed without any output", async () => {
    expect((await ruleFor("true")).subject).toBe(name);
  });

  it("is not believed with an output that is no text", async () => {
    expect(await ruleFor("printf '\\377\\376'")).toEqual({
      subject: name,
      rule: "its output is not UTF-8 text",
    });
  });

  it("is not believed when it fails, whatever it has printed", async () => {
    const script = `${printing(sample.nothing)}; printf '\\033[31mno such revision\\033[0m\\n' >&2; exit 7`;
    expect(await ruleFor(script)).toEqual({
      subject: name,
      rule: "it ended with exit code 7: no such revision",
    });
  });

  it("is not believed when a signal ends it", async () => {
    expect(await ruleFor("kill -KILL $$")).toEqual({ subject: name, rule: "it was ended by a signal" });
  });

  it("is ended at the deadline", async () => {
    await checkout.install(name, tool(sample.version, "sleep 1000 & sleep 1000"));
    const { subject, rule } = causeOf(await source.within(400).answer(context));
    expect({ subject, rule }).toEqual({ subject: name, rule: "it did not finish within 0.4 s" });
  });

  it("is not asked in a version whose answers nobody has looked at", async () => {
    expect(await ruleFor(printing(sample.nothing), sample.unknownVersion)).toEqual({
      subject: name,
      rule: expect.stringMatching(/^its version is [\d.]+, and only the major versions/),
    });
  });

  it("is not asked when it tells no version", async () => {
    expect((await ruleFor(printing(sample.nothing), "latest")).rule).toMatch(/prints no version$/);
  });

  it("says where it was looked for when it is missing", async () => {
    const answer = await withOnlyGitOnPath(() => source.answer(context));
    expect(causeOf(answer)).toEqual({
      subject: name,
      rule: "it is neither in node_modules/.bin of the checkout nor on the PATH",
    });
    expect(answer).toHaveProperty("cause.hint", expect.stringMatching(/^Install/));
  });
});

describe("turbo", () => {
  const missing = '{"name":"ui","reason":{"__typename":"GitRefNotFound"}}';

  it("is not believed when it could not find a revision, although it ends with 0", async () => {
    const output = `{"data":{"affectedPackages":{"items":[${missing}]}}}`;
    await checkout.install("turbo", tool("2.11.11", printing(output)));
    expect(causeOf(await turbo.answer(context)).rule).toBe(
      "it could not compare the two revisions, and guessed",
    );
  });

  it("is not believed when an older version only warns that it could not", async () => {
    const output = '{"packages":{"items":[{"name":"ui"}]}}';
    const warning = "WARNING unable to detect git range, assuming all files have changed";
    await checkout.install("turbo", tool("2.7.6", `echo '${warning}' >&2; ${printing(output)}`));
    expect(causeOf(await turbo.answer(context)).rule).toBe(
      "it could not compare the two revisions, and guessed",
    );
  });
});

describe("moon", () => {
  it("is not believed when the history is too short for it", async () => {
    await checkout.install("moon", tool("moon 2.5.5", printing('{"files":[],"shallow":true}')));
    expect(causeOf(await moon.answer(context)).rule).toContain("the history is too short");
  });
});

function causeOf(answer: Awaited<ReturnType<typeof nx.answer>>): { subject: string; rule: string } {
  if (answer.kind !== "all") throw new Error(`it answers ${[...answer.targets.keys()].join(", ")}`);
  const { subject, rule } = answer.cause;
  return { subject, rule };
}

describe("the graph of nx", () => {
  async function ruleFor(graph: string) {
    await checkout.install("nx", tool(SAMPLES.nx.version, printing('["ui","web"]'), graph));
    return causeOf(await nx.answer(context));
  }

  it("has to be there, since the first import of another project shows nowhere else", async () => {
    expect(await ruleFor("echo 'no graph' >&2; exit 3")).toEqual({
      subject: "nx",
      rule: "it ended with exit code 3: no graph",
    });
    expect(await ruleFor("true")).toEqual({
      subject: "nx",
      rule: "its output has an unknown shape",
    });
  });

  it.each([
    "graph:",
    "[]",
    '{"graph":{"nodes":[],"dependencies":{}}}',
    '{"graph":{"nodes":{}}}',
    '{"graph":{"nodes":{},"dependencies":{"ui":"core"}}}',
    '{"graph":{"nodes":{},"dependencies":{"ui":[{"target":""}]}}}',
    '{"graph":{"nodes":{},"dependencies":{"ui":[{"source":"ui"}]}}}',
  ])("is not believed in the shape %s", async (text) => {
    expect(await ruleFor(`echo '${text}' > "\${2#--file=}"`)).toEqual({
      subject: "nx",
      rule: "its output has an unknown shape",
    });
  });
});
