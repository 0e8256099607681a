/** Workspaces of Python, .NET, Composer, Dart and Mix. */
import { describe, expect, it } from "@jest/globals";
import { workspacesSource } from "../../../../../src/targets/sources/workspaces/workspaces.js";
import { MemoryTree } from "../../../../support/memory-tree.js";
import { targetsOf } from "../../../../support/targets-answer.js";

type Files = Readonly<Record<string, string>>;

function impact(files: Files, changes: Readonly<Record<string, string | null>>): Promise<readonly string[]> {
  const base = MemoryTree.of(files);
  return targetsOf(workspacesSource(), base, base.with(changes));
}

describe("uv workspaces", () => {
  const project = (name: string, dependencies: string, rest = "") =>
    `[project]\nname = "${name}"\ndependencies = [${dependencies}]\n${rest}`;
  const lock = (anyio: string, ruff = "1") =>
    `version = 1\n[[package]]\nname = "shop"\nsource = { virtual = "." }\ndependencies = [{ name = "ruff" }]\n[[package]]\nname = "core"\nversion = "1"\nsource = { editable = "packages/core" }\ndependencies = [{ name = "httpx" }]\n[[package]]\nname = "web"\nsource = { editable = "packages/web" }\ndependencies = [{ name = "core" }]\n[[package]]\nname = "docs"\nsource = { editable = "packages/docs" }\n[[package]]\nname = "httpx"\nversion = "1"\nsource = { registry = "r" }\ndependencies = [{ name = "anyio" }]\n[[package]]\nname = "anyio"\nversion = "${anyio}"\nsource = { registry = "r" }\n[[package]]\nname = "ruff"\nversion = "${ruff}"\nsource = { registry = "r" }\n`;
  const files = {
    "pyproject.toml": `${project("shop", '"ruff"')}[tool.uv.workspace]\nmembers = ["packages/*"]\nexclude = ["packages/old"]\n`,
    "uv.lock": lock("1"),
    "packages/core/pyproject.toml": project("Core", '"httpx>=1"'),
    "packages/web/pyproject.toml": project(
      "web",
      '"core[extra]~=1"',
      "[tool.uv.sources]\ncore = { workspace = true }\n",
    ),
    "packages/docs/pyproject.toml": project("docs", ""),
    "packages/old/pyproject.toml": project("old", ""),
    "packages/core/a.py": "1",
    "packages/old/a.py": "1",
  };

  it("are closed over requirements", async () => {
    expect(await impact(files, { "packages/core/a.py": "2" })).toEqual(["core", "web"]);
    expect(await impact(files, { "packages/old/a.py": "2" })).toEqual(["old"]);
  });

  it("follow a version in the lock file to the members that get it", async () => {
    expect(await impact(files, { "uv.lock": lock("2") })).toEqual(["core", "uv.lock", "web"]);
  });

  it("compare the manifest of the lock file: what decides builds, and what a root without a project requests", async () => {
    const locked = (manifest: string, ruff = "1") =>
      `${lock("1", ruff).replace('[[package]]\nname = "shop"\nsource = { virtual = "." }\ndependencies = [{ name = "ruff" }]\n', "")}[manifest]\n${manifest}`;
    const from = (manifest: string) => ({
      ...files,
      "pyproject.toml": '[tool.uv.workspace]\nmembers = ["packages/*"]\n',
      "uv.lock": locked(manifest),
    });
    const bounded = 'constraints = [{ name = "anyio", specifier = "<2" }]\n';
    expect(await impact(from('members = ["core"]\n'), { "uv.lock": locked(bounded) })).toEqual(["uv.lock"]);
    for (const text of ['build-constraints = [{ name = "hatchling" }]\n', "unknown = 1\n"]) {
      expect(await impact(from(""), { "uv.lock": locked(text) })).toEqual(["unowned: uv.lock"]);
    }
    for (const requests of [
      'requirements = [{ name = "ruff" }]\n',
      '[manifest.dependency-groups]\ndev = [{ name = "ruff" }]\n',
    ]) {
      expect(await impact(from(requests), { "uv.lock": locked(requests, "2") })).toEqual([
        "unowned: uv.lock",
      ]);
      expect(await impact(from(""), { "uv.lock": locked(requests) })).toEqual(["unowned: uv.lock"]);
    }
  });

  it("count everything for tools at the root and for files that have no owner", async () => {
    expect(await impact(files, { "uv.lock": lock("1", "2") })).toEqual(["unowned: uv.lock"]);
    expect(await impact(files, { "tool.cfg": "2" })).toEqual(["unowned: tool.cfg"]);
    const ruff = { "pyproject.toml": `${files["pyproject.toml"]}[tool.ruff]\nline-length = 1\n` };
    expect(await impact(files, ruff)).toEqual(["unowned: pyproject.toml"]);
  });

  it("that cannot be read make everything count", async () => {
    expect(
      await impact({ ...files, "packages/docs/pyproject.toml": "[" }, { "packages/core/a": "2" }),
    ).toEqual(["ALL: packages/docs/pyproject.toml: it is not TOML"]);
    expect(
      await impact({ ...files, "pyproject.toml": "[tool.uv.workspace]\nmembers = 1\n" }, { x: "" }),
    ).toEqual(["ALL: pyproject.toml: the members of its workspace are not a list"]);
  });
});

