/** Gradle builds: projects, accessors, catalogs, plugins of the repository, and what cannot be read. */
import { describe, expect, it } from "@jest/globals";
import { ScriptBlocks } from "../../../../../src/targets/sources/workspaces/gradle/script-text.js";
import { workspacesSource } from "../../../../../src/targets/sources/workspaces/workspaces.js";
import { MemoryTree } from "../../../../support/memory-tree.js";
import { targetsOf } from "../../../../support/targets-answer.js";

type Files = Readonly<Record<string, string>>;

function impact(files: Files, changes: Readonly<Record<string, string | null>>): Promise<readonly string[]> {
  const base = MemoryTree.of(files);
  return targetsOf(workspacesSource(), base, base.with(changes));
}

const files = {
  "settings.gradle.kts":
    'rootProject.name = "shop" // include(":not")\ninclude(\n  ":core:api",\n  ":web",\n)\ninclude(":docs")\n',
  "build.gradle.kts": "plugins { alias(libs.plugins.kotlin) apply false }\n",
  "gradle/libs.versions.toml":
    '[versions]\nokio = "3.0"\nkotlin = "2.0"\n[libraries]\nokio = { module = "s:okio", version.ref = "okio" }\nju-nit = "j:junit:4"\n[plugins]\nkotlin = { id = "k", version.ref = "kotlin" }\n',
  "core/api/build.gradle.kts": "dependencies { api(libs.okio) }\n",
  "core/api/src/A.kt": "1",
  "web/build.gradle.kts": "dependencies { implementation(projects.core.api) }\n",
  "docs/build.gradle": "dependencies { testImplementation libs.ju.nit }\n",
};

describe("Gradle projects", () => {
  it("depend on what their accessors name", async () => {
    expect(await impact(files, { "core/api/src/A.kt": "2" })).toEqual([":core:api", ":web"]);
    expect(await impact(files, { "docs/x": "2" })).toEqual([":docs"]);
  });

  it.each([
    ['implementation(project(":docs"))', [":docs", ":web"]],
    ["implementation project(path: ':docs', configuration: 'x')", [":docs", ":web"]],
    ['tasks.test { dependsOn(":docs:jar") }', [":docs", ":web"]],
    ['from("../docs/src")', [":docs", ":web"]],
    ['from("$rootDir/docs/src")', [":docs", ":web"]],
    ['from(rootProject.file("docs/src"))', [":docs", ":web"]],
    ["implementation(project(it))", [":docs", ":web"]],
    ["rootProject.subprojects.forEach { implementation(it) }", [":docs", ":web"]],
    ['implementation(project(":do$' + 'x"))', [":docs", ":web"]],
    ['/* implementation(project(":docs")) */', [":docs"]],
    ['println("it\'s") // project(":docs")', [":docs"]],
    ['implementation(project(":${project.name}"))', [":docs"]],
  ])("depend on another one by %s", async (line, expected) => {
    expect(await impact({ ...files, "web/build.gradle.kts": line }, { "docs/x": "2" })).toEqual(expected);
  });

  it("depend on every project if a fixed path leads to none, and the settings may name the root", async () => {
    const named = `rootProject.name = "x"\nsettings.rootProject.name = "shop"\n${files["settings.gradle.kts"]}`;
    const more = { ...files, "settings.gradle.kts": named };
    for (const path of ["other", ":other", ":core:other"]) {
      const script = `dependencies { api(project("${path}")) }`;
      expect(await impact({ ...more, "web/build.gradle.kts": script }, { "docs/x": "2" })).toEqual([
        ":docs",
        ":web",
      ]);
    }
    const task = 'tasks.test { dependsOn(":core:api:other") }';
    expect(await impact({ ...more, "web/build.gradle.kts": task }, { "docs/x": "2" })).toEqual([":docs"]);
  });

  it("of a script with many open brackets are read in time, and nothing of it is lost", async () => {
    const script = `dependencies { api(project(":docs")) }\n${"configure(".repeat(40_000)}`;
    const more = { ...files, "web/build.gradle.kts": script };
    expect(await impact(more, { "docs/x": "2" })).toEqual([":docs", ":web"]);
  });

  it("share what the root configures for all of them", async () => {
    const root = 'subprojects { dependencies { "checks"(project(":docs")) } }\n';
    expect(await impact({ ...files, "build.gradle.kts": root }, { "docs/x": "2" })).toEqual([
      ":core",
      ":core:api",
      ":docs",
      ":web",
    ]);
  });

  it.each(["test-fixtures", "templates", "vendor"])("may be in a folder named %s", async (folder) => {
    const more = {
      ...files,
      "settings.gradle.kts": `${files["settings.gradle.kts"]}include(":${folder}:one")\nincludeBuild("${folder}/build")\n`,
      [`${folder}/one/build.gradle.kts`]: 'dependencies { api(project(":docs")) }\n',
      [`${folder}/build/settings.gradle`]: "include 'in'\n",
      [`${folder}/build/in/build.gradle`]: "",
      [`${folder}/other/settings.gradle`]: "include computed()\n",
    };
    expect(await impact(more, { "docs/x": "2" })).toEqual([":docs", `:${folder}:one`]);
    expect(await impact(more, { [`${folder}/build/in/x`]: "2" })).toContain(`${folder}/build:in`);
  });

  it("take folders and names from the settings", async () => {
    const settings =
      "include ':core:api', ':web',\n  ':docs'\nproject(':docs').projectDir = new File(rootDir, 'manual')\nproject(':web').name = 'site'\n";
    const moved = { ...files, "settings.gradle.kts": settings, "manual/a": "1" };
    expect(await impact(moved, { "manual/a": "2" })).toEqual([":docs"]);
    expect(await impact(moved, { "web/a": "2" })).toEqual([":site"]);
  });

  it("of a loop over a fixed list are read", async () => {
    const settings =
      '[\'api\', \'spi\'].each { one ->\n include "core-$one"\n project(":core-$one").projectDir = file("core/$one")\n}\n';
    expect(await impact({ ...files, "settings.gradle.kts": settings }, { "core/api/x": "2" })).toEqual([
      ":core-api",
    ]);
  });

  it.each([
    ["names.each { include it }", "it computes which projects the build has"],
    ['include(":a") \n include(found)', "it computes which projects the build has"],
    [
      "rootProject.children.each { it.projectDir = file(it.name) }",
      "it computes the folder or name of a project",
    ],
    ['project(":docs").setProjectDir(file("x"))', "it computes the folder or name of a project"],
    ['project(":docs").setName("x")', "it computes the folder or name of a project"],
    ['findProject(":docs")?.name = named', "it computes the folder or name of a project"],
    [
      'rootProject.children.each { it.name = "x-$' + '{it.name}" }',
      "it computes the folder or name of a project",
    ],
    ['project(":docs").with { name = "x" }', "it computes the folder or name of a project"],
    ['project(names[0]).name = "x"', "it computes the folder or name of a project"],
    ['includeBuild(if (ci) "one" else "two")', "it computes which projects the build has"],
    ['includeBuild("one" + suffix)', "it computes which projects the build has"],
    ['includeBuild("one", "two")', "it computes which projects the build has"],
    [`include(":docs") // ${"x".repeat(600_000)}`, "it is larger than 512 KB"],
    ["includeFlat 'x'", "it includes projects beside its own folder"],
    ["apply from: name", "it applies a script whose name is computed"],
  ])("that cannot be read make everything count: %s", async (settings, rule) => {
    expect(await impact({ ...files, "settings.gradle.kts": settings }, { "docs/x": "2" })).toEqual([
      `ALL: settings.gradle.kts: ${rule}`,
    ]);
  });
});

