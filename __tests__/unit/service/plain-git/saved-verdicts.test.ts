/** Verdicts are read back as they were saved, or not at all. */
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { testRunId } from "../../../../src/domain/ids.js";
import { SavedVerdicts } from "../../../../src/service/plain-git/saved-verdicts.js";

const RUN = testRunId("00000000-0000-8000-8000-000000000001");
const VERDICT = { repository: "example.com/acme/shop", conclusion: "failure" } as const;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "merge-queue-verdicts-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("a verdict", () => {
  it("outlives the process, until it is removed", async () => {
    await new SavedVerdicts(folder).save(RUN, VERDICT);
    const next = new SavedVerdicts(folder);
    expect(await next.read(RUN)).toEqual(VERDICT);
    for (let times = 0; times < 2; times += 1) await next.remove(RUN);
    expect(await next.read(RUN)).toBeNull();
    expect(await readdir(folder)).toEqual([]);
  });

  it("stands in this process when the disk does not take it", async () => {
    await writeFile(join(folder, "file"), "");
    const verdicts = new SavedVerdicts(join(folder, "file"));
    await expect(verdicts.save(RUN, VERDICT)).rejects.toThrow();
    expect(await verdicts.read(RUN)).toEqual(VERDICT);
  });

  it.each(["", "{", "null", "[]", '{"conclusion":"success"}', '{"repository":"x","conclusion":"fine"}'])(
    "is none when its file says %j",
    async (text) => {
      await writeFile(join(folder, `${RUN}.json`), text);
      expect(await new SavedVerdicts(folder).read(RUN)).toBeNull();
    },
  );
});