describe("Python projects without a workspace", () => {
  const files = {
    "libs/core/pyproject.toml": '[tool.poetry]\nname = "core"\n',
    "libs/web/pyproject.toml":
      '[tool.poetry]\nname = "web"\n[tool.poetry.group.dev.dependencies]\nthe-core = { path = "../core", develop = true }\n',
    "libs/web/poetry.lock": "1",
    "libs/docs/pyproject.toml": '[project]\nname = "docs"\n',
    "libs/core/tests/fixtures/bad/pyproject.toml": "[",
    "libs/core/a.py": "1",
  };

  it("are targets that depend on each other by path", async () => {
    expect(await impact(files, { "libs/core/a.py": "2" })).toEqual(["core", "web"]);
    expect(await impact(files, { "libs/core/tests/fixtures/bad/a.py": "2" })).toEqual(["core", "web"]);
    expect(await impact(files, { "libs/web/poetry.lock": "2" })).toEqual(["web"]);
  });
});

describe(".NET projects", () => {
  const project = (body: string) =>
    `\ufeff<Project Sdk="Microsoft.NET.Sdk"><ItemGroup>${body}</ItemGroup></Project>`;
  const files = {
    "Shop.slnx": '<Solution><Project Path="src/Core/Core.csproj" /></Solution>',
    "Directory.Packages.props":
      '<Project><ItemGroup><PackageVersion Include="Polly" Version="1" /><PackageVersion Include="xunit" Version="1" /></ItemGroup></Project>',
    "src/Directory.Build.props":
      '<Project><Import Project="$(MSBuildThisFileDirectory)../build/Common.props" /></Project>',
    "build/Common.props": "<Project/>",
    "src/Core/Core.csproj": project('<PackageReference Include="polly" />'),
    "src/Web/Web.fsproj": project(
      '<ProjectReference Include="..\\Core\\Core.csproj" /><Compile Include="..\\..\\shared\\*.cs" />',
    ),
    "test/Web.Tests/Web.Tests.vbproj": project(
      '<ProjectReference Include="$(RepoRoot)\\src\\Web\\Web.fsproj" Condition="true" /><PackageReference Include="xunit" />',
    ),
    "docs/Docs.csproj": project(""),
    "shared/A.cs": "1",
  };

  it("are closed over references by path, also with variables and conditions", async () => {
    expect(await impact(files, { "src/Core/A.cs": "2" })).toEqual(["Core", "Web", "Web.Tests"]);
    expect(await impact(files, { "docs/A.cs": "2" })).toEqual(["Docs"]);
  });

  it("depend on every project that a computed reference may mean", async () => {
    const open = { ...files, "docs/Docs.csproj": project('<ProjectReference Include="$(Other)" />') };
    expect(await impact(open, { "src/Core/A.cs": "2" })).toEqual(["Core", "Docs", "Web", "Web.Tests"]);
  });

  it("read code of other folders, and build files above them and imported by these", async () => {
    expect(await impact(files, { "shared/A.cs": "2" })).toEqual(["Web", "Web.Tests"]);
    expect(await impact(files, { "build/Common.props": "<Project></Project>" })).toEqual([
      "Core",
      "Web",
      "Web.Tests",
    ]);
    expect(await impact(files, { "test/Directory.Build.targets": "<Project/>" })).toEqual(["Web.Tests"]);
    expect(await impact(files, { "other/B.cs": "2" })).toEqual(["unowned: other/B.cs"]);
  });

  it("keep code apart that only a property in a folder might mean", async () => {
    const lines = '<None Include="../../$(Icon)" /><Compile Include="$(RepoRoot)/code/*.cs" />';
    const shared = { ...files, "src/Core/Core.csproj": project(lines), "code/A.cs": "1", "icon.png": "1" };
    expect(await impact(shared, { "docs/A.cs": "2" })).toEqual(["Docs"]);
    expect(await impact(shared, { "code/A.cs": "2", "icon.png": "2" })).toEqual(["Core", "Web", "Web.Tests"]);
  });

  const ID = (digit: number) => `{0000000${digit}-0000-0000-0000-00000000000${digit}}`;
  const sln = (more: string, platforms = "", sections = "") =>
    `\ufeff\r\nMicrosoft Visual Studio Solution File, Format Version 12.00\r\nProject("{9A19103F}") = "Core", "src\\Core\\Core.csproj", "${ID(1)}"\r\nEndProject\r\nProject("{9A19103F}") = "Docs", "docs\\Docs.csproj", "${ID(2)}"\r\n${more}EndProject\r\nProject("{2150E333-8FDC-42A3-9474-1A3956D46DE8}") = "items", "items", "${ID(3)}"\r\nEndProject\r\nGlobal\r\n\tGlobalSection(ProjectConfigurationPlatforms) = postSolution\r\n${platforms}\tEndGlobalSection\r\n${sections}EndGlobal\r\n`;
  const order = `\tProjectSection(ProjectDependencies) = postProject\r\n\t\t${ID(1)} = ${ID(1)}\r\n\tEndProjectSection\r\n`;
  const slnx = (body: string) => `<Solution>${body}</Solution>`;

  it.each([
    ["a .sln", "Shop.sln", sln(order)],
    [
      "a .slnx",
      "all/All.slnx",
      slnx(
        '<Folder Name="/docs/"><Project Path="..\\docs\\Docs.csproj"><BuildDependency Project="../src/Core/Core.csproj" /></Project></Folder>',
      ),
    ],
  ])("depend on those that a solution builds before them: %s", async (_what, path, text) => {
    const more = { ...files, [path]: text };
    expect(await impact(more, { "src/Core/A.cs": "2" })).toEqual(["Core", "Docs", "Web", "Web.Tests"]);
  });

  it("are affected by a solution that builds them in another way, and only they", async () => {
    const own = { ...files, "Shop.sln": sln("") };
    expect(await impact(own, { "Shop.sln": sln(order) })).toEqual(["*.slnx", "Core", "Docs"]);
    const platform = `\t\t${ID(2)}.Debug|x64.Build.0 = Debug|x64\r\n`;
    expect(await impact(own, { "Shop.sln": sln("", platform) })).toEqual(["*.slnx", "Docs"]);
    const folders = `\tGlobalSection(NestedProjects) = preSolution\r\n\t\t${ID(1)} = ${ID(3)}\r\n\tEndGlobalSection\r\n`;
    expect(await impact(own, { "Shop.sln": sln("", "", folders) })).toEqual(["*.slnx"]);
    const all = folders.replace("NestedProjects", "SolutionConfigurationPlatforms");
    expect(await impact(own, { "Shop.sln": sln("", "", all) })).toEqual(["unowned: Shop.sln"]);
    const another = slnx('<Project Path="src/Core/Core.csproj" /><Project Path="docs/Docs.csproj" />');
    expect(await impact(files, { "Shop.slnx": another })).toEqual(["*.slnx", "Docs"]);
    expect(await impact(files, { "Shop.slnx": slnx('<Project Path="x/Other.shproj" />') })).toEqual([
      "unowned: Shop.slnx",
    ]);
    expect(await impact(files, { "Shop.slnx": slnx("<Configurations />") })).toEqual(["unowned: Shop.slnx"]);
  });

  it("are affected by a solution that comes or goes as far as it lists them", async () => {
    const part = slnx('<Project Path="Docs.csproj" />');
    expect(await impact(files, { "docs/Docs.slnx": part })).toEqual(["*.slnx", "Docs"]);
    expect(await impact({ ...files, "docs/Docs.slnx": part }, { "docs/Docs.slnx": null })).toEqual([
      "*.slnx",
      "Docs",
    ]);
    expect(await impact({ ...files, "Other.slnx": "<Solution>" }, { "docs/A.cs": "2" })).toEqual([
      "ALL: Other.slnx: it is not well-formed XML",
    ]);
  });

  it("get central versions of the packages that they request", async () => {
    const versions = files["Directory.Packages.props"];
    const bumped = {
      "Directory.Packages.props": versions.replace('xunit" Version="1"', 'xunit" Version="2"'),
    };
    expect(await impact(files, bumped)).toEqual(["*.slnx", "Web.Tests"]);
    const other = { "Directory.Packages.props": versions.replace("<Project>", "<Project><PropertyGroup/>") };
    expect(await impact(files, other)).toEqual(["*.slnx", "Core", "Docs", "Web", "Web.Tests"]);
  });

  it.each(["Condition=\"'$(Old)' == ''\"", 'Label="x"'])(
    "get one of several central versions of a package: %s",
    async (attribute) => {
      const versions = (before: string, version: string) =>
        `<Project><ItemGroup ${before}><PackageVersion Include="Polly" Version="${version}" /></ItemGroup><ItemGroup><PackageVersion Include="polly; other" Condition="a"><Version Condition="b">1</Version></PackageVersion><PackageVersion Remove="xunit" /></ItemGroup></Project>`;
      const central = { ...files, "Directory.Packages.props": versions("", "1") };
      const core = ["*.slnx", "Core", "Web", "Web.Tests"];
      expect(await impact(central, { "Directory.Packages.props": versions("", "2") })).toEqual(core);
      const inner = versions("", "1").replace('Condition="b"', 'Condition="c"');
      expect(await impact(central, { "Directory.Packages.props": inner })).toEqual(core);
      const kept = versions("", "1").replace('<PackageVersion Remove="xunit" />', "");
      expect(await impact(central, { "Directory.Packages.props": kept })).toEqual(["*.slnx", "Web.Tests"]);
      const all = ["*.slnx", "Core", "Docs", "Web", "Web.Tests"];
      expect(await impact(central, { "Directory.Packages.props": versions(attribute, "1") })).toEqual(all);
    },
  );

  it("in folders of tests or templates count, too, as long as they can be built", async () => {
    const more = {
      ...files,
      "test/Fixtures/a/fixtures/F.csproj": project(
        '<ProjectReference Include="../../../../docs/Docs.csproj" />',
      ),
      "src/Core/Core.csproj": project(
        '<ProjectReference Include="../../test/Fixtures/a/fixtures/F.csproj" />',
      ),
      "templates/T.csproj": "<Project>",
    };
    expect(await impact(more, { "docs/A.cs": "2" })).toEqual(["Core", "Docs", "F", "Web", "Web.Tests"]);
  });

  it("that cannot be read make everything count", async () => {
    expect(await impact({ ...files, "docs/Docs.csproj": "<Project>" }, { "src/Core/A.cs": "2" })).toEqual([
      "ALL: docs/Docs.csproj: it is not well-formed XML",
    ]);
  });
});

