/** The metrics as a strict reader of the format takes them, whatever names they carry. */
import { describe, expect, it } from "@jest/globals";
import { apiWorld, TOKEN } from "../../../support/api-world.js";
import { readPrometheusText } from "../../../support/prometheus-text.js";
import { failed, landed, passed, submitted } from "../../../support/queue-builder.js";

describe("the metrics", () => {
  it("are families with help, type and series that differ, and histograms that add up", async () => {
    const world = await apiWorld();
    await world.happens(submitted(1), passed("1"), landed(), submitted(2), failed("2"), submitted(3));
    const headers = { "x-api-token": TOKEN };
    const { body } = await world.request("/v1/getMergeQueueMetrics", { headers });
    const families = readPrometheusText(String(body));
    expect(families.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["mq_depth_current", "mq_awaiting_mergeability", "mq_pr_conclusions_1h_total"]),
    );
    for (const { samples } of families) {
      for (const { labels } of samples) {
        expect(labels.get("repo")).toBe("octo/mono");
        expect(labels.get("branch")).toBe("main");
        expect(["main", "bisection"]).toContain(labels.get("queue_type"));
      }
    }
  });
});

describe("the strict reader", () => {
  const FINE = "# HELP a b\n# TYPE a gauge\n";

  it("reads labels with everything that may be in them", () => {
    const [family] = readPrometheusText(`${FINE}a{x="q\\"\\\\\\n",y=""} 1.5e3\na NaN\n`);
    expect(family?.samples.map(({ labels, value }) => [[...labels], value])).toEqual([
      [
        [
          ["x", 'q"\\\n'],
          ["y", ""],
        ],
        1500,
      ],
      [[], Number.NaN],
    ]);
  });

  it.each([
    ["a line without an end", "a 1"],
    ["no help", "# TYPE a gauge\na 1\n"],
    ["no type", "# HELP a b\na 1\n"],
    ["the same series twice", `${FINE}a{x="1"} 1\na{x="1"} 2\n`],
    ["a label that is not escaped", `${FINE}a{x="1\n"} 1\n`],
    ["a value that is none", `${FINE}a one\n`],
    ["a family that comes again", `${FINE}a 1\n# HELP b b\n# TYPE b gauge\nb 1\na{x="1"} 1\n`],
    [
      "a histogram without an end",
      '# HELP h b\n# TYPE h histogram\nh_bucket{le="1"} 1\nh_sum 1\nh_count 1\n',
    ],
    [
      "a histogram that falls",
      '# HELP h b\n# TYPE h histogram\nh_bucket{le="1"} 2\nh_bucket{le="+Inf"} 1\nh_sum 1\nh_count 1\n',
    ],
  ])("refuses %s", (_what, text) => {
    expect(() => readPrometheusText(text)).toThrow();
  });
});
