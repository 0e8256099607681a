/** Manifests and lock files that strangers have damaged: whatever they hold, there is an answer, and soon. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { workspacesSource } from "../../../../../src/targets/sources/workspaces/workspaces.js";
import { MemoryTree } from "../../../../support/memory-tree.js";
import { type Chance, seededChance } from "../../../../support/seeded-chance.js";
import { itInAll, itInCi } from "../../../../support/sized-tests.js";
import { answerOf } from "../../../../support/targets-answer.js";

const LOCKS = join(import.meta.dirname, "lockfiles");
const FILES: Readonly<Record<string, string>> = {
  "package.json":
    '{"name":"root","workspaces":{"packages":["packages/*","!packages/x"]},"overrides":{"a":{".":"file:./x"}}}',
  "packages/ui/package.json": '{"name":"ui","dependencies":{"core":"workspace:../core","ms":"^1"}}',
  "packages/core/package.json": '{"name":"core","peerDependencies":{"b":"npm:ui@1"}}',
  "Cargo.toml":
    '[workspace]\nmembers = ["crates/*"]\nexclude = ["x"]\n[workspace.dependencies]\na = { path = "crates/a" }\n',
  "crates/a/Cargo.toml": '[package]\nname = "a"\n[target."cfg(x)".dependencies]\nb = { workspace = true }\n',
  "go.work": "use (\n\t./g\n)\nreplace x => ./g\n",
  "g/go.mod": 'module "example.com/g" // g\nrequire (\n\texample.com/h v1\n)\n',
  "pom.xml":
    "<project><groupId>g</groupId><artifactId>r</artifactId><modules><module>m</module></modules></project>",
  "m/pom.xml":
    "<project><!-- m --><parent><artifactId>r</artifactId></parent><artifactId>m_${x}</artifactId><a b='>'/>&#65;</project>",
};
const MORE: Readonly<Record<string, string>> = {
  "settings.gradle":
    "include 'j', \"k\"\n['l'].each { include \"m-$it\" }\nproject(':k').projectDir = file('kk')\n",
  "j/build.gradle.kts": 'dependencies { api(projects.k); api(project(":m-$x")) } /* x */ // y\n',
  "pyproject.toml": '[project]\nname = "p"\n[tool.uv.workspace]\nmembers = ["py/*"]\n',
  "py/a/pyproject.toml": '[project]\nname = "pa"\ndependencies = ["p[x]>=1"]\n',
  "net/A.csproj":
    '<Project><ProjectReference Include="..\\*\\$(B).csproj;x" /><Compile Include="$(R)/../*.cs" /></Project>',
  "php/composer.json":
    '{"name":"a/b","repositories":[{"type":"path","url":"../x/*"}],"autoload":{"psr-4":{"A":["src/"]}}}',
  "dart/pubspec.yaml": "name: d\nworkspace: [a]\ndependencies:\n  e: {path: ../e}\n",
  "ex/mix.exs":
    'defmodule M do [app: :ex, deps: [{:a, "~> 1", path: "../a"}, {:b, in_umbrella: true}]] end # x\n',
};
const PIECES = [
  "{",
  "}",
  "[",
  "]",
  '"',
  "'",
  "<",
  ">",
  "/",
  "\\",
  "\0",
  "\n",
  ":",
  "*",
  "!",
  "(",
  "..",
  "__proto__",
  "null",
  "1e999",
  "&a;",
  "\ud800",
  "- ",
  "#",
  "true",
];

function damaged(text: string, chance: Chance): string {
  let result = text;
  for (let times = chance.whole(1, 4); times > 0; times -= 1) {
    const start = chance.whole(0, result.length);
    const end = chance.next() < 0.5 ? start : start + chance.whole(0, 20);
    result = result.slice(0, start) + (PIECES[chance.whole(0, PIECES.length)] ?? "") + result.slice(end);
  }
  return result;
}

