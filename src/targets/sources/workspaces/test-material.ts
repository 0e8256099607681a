/** Folders whose manifests are input of tests, templates of new projects, or installed packages: no targets. */
const TEST_MATERIAL =
  /(?:^|\/)(?:testdata|test[-_](?:data|assets|projects|resources|fixtures)|fixtures?|__fixtures__|__tests__|src\/[^/]*[Tt]est[^/]*\/resources|src\/main\/resources|templates?|__brick__|node_modules|vendor|\.[^/]+)\//;

export function isTestMaterial(path: string): boolean {
  return TEST_MATERIAL.test(path);
}