describe("Composer packages", () => {
  const files = {
    "composer.json":
      '{"name":"a/root","repositories":[{"type":"path","url":"packages/*"}],"autoload":{"psr-4":{"A\\\\":"app/"}},"require":{"a/core":"*"}}',
    "packages/core/composer.json": '{"name":"a/core"}',
    "packages/web/composer.json": '{"name":"a/web","require-dev":{"a/core":"^1"}}',
    "packages/docs/composer.json": '{"name":"a/docs"}',
    "vendor/x/composer.json": "{",
  };

  it("depend on each other by name", async () => {
    expect(await impact(files, { "packages/core/a.php": "2" })).toEqual(["a/core", "a/root", "a/web"]);
    expect(await impact(files, { "packages/docs/a.php": "2" })).toEqual(["a/docs"]);
    expect(await impact(files, { "app/a.php": "2" })).toEqual(["a/root"]);
    expect(await impact(files, { "composer.lock": "2" })).toEqual(["unowned: composer.lock"]);
  });

  it("depend on each other by names in any case, and by those that they replace or provide", async () => {
    const more = {
      ...files,
      "packages/core/composer.json": '{"name":"A/Core","replace":{"a/old":"*"},"provide":{"a/API":"1"}}',
      "packages/docs/composer.json": '{"name":"a/docs","require":{"A/Old":"*"}}',
      "packages/site/composer.json": '{"name":"a/site","require":{"a/api":"*"}}',
    };
    expect(await impact(more, { "packages/core/a.php": "2" })).toEqual([
      "A/Core",
      "a/docs",
      "a/root",
      "a/site",
      "a/web",
    ]);
  });

  it("that cannot be read make everything count", async () => {
    expect(
      await impact({ ...files, "packages/docs/composer.json": "{" }, { "packages/core/a": "2" }),
    ).toEqual(["ALL: packages/docs/composer.json: it cannot be read"]);
  });
});

