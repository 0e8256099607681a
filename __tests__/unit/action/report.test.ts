/** Outputs and summary as they grow. */
import { describe, expect, it } from "@jest/globals";
import { joined, markup, rendered } from "../../../src/action/markup.js";
import { compactJson, Report } from "../../../src/action/report.js";

const asItIs = (text: string) => text;

describe("a report", () => {
  it("has every output, those that are not known as empty text", () => {
    const report = new Report();
    report.set({ state: "MERGED", attempts: 2, "is-final": true });
    const outputs = Object.fromEntries(report.outputs());
    expect(outputs).toMatchObject({ state: "MERGED", attempts: "2", "is-final": "true", reason: "" });
    expect(Object.keys(outputs)).toHaveLength(23);
  });

  it("replaces and removes rows in their place", () => {
    const report = new Report();
    report.row("State", markup`PENDING`);
    report.row("Position", markup`2`);
    report.row("Queue", markup`RUNNING`);
    report.row("State", markup`MERGED`);
    report.row("Position", null);
    const { head, rows } = report.summary(markup`Title`, markup`Done.`);
    expect([head, ...rows].map((line) => rendered(line, asItIs))).toEqual([
      "### Title\n\nDone.\n\n| | |\n| --- | --- |",
      "| State | MERGED |",
      "| Queue | RUNNING |",
    ]);
  });
});

describe("markup", () => {
  it("escapes texts and leaves markup in markup alone", () => {
    const inner = joined([markup`**${"<a>"}**`, markup`${2}`], "<br>");
    expect(rendered(markup`x ${inner} | ${"|"}`, asItIs)).toBe("x **&#60;a&#62;**<br>2 | &#124;");
  });

  it("redacts a text before it is escaped or cut", () => {
    const long = `${"x".repeat(495)}<secret>`;
    const redact = (text: string) => text.replaceAll("<secret>", "***");
    expect(rendered(markup`${long}`, redact)).toBe(`${"x".repeat(495)}&#42;&#42;&#42;`);
  });
});

describe("an answer as an output", () => {
  it.each([
    ['{ "a": [1,\n 2] }', '{"a":[1,2]}'],
    ["", ""],
    ["not\njson", '"not\\njson"'],
  ])("%j is %j", (text, json) => {
    expect(compactJson(text)).toBe(json);
  });

  it("is its beginning when it is long, and still JSON", () => {
    const json = compactJson(JSON.stringify("x".repeat(200_000)));
    expect(json.length).toBeLessThan(20_000);
    expect(JSON.parse(json)).toEqual({ truncated: true, beginning: `"${"x".repeat(16_383)}` });
  });
});
