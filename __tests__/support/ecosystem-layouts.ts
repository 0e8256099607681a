/** How each of the newer ecosystems writes projects and their uses. */
import { type EcosystemLayout, type Project, specOf } from "./random-ecosystems.js";

const up = (directory: string) => (directory === "" ? "." : directory.replaceAll(/[^/]+/g, ".."));
const joined = (directory: string, file: string) => (directory === "" ? file : `${directory}/${file}`);
const lastOf = (directory: string) => directory.slice(directory.lastIndexOf("/") + 1);
const quoted = (texts: readonly string[]) => texts.map((text) => `"${text}"`).join(", ");
const colons = (directory: string) => `:${directory.replaceAll("/", ":")}`;
const moduleOf = (directory: string) => `m_${directory.replaceAll("/", "_")}`;
const byName = {
  uses: "names",
  seesInner: true,
  usesOuter: false,
  mayRepeatNames: true,
  targetOf: ({ name }: Project) => name,
  importOf: null,
  lock: null,
  lockPath: "",
  lockIsFor: "members",
  root: () => ({}),
} as const satisfies Partial<EcosystemLayout>;

function at(file: string): RegExp {
  return new RegExp(`^(?:(.*)/)?${file.replaceAll(".", "\\.")}$`);
}

const python = (lines: (project: Project) => string): EcosystemLayout => ({
  ...byName,
  manifestPath: at("pyproject.toml"),
  manifest: (project) => ({
    path: joined(project.directory, "pyproject.toml"),
    text: `# ${specOf(project)}\n${lines(project)}`,
  }),
  code: "src/a.py",
  importOf: ({ name }) => `import ${name}`,
});

export const ECOSYSTEM_LAYOUTS: Readonly<Record<string, EcosystemLayout>> = {
  Gradle: {
    ...byName,
    manifestPath: at("build.gradle"),
    manifest: (project) => ({
      path: joined(project.directory, "build.gradle"),
      text: `// ${specOf(project)}\ndependencies {\n${project.uses.map((one) => `  api project('${colons(one)}')\n`).join("")}}\n`,
    }),
    root: (all) => ({
      "settings.gradle": all
        .filter(({ directory }) => directory !== "")
        .map(({ directory }) => `include '${colons(directory)}'\n`)
        .sort()
        .join(""),
    }),
    code: "src/A.java",
    uses: "directories",
    seesInner: false,
    usesOuter: true,
    mayRepeatNames: false,
    targetOf: ({ directory }) => (directory === "" ? ":" : colons(directory)),
  },
  uv: {
    ...python(
      ({ directory, name, uses }) =>
        `[project]\nname = "${name}"\ndependencies = [${quoted(uses)}]\n${directory === "" ? '[tool.uv.workspace]\nmembers = ["*", "*/*"]\n' : ""}`,
    ),
    lockPath: "uv.lock",
    lock: (versions, all) =>
      [
        "version = 1\n",
        ...all.map(
          ({ directory, name }) =>
            `[[package]]\nname = "${name}"\nsource = { editable = "${directory || "."}" }\ndependencies = [${directory === "" ? "" : `{ name = "ext-${name}" }`}]\n`,
        ),
        ...[...versions].map(
          ([name, version]) =>
            `[[package]]\nname = "ext-${name}"\nversion = "${version}"\nsource = { registry = "r" }\n`,
        ),
      ].join(""),
  },
  "setuptools with other names for modules": {
    ...python(
      ({ directory, name, uses }) =>
        `[project]\nname = "${name}"\ndependencies = [${quoted(uses)}]\n[tool.setuptools.package-dir]\n${moduleOf(directory)} = "src"\n`,
    ),
    importOf: ({ directory }) => `import ${moduleOf(directory)}.a`,
  },
  Poetry: {
    ...python(
      ({ directory, name, uses }) =>
        `[tool.poetry]\nname = "${name}"\n[tool.poetry.dependencies]\n${uses.map((one) => `at-${one.replaceAll("/", "-")} = { path = "${up(directory)}/${one}" }\n`).join("")}`,
    ),
    uses: "directories",
  },
  ".NET": {
    ...byName,
    manifestPath: /^(?:(.*)\/)?[^/]+\.csproj$/,
    manifest: (project) => ({
      path: joined(project.directory, `${project.name}.csproj`),
      text: `<Project><!-- ${specOf(project)} --><ItemGroup>${project.uses.map((one) => `<ProjectReference Include="${up(project.directory)}/${one}/${lastOf(one)}.csproj" />`).join("")}</ItemGroup></Project>`,
    }),
    nameOf: lastOf,
    code: "src/A.cs",
    uses: "directories",
  },
  Composer: {
    ...byName,
    manifestPath: at("composer.json"),
    manifest: (project) => ({
      path: joined(project.directory, "composer.json"),
      text: JSON.stringify({
        name: project.name,
        description: specOf(project),
        autoload: { "psr-4": { "A\\": "src/" } },
        require: Object.fromEntries(project.uses.map((one) => [one, "*"])),
      }),
    }),
    code: "src/a.php",
  },
  Dart: {
    ...byName,
    manifestPath: at("pubspec.yaml"),
    manifest: (project) => ({
      path: joined(project.directory, "pubspec.yaml"),
      text: `# ${specOf(project)}\nname: ${project.name}\ndependencies:\n  meta: any\n${project.uses.map((one) => `  ${one}: any\n`).join("")}`,
    }),
    code: "lib/a.dart",
    importOf: ({ name }) => `import 'package:${name}/a.dart';`,
  },
  Mix: {
    ...byName,
    manifestPath: at("mix.exs"),
    manifest: (project) => ({
      path: joined(project.directory, "mix.exs"),
      text: `# ${specOf(project)}\ndefmodule M do\n  def project, do: [app: :${project.name}, deps: deps()]\n  defp deps do\n    [${[...project.uses.map((one) => `{:${one}, ">= 0.0.0"}`), `{:ext_${project.name}, "~> 1"}`].join(", ")}]\n  end\nend\n`,
    }),
    code: "lib/a.ex",
    lockPath: "mix.lock",
    lockIsFor: "root",
    lock: (versions) =>
      `%{\n${[...versions].map(([name, version]) => `  "ext_${name}": {:hex, :ext_${name}, "${version}", "hash", [:mix], [], "hexpm", "hash"},\n`).join("")}}\n`,
  },
};
