/** GitHub's published examples of webhooks: the intake takes each one, and those that identify something refresh it. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "@jest/globals";
import { isCommitId } from "../../src/domain/ids.js";
import { RepositoryNames } from "../../src/service/github/api/repository-names.js";
import { WANTED_EVENTS } from "../../src/service/github/forge/access-needs.js";
import { readIntakeEvent } from "../../src/service/github/intake/read-event.js";
import { IntakeWorld } from "../support/intake/intake-world.js";
import { isJsonObject, type JsonObject } from "../support/json-object.js";
import { itInCi } from "../support/sized-tests.js";

interface Example {
  readonly event: string;
  readonly payload: JsonObject;
}

const EDITIONS = ["api.github.com", "ghes-35"];
const examples = new Map(EDITIONS.map((edition) => [edition, examplesOf(edition)]));

function examplesOf(edition: string): readonly Example[] {
  const file = createRequire(import.meta.url).resolve(`@octokit/webhooks-examples/${edition}/index.json`);
  const events: unknown = JSON.parse(readFileSync(file, "utf8"));
  if (!Array.isArray(events)) throw new Error(`${file} is not a list`);
  return events.filter(isJsonObject).flatMap(({ name, examples: found }) => {
    const payloads: readonly unknown[] = Array.isArray(found) ? found : [];
    return payloads.filter(isJsonObject).map((payload) => ({ event: String(name), payload }));
  });
}

/** The reading of an event by a service that serves every repository. */
function read({ event, payload }: Example) {
  const surroundings = {
    host: "github.com",
    commandPrefix: "/",
    repositories: { has: () => true },
    now: 0,
    names: new RepositoryNames(),
  };
  return readIntakeEvent({ event, id: "1", payload }, surroundings);
}

function at(payload: JsonObject, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((value, key) => (isJsonObject(value) ? value[key] : undefined), payload);
}

function asObject(value: unknown): JsonObject {
  if (!isJsonObject(value)) throw new Error("the example has no such object");
  return value;
}

const ACTING_ON_PULL = [
  "synchronize",
  "edited",
  "closed",
  "reopened",
  "converted_to_draft",
  "ready_for_review",
];

/** What GitHub's documentation makes of an event, read without the service: the subjects, in words. */
function subjectsOf({ event, payload }: Example): readonly string[] {
  const action = payload["action"];
  const pull = `pull request ${String(at(payload, "pull_request.number"))} on ${String(at(payload, "pull_request.base.ref"))}`;
  const ref = String(payload["ref"]);
  switch (event) {
    case "push":
      return ref.startsWith("refs/heads/") ? [`tip of ${ref.replace("refs/heads/", "")}`] : [];
    case "pull_request": {
      const before = at(payload, "changes.base.ref.from");
      const old = typeof before === "string" ? [pull.replace(/ on .*/, ` on ${before}`)] : [];
      return ACTING_ON_PULL.some((one) => one === action) ? [pull, ...old] : [];
    }
    case "pull_request_review":
    case "pull_request_review_thread":
      return [pull];
    case "repository": {
      const before = at(payload, "changes.default_branch.from");
      return typeof before === "string" ? [`tip of ${before}`] : [];
    }
    case "status":
      return payload["state"] === "pending" ? [] : [`checks of ${String(payload["sha"])}`];
    case "check_run":
    case "check_suite":
    case "workflow_run":
      return action === "completed" ? [`checks of ${String(at(payload, `${event}.head_sha`))}`] : [];
    default:
      return [];
  }
}

function refreshed(example: Example): readonly string[] {
  const outcome = read(example);
  if (outcome === null) return [];
  if ("problem" in outcome) return [outcome.problem];
  return outcome.refreshes.map((refresh) => {
    switch (refresh.kind) {
      case "tip":
        return `tip of ${refresh.name.targetBranch}`;
      case "pullRequest":
        return `pull request ${refresh.pullRequest} on ${refresh.name.targetBranch}`;
      case "checks":
        return `checks of ${refresh.of.headSha}`;
    }
  });
}

describe.each(EDITIONS)("the examples of %s", (edition) => {
  const all = examples.get(edition) ?? [];

  it("refresh what they identify, and nothing else", () => {
    const wrong = all.flatMap((example) => {
      const [found, expected] = [refreshed(example), subjectsOf(example)];
      const isSame = JSON.stringify(found) === JSON.stringify(expected);
      return isSame ? [] : [{ event: example.event, action: example.payload["action"], found, expected }];
    });
    expect(wrong).toEqual([]);
    expect(all.length).toBeGreaterThan(100);
  });
});

describe("the examples of github.com", () => {
  const all = examples.get("api.github.com") ?? [];

  it("contain each event that the service subscribes to, and something to refresh by all but comments", () => {
    const acting = new Set(all.filter((example) => refreshed(example).length > 0).map(({ event }) => event));
    const silent = WANTED_EVENTS.filter((event) => !acting.has(event));
    expect(silent).toEqual(["issue_comment"]);
    expect(all.some(({ event }) => event === "issue_comment")).toBe(true);
  });

  it("name a full commit wherever checks are read", () => {
    const shas = all.flatMap(refreshed).filter((words) => words.startsWith("checks of "));
    expect(shas.every((words) => isCommitId(words.replace("checks of ", "")))).toBe(true);
    expect(shas.length).toBeGreaterThan(5);
  });

  it("have clicks on a check run, which are commands if the check run is the queue's", () => {
    const clicks = all.filter(({ event, payload }) => {
      const action = payload["action"];
      return event === "check_run" && (action === "rerequested" || action === "requested_action");
    });
    expect(clicks.length).toBeGreaterThan(0);
    for (const { event, payload } of clicks) {
      expect(read({ event, payload })).toBeNull();
      const check_run = { ...asObject(payload["check_run"]), name: "Merge Queue", external_id: "a-b/7#12" };
      const requested_action = { identifier: "cancel" };
      const ours = read({ event, payload: { ...payload, check_run, requested_action } });
      const { login } = asObject(payload["sender"]);
      expect(ours).toMatchObject({
        command: { command: { pullRequest: 12, by: { login }, trigger: { kind: "checkRun" } } },
      });
    }
  });

  it("lose no member that is not needed: each is read the same with every other member taken out", () => {
    for (const example of all.filter((one) => refreshed(one).length > 0)) {
      const kept = ["action", "ref", "after", "sha", "state", "branches", "repository", "changes", "sender"];
      const isKept = ([key]: readonly [string, unknown]) =>
        kept.includes(key) || key === example.event || key === "pull_request";
      const payload = Object.fromEntries(Object.entries(example.payload).filter(isKept));
      expect(refreshed({ ...example, payload })).toEqual(refreshed(example));
    }
  });

  itInCi("are answered without a failure when they arrive over HTTP", async () => {
    const world = await IntakeWorld.create();
    try {
      const failed: string[] = [];
      for (const { event, payload } of all) {
        const repository = { id: 1, name: "mono", owner: { login: "octo" } };
        const status = await world.send({ event, payload: { ...payload, repository } });
        if (![200, 202, 204].includes(status))
          failed.push(`${event} ${String(payload["action"])}: ${status}`);
      }
      expect(failed).toEqual([]);
    } finally {
      await world.close();
    }
  });
});
