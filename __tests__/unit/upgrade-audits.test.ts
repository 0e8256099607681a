/** What is planted among steps, webhooks and log lines is found by the audits of an upgrade. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { Complaints } from "../support/soak/soak-plan.js";
import { auditSteps, auditTold, type Seen } from "../support/upgrade/audit-ends.js";
import { auditLogs } from "../support/upgrade/audit-logs.js";

const AT = "2026-01-01T00:00:00.000Z";
const PULL_REQUEST = {
  number: 1,
  kind: "sound",
  branch: "main",
  target: "a",
  rival: null,
  heads: [],
} as const;

function seen(state: "MERGED" | "FAILED", steps: readonly string[] = []): Seen {
  return { state, timeline: steps.map((step) => ({ timestamp: AT, state: step })) };
}

async function complaintsOfSteps(ended: Seen, now: Seen): Promise<readonly string[]> {
  const complaints = new Complaints();
  const client = {
    ended: new Map([[1, ended]]),
    disturbed: new Set<number>(),
    look: async () => Promise.resolve(now),
  };
  await auditSteps(client, [{ ...PULL_REQUEST, heads: [] }], complaints);
  return complaints.all;
}

function complaintsOfTold(...types: readonly string[]): readonly string[] {
  const complaints = new Complaints();
  const bodies = new Map(types.map((type, id) => [String(id), JSON.stringify({ type, pr_number: 1 })]));
  auditTold({ ended: new Map([[1, seen("MERGED")]]) }, { bodies, differing: [] }, complaints);
  return complaints.all;
}

it("finds an end that is not the one that people saw, and one that comes twice", async () => {
  const right = seen("MERGED", ["MERGED", "TESTING", "PENDING"]);
  expect(await complaintsOfSteps(seen("MERGED"), right)).toEqual([]);
  expect(await complaintsOfSteps(seen("FAILED"), right)).toEqual(["#1 was FAILED, and is MERGED"]);
  const twice = seen("MERGED", ["MERGED", "TESTING", "FAILURE", "TESTING"]);
  expect(await complaintsOfSteps(seen("MERGED"), twice)).toEqual([
    "#1 has these steps: MERGED < TESTING < FAILURE < TESTING",
  ]);
});

it("finds an end that is told twice, or not at all", () => {
  expect(complaintsOfTold("pull_request.testing", "pull_request.merged")).toEqual([]);
  expect(complaintsOfTold("pull_request.testing")).toEqual(["#1 is MERGED, and webhooks told of it 0 times"]);
  expect(complaintsOfTold("pull_request.merged", "pull_request.merged")).toEqual([
    "#1 is MERGED, and webhooks told of it 2 times",
  ]);
});

it("finds errors in logs, and no warnings", async () => {
  const folder = await mkdtemp(join(tmpdir(), "merge-queue-audits-"));
  await writeFile(join(folder, "one.log"), `serves\n{"level":40,"msg":"a"}\n{"level":50,"msg":"b"}\n`);
  const complaints = new Complaints();
  await auditLogs({ folder, processes: [{ name: "one" }] }, complaints);
  expect(complaints.all).toEqual([`one says: {"level":50,"msg":"b"}`]);
  await rm(folder, { recursive: true });
});
