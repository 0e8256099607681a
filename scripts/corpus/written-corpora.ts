/** Small repositories for CI, one for each ecosystem, with the kinds of commits that large ones have. */
import { GitRepository } from "../../__tests__/support/git-repository.js";

type Files = Readonly<Record<string, string>>;

export interface WrittenCorpus {
  readonly name: string;
  readonly repository: GitRepository;
  /** How many of its commits concern everything. */
  readonly expectedAll: number;
}

interface Plan {
  readonly files: Files;
  readonly changes: readonly Files[];
  readonly expectedAll: number;
}

const crate = (name: string, rest = "") =>
  `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2021"\n${rest}`;
const locked = (ms: string) =>
  JSON.stringify({
    name: "fx",
    version: "1.0.0",
    lockfileVersion: 3,
    requires: true,
    packages: {
      "": { name: "fx", version: "1.0.0", workspaces: ["packages/*"] },
      "packages/core": { version: "1.0.0", dependencies: { ms: "^2.0.0" } },
      "packages/ui": { version: "1.0.0", dependencies: { core: "1.0.0" } },
      "packages/docs": { version: "1.0.0" },
      "node_modules/core": { resolved: "packages/core", link: true },
      "node_modules/ui": { resolved: "packages/ui", link: true },
      "node_modules/docs": { resolved: "packages/docs", link: true },
      "node_modules/ms": { version: ms, integrity: `sha512-${ms}` },
    },
  });
const member = (name: string, dependencies: Files = {}) =>
  JSON.stringify({ name, version: "1.0.0", dependencies });
const ROOT =
  "<parent><groupId>g</groupId><artifactId>root</artifactId><version>${revision}</version></parent>";
const project = (artifact: string, parent: string, rest = "") =>
  `<project><modelVersion>4.0.0</modelVersion>${parent}<groupId>g</groupId><artifactId>${artifact}</artifactId>${
    parent === ROOT ? "" : `<version>\${revision}</version>`
  }${rest}</project>`;
const dependency = (artifact: string, rest = "") =>
  `<dependency><groupId>g</groupId><artifactId>${artifact}</artifactId><version>\${project.version}</version>${rest}</dependency>`;

const PLANS: Readonly<Record<string, Plan>> = {
  npm: {
    files: {
      "package.json": JSON.stringify({ name: "fx", version: "1.0.0", workspaces: ["packages/*"] }),
      "package-lock.json": locked("2.1.2"),
      "packages/core/package.json": member("core", { ms: "^2.0.0" }),
      "packages/ui/package.json": member("ui", { core: "1.0.0" }),
      "packages/docs/package.json": member("docs"),
      "README.md": "fx\n",
    },
    changes: [
      { "packages/core/index.js": "1\n" },
      { "packages/docs/index.js": 'read("README.md")\n' },
      { "README.md": "read\n", "CHANGELOG.md": "1\n" },
      { "package-lock.json": locked("2.1.3") },
      { ".github/workflows/stale.yml": "on: schedule\n" },
      { ".github/workflows/test.yml": "on: push\n" },
      { "packages/ui/index.js": "1\n" },
    ],
    expectedAll: 1,
  },
  Cargo: {
    files: {
      "Cargo.toml": '[workspace]\nresolver = "2"\nmembers = ["core", "ui", "docs"]\n',
      "core/Cargo.toml": crate("core"),
      "core/src/lib.rs": "// 1\n",
      "ui/Cargo.toml": crate("ui", '[dependencies]\ncore = { path = "../core" }\n'),
      "ui/src/lib.rs": "// 1\n",
      "docs/Cargo.toml": crate("docs"),
      "docs/src/lib.rs": '#![doc = include_str!("../../GUIDE.md")]\n',
      "GUIDE.md": "1\n",
    },
    changes: [
      { "core/src/lib.rs": "// 2\n" },
      { "GUIDE.md": "2\n" },
      { "docs/Cargo.toml": crate("docs", '[dev-dependencies]\nui = { path = "../ui" }\n') },
      {
        "Cargo.toml":
          '[workspace]\nresolver = "2"\nmembers = ["core", "ui", "docs"]\n[profile.test]\nopt-level = 1\n',
      },
      { "ui/src/lib.rs": "// 2\n" },
    ],
    expectedAll: 1,
  },
  Go: {
    files: {
      "go.work": "go 1.22\nuse (\n\t./core\n\t./app\n\t./docs\n)\n",
      "core/go.mod": "module ex/core\ngo 1.22\n",
      "app/go.mod": "module ex/app\ngo 1.22\nrequire ex/core v1.0.0\n",
      "docs/go.mod": "module ex/docs\ngo 1.22\n",
    },
    changes: [
      { "core/a.go": "package core\n" },
      { "docs/a.go": "package docs\n" },
      { "go.work": "go 1.23\nuse (\n\t./core\n\t./app\n\t./docs\n)\n" },
    ],
    expectedAll: 1,
  },
  Maven: {
    files: {
      "pom.xml": project(
        "root",
        "<parent><groupId>elsewhere</groupId><artifactId>company</artifactId><version>7</version><relativePath/></parent>",
        `<packaging>pom</packaging><properties><revision>1</revision></properties>
        <modules><module>bom</module><module>core</module><module>app</module><module>docs</module></modules>
        <dependencyManagement><dependencies>${dependency("bom", "<type>pom</type><scope>import</scope>")}</dependencies></dependencyManagement>
        <build><plugins><plugin><groupId>elsewhere</groupId><artifactId>checks</artifactId></plugin></plugins></build>
        <profiles><profile><id>more</id><modules><module>demo</module></modules></profile></profiles>`,
      ),
      "bom/pom.xml": project("bom", "", "<packaging>pom</packaging>"),
      "core/pom.xml": project("core", ROOT),
      "app/pom.xml": project("app", ROOT, `<dependencies>${dependency("core")}</dependencies>`),
      "demo/pom.xml": project("demo", ROOT, `<dependencies>${dependency("app")}</dependencies>`),
      "docs/pom.xml": project("docs", ROOT),
    },
    changes: [
      { "core/src/main/java/A.java": "1\n" },
      { "docs/src/main/java/A.java": "1\n" },
      { "CHANGES.md": "1\n" },
      { "docs/pom.xml": project("docs", ROOT, `<dependencies>${dependency("core")}</dependencies>`) },
      { mvnw: "1\n" },
    ],
    expectedAll: 1,
  },
};

/** The caller removes the repositories. */
export async function writtenCorpora(): Promise<readonly WrittenCorpus[]> {
  const corpora: WrittenCorpus[] = [];
  for (const [name, { files, changes, expectedAll }] of Object.entries(PLANS)) {
    const repository = await GitRepository.create();
    await repository.commits([
      { files },
      ...changes.map((change, index) => ({
        parents: [index],
        files: change,
        ...(index === changes.length - 1 ? { refs: ["refs/heads/main"] } : {}),
      })),
    ]);
    corpora.push({ name, repository, expectedAll });
  }
  return corpora;
}
