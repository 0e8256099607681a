/** A Gradle build as read from its settings: its projects, the builds that it includes, and its scripts. */
import type { TreeEntry } from "../../../tree.js";
import type { Parsed } from "../parsed-files.js";
import type { GradleScript } from "./gradle-script.js";

export type Scripts = ReadonlyMap<string, Parsed<GradleScript>>;

export interface GradleProject {
  /** `:a:b`; `:` for the project at the root of its build. */
  readonly path: string;
  readonly directory: string;
}

export interface GradleBuild {
  readonly root: string;
  readonly projects: readonly GradleProject[];
  /** Its settings, or a build file without settings. */
  readonly manifest: string;
  /** Its projects may use any entry of a catalog under another name. */
  readonly renamesCatalogs: boolean;
}

/** A build with everything that it includes. */
export interface CompositeBuild {
  readonly main: GradleBuild;
  readonly included: readonly GradleBuild[];
}

export interface GradleFiles {
  readonly scripts: Scripts;
  /** Code of plugins in included builds. */
  readonly sources: Scripts;
  readonly entries: ReadonlyMap<string, TreeEntry>;
}
