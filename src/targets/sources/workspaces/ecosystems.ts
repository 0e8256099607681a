/** Every ecosystem whose workspaces are read: add a line here for another. Called once per answer. */
import { cargoEcosystem } from "./cargo-workspaces.js";
import type { Ecosystem } from "./ecosystem.js";
import { goEcosystem } from "./go-modules.js";
import { mavenEcosystem } from "./maven-modules.js";
import { nodeEcosystem } from "./node-workspaces.js";

export const ECOSYSTEMS: readonly (() => Ecosystem)[] = [
  nodeEcosystem,
  cargoEcosystem,
  goEcosystem,
  mavenEcosystem,
];