describe("Dart packages", () => {
  const files = {
    "pubspec.yaml": "name: shop\nworkspace:\n  - packages/core\n  - packages/web\n  - packages/docs\n",
    "packages/core/pubspec.yaml": "name: core\nresolution: workspace\n",
    "packages/web/pubspec.yaml": "name: web\nresolution: workspace\ndependencies:\n  core: ^1.0.0\n",
    "packages/docs/pubspec.yaml": "name: docs\nresolution: workspace\n",
    "apps/one/pubspec.yaml": "name: one\n",
    "apps/one/pubspec_overrides.yaml": "dependency_overrides:\n  docs:\n    path: ../../packages/docs\n",
  };

  it("depend on each other by name, and by path in overrides", async () => {
    expect(await impact(files, { "packages/core/lib/a.dart": "2" })).toEqual(["core", "web"]);
    expect(await impact(files, { "packages/docs/lib/a.dart": "2" })).toEqual(["docs", "one"]);
    expect(await impact(files, { "pubspec.lock": "2" })).toEqual(["unowned: pubspec.lock"]);
  });

  it("that cannot be read make everything count", async () => {
    expect(
      await impact(
        { ...files, "packages/docs/pubspec.yaml": "name: a\n---\nname: b\n" },
        { "packages/core/a": "" },
      ),
    ).toEqual(["ALL: packages/docs/pubspec.yaml: it contains 2 YAML documents, and one is expected"]);
  });
});

