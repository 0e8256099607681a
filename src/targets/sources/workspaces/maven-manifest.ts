/** A `pom.xml`, as far as it says which modules there are and who depends on whom. */
import { ManifestProblem } from "./parsed-files.js";
import { childOf, parseXml, textOfChild, type XmlElement } from "./xml-text.js";

/** Names may hold `${…}`, which only Maven can fill in. */
export interface MavenReference {
  /** Null where it is inherited or left to Maven. */
  readonly group: string | null;
  readonly artifact: string;
}

export interface MavenManifest {
  readonly group: string | null;
  readonly artifact: string;
  /** Directories, or files, beside the manifest. */
  readonly modules: readonly string[];
  /** The parent, dependencies, plugins, extensions: whatever is named anywhere. */
  readonly references: readonly MavenReference[];
}

/** What they name is only said for when somebody else asks for it. */
const MERE_SAYINGS: ReadonlySet<string> = new Set(["exclusions", "exclusion", "distributionManagement"]);

export function parseMavenManifest(text: string): MavenManifest {
  const project = parseXml(text);
  const artifact = textOfChild(project, "artifactId");
  if (project.name !== "project" || artifact === null) throw new ManifestProblem("it names no project");
  const parent = childOf(project, "parent");
  const references: MavenReference[] = [];
  for (const child of project.children) collectReferences(child, references);
  return {
    group: textOfChild(project, "groupId") ?? textOfChild(parent, "groupId"),
    artifact,
    modules: modulesIn(project),
    references,
  };
}

function modulesIn(project: XmlElement): readonly string[] {
  const profiles = childOf(project, "profiles")?.children ?? [];
  return [project, ...profiles].flatMap((element) =>
    ["modules", "subprojects"].flatMap((name) =>
      (childOf(element, name)?.children ?? [])
        .map(({ text }) => text.trim())
        .filter((module) => module !== ""),
    ),
  );
}

function collectReferences(element: XmlElement, references: MavenReference[]): void {
  if (MERE_SAYINGS.has(element.name)) return;
  const artifact = textOfChild(element, "artifactId");
  if (artifact !== null) {
    references.push({
      group: textOfChild(element, "groupId"),
      artifact,
    });
  }
  for (const child of element.children) {
    if (element.name === "dependencyManagement") collectImports(child, references);
    else collectReferences(child, references);
  }
}

/** A managed version is nobody's dependency yet; an import takes in all that another manifest says. */
function collectImports(dependencies: XmlElement, references: MavenReference[]): void {
  for (const dependency of dependencies.children) {
    if (textOfChild(dependency, "scope") === "import") collectReferences(dependency, references);
  }
}