it("damaged manifests are answered", async () => {
  const base = MemoryTree.of(FILES);
  const kinds = { all: 0, targets: 0 };
  for (let seed = 1; seed <= 400; seed += 1) {
    const chance = seededChance(seed);
    const paths = Object.keys(FILES);
    const path = paths[chance.whole(0, paths.length - 1)] ?? "";
    const head = base.with({ [path]: damaged(FILES[path] ?? "", chance) });
    const there = await answerOf(workspacesSource(), base, head);
    const back = await answerOf(workspacesSource(), head, base);
    // What cannot be read cannot be read, on whichever side it stands.
    expect([seed, back.kind]).toEqual([seed, there.kind]);
    kinds[there.kind] += 1;
  }
  expect(Math.min(kinds.all, kinds.targets)).toBeGreaterThan(50);
});

it("damaged manifests of other ecosystems are answered", async () => {
  const base = MemoryTree.of(MORE);
  const kinds = { all: 0, targets: 0 };
  for (let seed = 1; seed <= 150; seed += 1) {
    const chance = seededChance(seed);
    const paths = Object.keys(MORE);
    const path = paths[chance.whole(0, paths.length - 1)] ?? "";
    const answer = await answerOf(
      workspacesSource(),
      base,
      base.with({ [path]: damaged(MORE[path] ?? "", chance) }),
    );
    kinds[answer.kind] += 1;
  }
  expect(Math.min(kinds.all, kinds.targets)).toBeGreaterThan(10);
});

itInCi("long scripts of Gradle are answered soon", async () => {
  const hostile = [
    "/*".repeat(50_000),
    '"\\"'.repeat(50_000),
    "subprojects {".repeat(10_000),
    "[".repeat(50_000),
    '"${'.repeat(20_000),
  ];
  const base = MemoryTree.of(MORE);
  for (const text of hostile) {
    const start = performance.now();
    const answer = await answerOf(
      workspacesSource(),
      base,
      base.with({ "j/build.gradle.kts": text, "settings.gradle": `include 'j'\n${text}` }),
    );
    expect(["all", "targets"]).toContain(answer.kind);
    expect(performance.now() - start).toBeLessThan(5_000);
  }
});

itInCi.each(readdirSync(LOCKS).filter((file) => file.endsWith("-2.txt")))(
  "a damaged lock file is answered: %s",
  async (file) => {
    const text = readFileSync(join(LOCKS, file), "utf8");
    const [, name = ""] = /^(npm|pnpm|yarn)/.exec(file) ?? [];
    const path = { npm: "package-lock.json", pnpm: "pnpm-lock.yaml", yarn: "yarn.lock" }[name] ?? "";
    const base = MemoryTree.of({ ...FILES, [path]: text });
    for (let seed = 1; seed <= 40; seed += 1) {
      const head = base.with({ [path]: damaged(text, seededChance(seed)) });
      const answer = await answerOf(workspacesSource(), base, head);
      expect([seed, answer.kind]).toEqual([seed, "targets"]);
    }
  },
);

itInAll("very long and deep manifests are answered", async () => {
  const deep = "[".repeat(100_000);
  const long = "a".repeat(1_000_000);
  const hostile: Readonly<Record<string, string>> = {
    "packages/ui/package.json": `{"name":"${long}","dependencies":{"${long}":"file:../${"../".repeat(1000)}"}}`,
    "crates/a/Cargo.toml": `[package]\nname = "a"\nx = ${deep}`,
    "g/go.mod": `module ${long}\nrequire (\n${"x v1\n".repeat(50_000)}`,
    "m/pom.xml": `<project ${"a ".repeat(200_000)}`,
    "pnpm-workspace.yaml": `packages: ${deep}`,
  };
  for (const [path, text] of Object.entries(hostile)) {
    const base = MemoryTree.of(FILES);
    const answer = await answerOf(workspacesSource(), base, base.with({ [path]: text }));
    expect(["all", "targets"]).toContain(answer.kind);
  }
});