describe("a catalog of versions", () => {
  const catalog = files["gradle/libs.versions.toml"];
  const bumped = (from: string, to: string) => ({ "gradle/libs.versions.toml": catalog.replace(from, to) });

  it("affects the projects that use a changed entry, and their dependents", async () => {
    expect(await impact(files, bumped('"3.0"', '"3.1"'))).toEqual([
      ":core:api",
      ":web",
      "settings.gradle.kts",
    ]);
    expect(await impact(files, bumped("junit:4", "junit:5"))).toEqual([":docs", "settings.gradle.kts"]);
  });

  it("affects all projects where the root uses the entry", async () => {
    expect(await impact(files, bumped('"2.0"', '"2.1"'))).toEqual([
      ":",
      ":core",
      ":core:api",
      ":docs",
      ":web",
      "settings.gradle.kts",
    ]);
  });

  it.each([
    'dependencyResolutionManagement { defaultLibrariesExtensionName = "deps" }',
    'dependencyResolutionManagement { versionCatalogs { create("deps") { from(files("x")) } } }',
    "dependencyResolutionManagement { versionCatalogs { deps { from(files('x')) } } }",
  ])("affects all projects if its name may be unusual: %s", async (line) => {
    const renamed = { ...files, "settings.gradle.kts": `${files["settings.gradle.kts"]}${line}\n` };
    const all = [":", ":core", ":core:api", ":docs", ":web", "settings.gradle.kts"];
    expect(await impact(renamed, bumped("junit:4", "junit:5"))).toEqual(all);
    const usual = line.replaceAll("deps", "testLibs");
    const kept = { ...files, "settings.gradle.kts": `${files["settings.gradle.kts"]}${usual}\n` };
    const some = line.includes("default") ? all : [":docs", "settings.gradle.kts"];
    expect(await impact(kept, bumped("junit:4", "junit:5"))).toEqual(some);
  });

  it("that cannot be read has no owner", async () => {
    expect(await impact(files, { "gradle/libs.versions.toml": "[" })).toEqual([
      "unowned: gradle/libs.versions.toml",
    ]);
  });
});

