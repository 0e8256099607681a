/**
 * A small shop with five pull requests: one passes, one breaks the tests only together with the first, one conflicts
 * with the first, one fails alone, and the last passes.
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { git } from "./demo-git.js";
import type { Scenario } from "./queue-reader.js";

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
