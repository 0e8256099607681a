/** What a demo plays: a small shop with five pull requests, or the repository of the user. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { git } from "./demo-git.js";
import type { DemoPullRequest, Scenario } from "./queue-reader.js";

type Files = Readonly<Record<string, string>>;

const PRICE = `export function price(item) {
  return { apple: 1.2, bread: 3.5 }[item];
}
`;

const SHOP: Files = {
  "README.md": "# Shop\n",
  "price.mjs": PRICE,
  "total.mjs": `import * as prices from "./price.mjs";

export function total(items) {
  return items.reduce((sum, item) => sum + prices.price(item), 0);
}
`,
  // Runs every file named *.test.mjs, so that pull requests can add tests.
  "tests/run.mjs": `import { readdirSync } from "node:fs";

await new Promise((resolve) => setTimeout(resolve, 1000)); // simulates a slow test suite
for (const file of readdirSync(new URL(".", import.meta.url)).sort()) {
  if (file.endsWith(".test.mjs")) await import("./" + file);
}
console.log("all tests passed");
`,
  "tests/total.test.mjs": `import assert from "node:assert/strict";
import { total } from "../total.mjs";

assert.equal(total(["apple", "bread"]), 4.7);
`,
};

const CHANGES: readonly { readonly title: string; readonly files: Files }[] = [
  {
    title: "Count money in cents",
    files: {
      "price.mjs": `export function cents(item) {
  return { apple: 120, bread: 350 }[item];
}
`,
      "total.mjs": `import * as prices from "./price.mjs";

export function total(items) {
  return items.reduce((sum, item) => sum + prices.cents(item), 0) / 100;
}
`,
    },
  },
  {
    title: "Print receipts",
    files: {
      "receipt.mjs": `import * as prices from "./price.mjs";

export function receipt(items) {
  return items.map((item) => item + " " + prices.price(item)).join("\\n");
}
`,
      "tests/receipt.test.mjs": `import assert from "node:assert/strict";
import { receipt } from "../receipt.mjs";

assert.equal(receipt(["apple"]), "apple 1.2");
`,
    },
  },
  { title: "Raise the price of bread", files: { "price.mjs": PRICE.replace("3.5", "3.9") } },
  {
    title: "Give ten percent off",
    files: {
      "tests/discount.test.mjs": `import assert from "node:assert/strict";
import { total } from "../total.mjs";

assert.equal(total(["bread"]), 3.15, "bread should cost ten percent less");
`,
    },
  },
  { title: "Say what the shop sells", files: { "README.md": "# Shop\n\nApples and bread.\n" } },
];

/** Creates the repository under `folder`. */
export async function shopScenario(folder: string): Promise<Scenario> {
  const repository = join(folder, "shop.git");
  const desk = join(folder, "desk");
  await mkdir(desk, { recursive: true });
  await git(folder, "init", "--quiet", "--bare", "--initial-branch=main", repository);
  await git(folder, "init", "--quiet", "--initial-branch=main", desk);
  await commit(desk, "Open the shop", SHOP);
  await git(desk, "push", "--quiet", repository, "main");
  for (const [index, { title, files }] of CHANGES.entries()) {
    await git(desk, "checkout", "--quiet", "-B", `change-${index + 1}`, "main");
    await commit(desk, title, files);
    await git(desk, "push", "--quiet", repository, `HEAD:refs/pull/${index + 1}/head`);
  }
  await rm(desk, { recursive: true });
  return {
    repository,
    targetBranch: "main",
    testCommand: "node tests/run.mjs",
    pullRequests: CHANGES.map(({ title }, index) => ({ number: index + 1, title })),
    landing: [1, 5],
  };
}

async function commit(folder: string, message: string, files: Files): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await git(folder, "add", "--all");
  await git(folder, "commit", "--quiet", `--message=${message}`);
}

export interface OwnRepository {
  readonly path: string;
  readonly testCommand: string;
  readonly branches: readonly string[];
  /** Default: the branch checked out in that repository. */
  readonly targetBranch?: string | undefined;
}

/** The repository or a branch that the user named cannot be used. */
export class UnusableRepository extends Error {}

/** A demo on the user's repository. The queue works on a bare copy of it. Throws `UnusableRepository`. */
export async function ownRepositoryScenario(folder: string, own: OwnRepository): Promise<Scenario> {
  const repository = join(folder, "copy.git");
  // Without --no-hardlinks, the copy would change the link count of the original's files.
  await git(
    folder,
    "clone",
    "--quiet",
    "--bare",
    "--no-hardlinks",
    "--",
    resolve(own.path),
    repository,
  ).catch(explained(`--repo ${own.path}: cannot be copied as a git repository`));
  const targetBranch = own.targetBranch ?? (await git(repository, "symbolic-ref", "--short", "HEAD"));
  for (const branch of [targetBranch, ...own.branches]) {
    await git(repository, "rev-parse", "--quiet", "--verify", `refs/heads/${branch}^{commit}`).catch(
      explained(`--repo ${own.path}: has no local branch named ${branch}`),
    );
  }
  const pullRequests: DemoPullRequest[] = [];
  for (const [index, branch] of own.branches.entries()) {
    const number = index + 1;
    await git(repository, "update-ref", `refs/pull/${number}/head`, `refs/heads/${branch}`);
    const title = await git(repository, "log", "-1", "--format=%s", `refs/pull/${number}/head`);
    pullRequests.push({ number, title: `${title} (${branch})` });
  }
  return { repository, targetBranch, testCommand: own.testCommand, pullRequests, landing: null };
}

/** Replaces git's error with one about the option. */
function explained(what: string): (error: unknown) => never {
  return (error) => {
    throw new UnusableRepository(what, { cause: error });
  };
}
