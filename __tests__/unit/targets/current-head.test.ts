/** Where a pull request stands, beside refs that look alike. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { currentHead } from "../../../src/action/newer-head.js";
import type { CommitId } from "../../../src/domain/ids.js";
import { GitRepository } from "../../support/git-repository.js";

let repository: GitRepository;
let head: CommitId;

beforeAll(async () => {
  repository = await GitRepository.create();
  head = await repository.commit({ files: { a: "1" }, refs: ["refs/pull/5/head"] });
  await repository.commit({
    files: { a: "2" },
    refs: ["refs/heads/refs/pull/5/head", "refs/heads/refs/pull/6/head"],
  });
});

afterAll(async () => repository.remove());

async function headOf(number: number, url = `file://${repository.folder}`): Promise<string | null> {
  return currentHead({ url, token: null }, number, new AbortController().signal);
}

it("is that of the ref of that very name", async () => {
  expect(await headOf(5)).toBe(head);
});

it("is not known without such a ref, or without a forge", async () => {
  expect([await headOf(6), await headOf(5, "file:///nowhere")]).toEqual([null, null]);
});
