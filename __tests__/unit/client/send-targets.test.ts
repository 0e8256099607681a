/** Impacted targets as a list, and as everything where a list does not fit. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { allTargetsBody, sendTargets, targetsBody } from "../../../src/client/targets-body.js";
import { aClient, PULL_REQUEST } from "../../support/client-samples.js";
import { answers, answersJson, type Fault, FaultyServer } from "../../support/faulty-server.js";

const servers: FaultyServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(...script: readonly Fault[]): Promise<FaultyServer> {
  const server = await FaultyServer.start(script);
  servers.push(server);
  return server;
}

function targetsOf(server: FaultyServer): readonly string[] {
  return server.requests.map(({ body }) => body.toString().replace(/^.*"impactedTargets":/, ""));
}

const done = answersJson(200, {});
const twoNames = targetsBody(PULL_REQUEST, ["a", "b", "a"]);

describe("sendTargets", () => {
  it("sends a list", async () => {
    const server = await start(done);
    const sent = await sendTargets(aClient(server.apiUrl), PULL_REQUEST, twoNames);
    expect(sent).toMatchObject({ sentAs: "list", why: "fits", count: 2, status: 200, attempts: 1 });
    expect(targetsOf(server)).toEqual(['["a","b"]}']);
  });

  it("sends everything when it is asked to", async () => {
    const server = await start(done);
    const sent = await sendTargets(aClient(server.apiUrl), PULL_REQUEST, allTargetsBody(PULL_REQUEST));
    expect(sent).toMatchObject({ sentAs: "all", why: "asked", count: 0 });
    expect(targetsOf(server)).toEqual(['"ALL"}']);
  });

  it("sends everything in place of a list that is too long", async () => {
    const server = await start(done);
    const tooLong = targetsBody(PULL_REQUEST, ["a", "b"], 10);
    const sent = await sendTargets(aClient(server.apiUrl), PULL_REQUEST, tooLong);
    expect(sent).toMatchObject({ sentAs: "all", why: "tooLarge", count: 1 });
    expect(targetsOf(server)).toEqual(['"ALL"}']);
  });

  it("sends everything after a list that the service finds too long", async () => {
    const server = await start(answers(503), answers(413), done);
    const sent = await sendTargets(aClient(server.apiUrl), PULL_REQUEST, twoNames);
    expect(sent).toMatchObject({ sentAs: "all", why: "refused", count: 2, attempts: 3 });
    expect(targetsOf(server)).toEqual(['["a","b"]}', '["a","b"]}', '"ALL"}']);
  });

  it("sends everything without its cause to a service that does not know causes", async () => {
    const server = await start(answers(400), done);
    const withCause = allTargetsBody(PULL_REQUEST, "the lock file changed");
    const sent = await sendTargets(aClient(server.apiUrl), PULL_REQUEST, withCause);
    expect(sent).toMatchObject({ sentAs: "all", why: "asked", count: 0, attempts: 2 });
    expect(targetsOf(server)).toEqual(['"ALL","cause":"the lock file changed"}', '"ALL"}']);
  });

  it("sends everything once if the service refuses it without a cause", async () => {
    const server = await start(answers(400));
    const sending = sendTargets(aClient(server.apiUrl), PULL_REQUEST, allTargetsBody(PULL_REQUEST));
    await expect(sending).rejects.toMatchObject({ kind: "refused", status: 400 });
    expect(server.requests).toHaveLength(1);
  });

  it("does not go on when everything is too long as well", async () => {
    const server = await start(answers(413));
    const sending = sendTargets(aClient(server.apiUrl), PULL_REQUEST, twoNames);
    await expect(sending).rejects.toMatchObject({ kind: "refused", status: 413 });
    expect(targetsOf(server)).toEqual(['["a","b"]}', '"ALL"}']);
  });

  it("sends nothing more after another refusal", async () => {
    const server = await start(answers(400));
    await expect(sendTargets(aClient(server.apiUrl), PULL_REQUEST, twoNames)).rejects.toMatchObject({
      status: 400,
    });
    expect(server.requests).toHaveLength(1);
  });
});
