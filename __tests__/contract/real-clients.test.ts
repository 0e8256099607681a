/** Clients that others wrote, against the service on a socket: one made of the OpenAPI document, one that reads metrics. */
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { OpenAPIClientAxios } from "openapi-client-axios";
import parsePrometheusTextFormat from "parse-prometheus-text-format";
import { type HttpServer, listen } from "../../src/service/http/http-server.js";
import { type ApiWorld, apiWorld, TOKEN } from "../support/api-world.js";

const QUEUE = { repo: { host: "github.com", owner: "octo", name: "mono" }, targetBranch: "main" };

let world: ApiWorld;
let door: HttpServer;

beforeEach(async () => {
  world = await apiWorld();
  world.forge.tell(412);
  door = await listen(world.app, { host: "127.0.0.1", port: 0 });
});

afterEach(() => door.close());

async function madeOfDocument() {
  const api = new OpenAPIClientAxios({
    definition: `${door.url}/openapi.json`,
    axiosConfigDefaults: {
      baseURL: `${door.url}/v1`,
      headers: { "x-api-token": TOKEN },
      proxy: false,
      validateStatus: () => true,
    },
  });
  const client = await api.init();
  return async (operation: string, body?: object): Promise<readonly [number, unknown]> => {
    const perform = client[operation];
    if (perform === undefined) throw new Error(`the document has no operation ${operation}`);
    const answer: { readonly status: number; readonly data: unknown } = await perform(undefined, body);
    const { status, data } = answer;
    return [status, data];
  };
}

it("a client made of the OpenAPI document has every operation, and drives the queue with them", async () => {
  const call = await madeOfDocument();
  expect(await call("submitPullRequest", { ...QUEUE, pr: { number: 412 } })).toEqual([200, {}]);
  expect(await call("getSubmittedPullRequest", { ...QUEUE, pr: { number: 412 } })).toMatchObject([
    200,
    { prNumber: 412, isCurrentlySubmittedToQueue: true },
  ]);
  expect(await call("getQueue", QUEUE)).toMatchObject([200, { enqueuedPullRequests: [{ prNumber: 412 }] }]);
  expect(await call("cancelPullRequest", { ...QUEUE, pr: { number: 412 } })).toEqual([200, {}]);
  expect(await call("deleteQueue", { ...QUEUE, targetBranch: "nowhere" })).toMatchObject([
    404,
    { error: { code: "MERGE_QUEUE_NOT_FOUND" } },
  ]);
});

it("a parser of the Prometheus text format reads the metrics", async () => {
  const call = await madeOfDocument();
  await call("submitPullRequest", { ...QUEUE, pr: { number: 412 } });
  const [, data] = await call("getMergeQueueMetrics");
  const families = new Map(
    parsePrometheusTextFormat(String(data)).map((family) => [family.name, family] as const),
  );
  expect([...families.keys()]).toEqual(
    expect.arrayContaining([
      "mq_depth_current",
      "mq_pr_conclusions_1h_total",
      "mq_pr_wait_duration_1h_seconds",
    ]),
  );
  expect(families.get("mq_pr_wait_duration_1h_seconds")?.type).toBe("HISTOGRAM");
  expect(families.get("mq_depth_current")).toMatchObject({
    type: "GAUGE",
    metrics: expect.arrayContaining([
      { value: expect.any(String), labels: { repo: "octo/mono", branch: "main", queue_type: "main" } },
    ]),
  });
});