describe("plugins of the repository", () => {
  const withLogic = {
    ...files,
    "settings.gradle.kts": `pluginManagement { includeBuild("build-logic") }\n${files["settings.gradle.kts"]}`,
    "build-logic/settings.gradle.kts": "",
    "build-logic/build.gradle.kts": "plugins { `kotlin-dsl` }\n",
    "build-logic/src/main/kotlin/shop.docs.gradle.kts": 'dependencies { "x"(project(":docs")) }\n',
    "web/build.gradle.kts": 'plugins { id("shop.docs") }\n',
  };

  it("affect all projects", async () => {
    expect(await impact(withLogic, { "build-logic/build.gradle.kts": "new" })).toEqual([
      ":",
      ":core",
      ":core:api",
      ":docs",
      ":web",
      "build-logic",
    ]);
  });

  it("bring dependencies to the projects that apply them", async () => {
    expect(await impact(withLogic, { "docs/x": "2" })).toEqual([":docs", ":web"]);
  });

  it("in buildSrc are found without settings", async () => {
    const code = { ...files, "buildSrc/src/main/java/P.java": 'class P { String x = ":docs"; }' };
    expect(await impact(code, { "docs/x": "2" })).toEqual([":", ":core", ":core:api", ":docs", ":web"]);
  });
});

describe("scripts that projects apply", () => {
  const applying = {
    ...files,
    "gradle/java.gradle": "x",
    "web/build.gradle.kts": 'apply(from = rootProject.file("gradle/java.gradle"))',
  };

  it("have to be readable", async () => {
    const large = {
      ...applying,
      "gradle/java.gradle": "x".repeat(600_000),
      "gradle/none.gradle": "'\n".repeat(300),
    };
    expect(await impact(large, { "docs/x": "2" })).toEqual([
      "ALL: gradle/java.gradle: it is larger than 512 KB",
    ]);
  });

  it("belong to these projects", async () => {
    expect(await impact(applying, { "gradle/java.gradle": "y" })).toEqual([":web"]);
    expect(await impact(applying, { "gradle/other.gradle": "y" })).toEqual(["unowned: gradle/other.gradle"]);
  });
});

describe("the settings", () => {
  it("only list projects, or concern all of them", async () => {
    const settings = files["settings.gradle.kts"];
    expect(await impact(files, { "settings.gradle.kts": `${settings}include(":new")\n` })).toEqual([
      ":new",
      "settings.gradle.kts",
    ]);
    expect(await impact(files, { "settings.gradle.kts": `${settings}plugins { id("x") }\n` })).toEqual([
      "unowned: settings.gradle.kts",
    ]);
  });
});

it("other builds are separate, and those of tests are none", async () => {
  const others = {
    ...files,
    "samples/one/settings.gradle": "include 'app'",
    "web/src/test/resources/p/settings.gradle": "include x",
  };
  expect(await impact(others, { "samples/one/app/A.java": "2" })).toEqual(["samples/one:app"]);
  expect(await impact(others, { "web/src/test/resources/p/A.java": "2" })).toEqual([":web"]);
});

describe("the blocks of a script", () => {
  const endsIn = (code: string) => {
    const blocks = new ScriptBlocks(code);
    const ends = [...code.matchAll(/configure/g)].map((found) =>
      blocks.endBehind(found.index + found[0].length),
    );
    return { ends, steps: blocks.steps };
  };

  it("end behind their brackets", () => {
    expect(endsIn("configure(x) { a(1) } b").ends).toEqual([21]);
    expect(endsIn("configure (x) . each <T> { configure } b").ends).toEqual([38, null]);
    expect(endsIn("configure(configure(x))").ends).toEqual([null, null]);
    expect(endsIn("configure.configure.x {}").ends).toEqual([24, 24]);
    expect(endsIn("configure { x").ends).toEqual(["open"]);
  });

  it.each([
    ["nested calls", (times: number) => "configure(".repeat(times) + ")".repeat(times)],
    ["nested blocks", (times: number) => "configure{".repeat(times) + "}".repeat(times)],
    ["a chain of names", (times: number) => "configure.".repeat(times)],
    ["calls that are never closed", (times: number) => "configure(".repeat(times)],
    ["blanks", (times: number) => `configure${" ".repeat(9)}`.repeat(times)],
  ])("take steps in proportion to the length: %s", (_what, written) => {
    const small = written(50);
    const large = written(5_000);
    const stepsFor = (code: string) => endsIn(code).steps / code.length;
    expect(stepsFor(large)).toBeLessThan(1.05 * stepsFor(small));
  });

  it("may be nested as deeply as a script of 500 KB allows", async () => {
    const deep = `${"configure(".repeat(25_000)}${")".repeat(25_000)}`;
    const many = Array.from({ length: 9_000 }, (_, index) => `val v${index} = subprojects`).join("\n");
    const head = { "web/build.gradle.kts": deep, "docs/build.gradle": many };
    expect(await impact({ ...files, ...head }, { "core/api/src/A.kt": "2" })).toEqual([":core:api", ":docs"]);
  });
});
