/** The file between two jobs, of which the second trusts nothing that the first could have been made to write. */
import { describe, expect, it } from "@jest/globals";
import { type HandOver, handOverText, parseHandOver } from "../../../src/targets/hand-over.js";

const COMMIT = "1".repeat(40);
const HAND_OVER: HandOver = {
  tool: "merge-queue 0.1.0",
  from: "workspaces",
  targetBranch: "main",
  headSha: COMMIT,
  compared: { base: "2".repeat(40), head: "3".repeat(40) },
  targets: { kind: "list", names: ["core", "a\nb", "__proto__"] },
};

describe("a handed-over file", () => {
  it.each<[string, HandOver]>([
    ["names", HAND_OVER],
    [
      "everything",
      { ...HAND_OVER, targets: { kind: "all", cause: { subject: "a", rule: "b", hint: null } } },
    ],
    ["no branch, as older versions wrote it", { ...HAND_OVER, targetBranch: null }],
    ["nothing that was compared", { ...HAND_OVER, compared: null }],
  ])("reads as it was written, with %s", (_what, handOver) => {
    expect(parseHandOver(handOverText(handOver))).toEqual(handOver);
  });

  it.each<[string, object]>([
    ["another format", { format: "merge-queue-impacted-targets/2" }],
    ["no targets", { impactedTargets: undefined }],
    ["an empty list", { impactedTargets: [] }],
    ["an empty name", { impactedTargets: ["a", ""] }],
    ["a name that is no text", { impactedTargets: ["a", 1] }],
    ["another word for everything", { impactedTargets: "all" }],
    ["everything without a reason", { impactedTargets: "ALL", reason: undefined }],
    ["a head that is no commit", { headSha: "main" }],
    ["a base that is no commit", { compared: { base: "--output=x", head: COMMIT } }],
    ["no word about what was compared", { compared: undefined }],
    ["a branch that is no text", { targetBranch: 1 }],
    ["no tool", { tool: undefined }],
  ])("is refused with %s", (_what, change) => {
    const text = JSON.stringify({ ...JSON.parse(handOverText(HAND_OVER)), ...change });
    expect(() => parseHandOver(text)).toThrow(expect.objectContaining({ name: "HandOverError" }));
  });

  it.each(["", "[]", "null", "7", "{"])("is refused as %j", (text) => {
    expect(() => parseHandOver(text)).toThrow(expect.objectContaining({ name: "HandOverError" }));
  });
});