describe("Mix projects", () => {
  const app = (name: string, dependencies: string) =>
    `defmodule M do\n  def project, do: [app: :${name}, deps: deps()]\n  defp deps do\n    [${dependencies}]\n  end\nend\n`;
  const lock = (jason: string) =>
    `%{\n  "jason": {:hex, :jason, "${jason}", "hash", [:mix], [], "hexpm", "hash"},\n  "plug": {:hex, :plug, "1", "hash", [:mix], [{:jason, "~> 1", [hex: :jason, repo: "hexpm", optional: false]}], "hexpm", "hash"},\n}\n`;
  const files = {
    "mix.exs": 'defmodule U do\n  def project, do: [apps_path: "apps", deps: []]\nend\n',
    "mix.lock": lock("1"),
    "apps/core/mix.exs": app("core", '{:plug, "~> 1"}'),
    "apps/web/mix.exs": app("web", "{:core, in_umbrella: true}, # {:docs, in_umbrella: true}\n"),
    "apps/docs/mix.exs": app("docs", ""),
    "tools/one/mix.exs": app("one", '{:other, ">= 0.0.0", path: "../../apps/docs"}'),
  };

  it("of an umbrella depend on each other by option, others by path", async () => {
    expect(await impact(files, { "apps/core/lib/a.ex": "2" })).toEqual(["core", "web"]);
    expect(await impact(files, { "apps/docs/lib/a.ex": "2" })).toEqual(["docs", "one"]);
    expect(await impact(files, { "config/config.exs": "2" })).toEqual(["unowned: config/config.exs"]);
  });

  it("follow a version in the lock file", async () => {
    expect(await impact(files, { "mix.lock": lock("2") })).toEqual(["core", "mix.lock", "web"]);
    expect(await impact(files, { "mix.lock": "%{" })).toEqual(["unowned: mix.lock"]);
  });

  it("with computed options may use every other one", async () => {
    const open = { ...files, "apps/web/mix.exs": app("web", "{name(), in_umbrella: true}") };
    expect(await impact(open, { "apps/docs/lib/a.ex": "2" })).toEqual(["docs", "one", "web"]);
    const computed = { ...files, "mix.exs": "def project, do: [apps_path: path()]" };
    expect(await impact(computed, { "apps/docs/lib/a.ex": "2" })).toEqual([
      "ALL: mix.exs: it computes the folder of its applications",
    ]);
  });

  it.each(["name()", "@app", ':"a#{1}"', ":a |> b()"])(
    "with a computed name make everything count: %s",
    async (name) => {
      const computed = { ...files, "apps/core/mix.exs": app("core", "").replace(":core", name) };
      expect(await impact(computed, { "apps/docs/lib/a.ex": "2" })).toEqual([
        "ALL: apps/core/mix.exs: it computes the name of its application",
      ]);
    },
  );

  it("may have their name in an attribute, and options of dependencies are no names", async () => {
    const core = app("core", '{:x, "1", app: false}')
      .replace(":core", "@app")
      .replace("\n", "\n  @app :core\n");
    expect(await impact({ ...files, "apps/core/mix.exs": core }, { "apps/core/lib/a.ex": "2" })).toEqual([
      "core",
      "web",
    ]);
  });
});
