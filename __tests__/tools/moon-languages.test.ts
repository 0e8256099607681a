/** The real moon, where a manifest of another language than JavaScript makes one project depend on another. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { commitId } from "../../src/domain/ids.js";
import { GitRepository } from "../support/git-repository.js";
import { listOf } from "../support/list-of-answer.js";
import { ToolCheckout } from "../support/tool-checkout.js";
import { INSTALLED_TOOLS, putInto } from "./installed-tools.js";

const PATIENCE_MS = 300_000;
const crate = (name: string, uses = "") => `[package]\nname = "${name}"\nversion = "1.0.0"\n${uses}`;
const USES_CORE = crate("docs", '[dependencies]\nshop-core = { path = "../core" }\n');
const FILES = {
  ".gitignore": "node_modules/\n.moon/cache/\n",
  ".moon/workspace.yml": "projects: ['core', 'docs', 'web']\n",
  "Cargo.toml": '[workspace]\nmembers = ["core", "docs"]\n',
  "core/Cargo.toml": crate("shop-core"),
  "core/src/lib.rs": "pub fn core() {}\n",
  "docs/Cargo.toml": crate("docs"),
  "docs/src/lib.rs": "",
  "web/moon.yml": "dependsOn: ['docs']\n",
};
/** Moon 2 downloads its plugin for the language, so only moon 1 infers edges here without a network. */
const VERSIONS = INSTALLED_TOOLS.filter(({ source }) => source.name === "moon").map((tool) => ({
  ...tool,
  files: tool.isOlder ? { ...FILES, ".moon/toolchain.yml": "rust: {}\n" } : FILES,
}));

describe.each(VERSIONS)("$title", ({ files, ...tool }) => {
  let repository: GitRepository;
  let checkout: ToolCheckout;

  async function listAfter(base: Readonly<Record<string, string>>, change: Readonly<Record<string, string>>) {
    const commits = await repository.commits([
      { files: base },
      { parents: [0], files: change },
      { parents: [0, 1], files: change, refs: ["refs/heads/merge"] },
    ]);
    await checkout.git("fetch", "--quiet", "--force", "origin", "+refs/heads/merge:refs/heads/merge");
    const context = await checkout.at(commitId(commits[2] ?? ""));
    return listOf(await tool.source.answer(context), context);
  }

  beforeAll(async () => {
    repository = await GitRepository.create();
    await repository.commit({ files, refs: ["refs/heads/main"] });
    checkout = await ToolCheckout.create(repository);
    await putInto(checkout.folder, tool);
  }, PATIENCE_MS);

  afterAll(async () => {
    await checkout.remove();
    await repository.remove();
  }, PATIENCE_MS);

  it(
    "lists a crate that a manifest begins to use, and the users of one that changes",
    async () => {
      const begins = { "docs/Cargo.toml": USES_CORE };
      expect(await listAfter(files, begins)).toEqual(["core", "docs", "web"]);
      const edited = { "core/src/lib.rs": "pub fn core() { }\n" };
      expect(await listAfter({ ...files, ...begins }, edited)).toEqual(["core", "docs", "web"]);
      expect(await listAfter(files, edited)).toEqual(["core"]);
    },
    PATIENCE_MS,
  );
});
