/** The files in `deploy/`, and what they have to agree on with the program. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CONFIG, FILE_NAMES } from "../../src/service/settings/layers.js";
import { environmentName } from "../../src/service/settings/setting.js";
import { ROOT } from "./source-files.js";

/** Every variable that the service reads. */
export const VARIABLES: ReadonlySet<string> = new Set([...FILE_NAMES, CONFIG].map(environmentName));

/** Numeric, so that Kubernetes can tell that it is not root. */
export const CONTAINER_USER = 10001;
export const API_PORT = 8080;
/** What a request without a token may ask, to find out whether the service lives. */
export const HEALTH_PATHS: readonly string[] = ["/healthz", "/readyz"];

export function deployFile(path: string): string {
  return readFileSync(join(ROOT, "deploy", path), "utf8");
}

export function deployFiles(): readonly string[] {
  const paths = readdirSync(join(ROOT, "deploy"), { recursive: true, withFileTypes: true });
  return paths
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(ROOT, "deploy/").length));
}

/** As `package.json` has it. */
export function packageJson(): {
  readonly version: string;
  readonly devDependencies: Readonly<Record<string, string>>;
} {
  const read: unknown = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const known: { version: string; devDependencies: Record<string, string> } = {
    version: "",
    devDependencies: {},
  };
  return Object.assign(known, read);
}
