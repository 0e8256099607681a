/** What real Bazel answers to our queries. No package brings it, so that it is asked only where it is on the PATH. */
import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { bazelSource } from "../../src/targets/sources/bazel.js";
import {
  BAZEL_PULL_REQUESTS,
  type BazelPackages,
  type BazelPullRequest,
  bazelPackages,
} from "../support/bazel-packages.js";
import { describeIfThere } from "../support/if-there.js";
import { listOf } from "../support/list-of-answer.js";
import { ToolCheckout } from "../support/tool-checkout.js";

/** A busy machine takes its time, and nothing here is about time. */
const PATIENCE_MS = 300_000;
const CASES = Object.entries(BAZEL_PULL_REQUESTS) as [
  BazelPullRequest,
  (typeof BAZEL_PULL_REQUESTS)[BazelPullRequest],
][];

describeIfThere("bazel", () => {
  let bazel: BazelPackages;
  let checkout: ToolCheckout;

  beforeAll(async () => {
    bazel = await bazelPackages();
    checkout = await ToolCheckout.create(bazel.repository);
  });

  afterAll(async () => {
    spawnSync("bazel", ["shutdown"], { cwd: checkout.folder });
    await checkout.remove();
    await bazel.repository.remove();
  }, PATIENCE_MS);

  it.each(CASES)(
    "%s: at least what has to be in the list is",
    async (name, { expected }) => {
      const context = await checkout.at(bazel.merges.get(name) ?? "");
      const list = listOf(await bazelSource().answer(context), context);
      if (expected === "ALL" || typeof list === "string") expect(String(list).slice(0, 3)).toBe(expected);
      else expect(list).toEqual(expect.arrayContaining([...expected]));
    },
    PATIENCE_MS,
  );

  it(
    "leaves what has nothing to do with the change out",
    async () => {
      const context = await checkout.at(bazel.merges.get("file of core edited") ?? "");
      expect(listOf(await bazelSource().answer(context), context)).toEqual(
        [...BAZEL_PULL_REQUESTS["file of core edited"].expected, "//core:extra"].sort(),
      );
    },
    PATIENCE_MS,
  );
});
