/** The picture of the line in the job summary: Mermaid that GitHub renders, whatever the titles are. */
import { describe, expect, it } from "@jest/globals";
import { forDiagram } from "../../../src/action/hostile-text.js";
import { aheadPicture, lanePicture } from "../../../src/action/lane-picture.js";
import { markup, rendered } from "../../../src/action/markup.js";
import { Report } from "../../../src/action/report.js";

const asItIs = (text: string) => text;

function line(count: number, title = "A change") {
  return Array.from({ length: count }, (_, index) => ({
    prNumber: index + 1,
    state: index === 0 ? "TESTING" : "PENDING",
    prTitle: title,
  }));
}

function drawn(...[queue, number]: Parameters<typeof lanePicture>): readonly string[] | null {
  const picture = lanePicture(queue, number);
  return picture === null ? null : rendered(picture, asItIs).split("\n");
}

describe("the picture of the line", () => {
  it("leads from the branch to the pull request, which is marked", () => {
    expect(drawn({ mode: "single", branch: "main", entries: line(3) }, 2)).toEqual([
      "",
      "```mermaid",
      "flowchart LR",
      '  n0(["main"])',
      '  n0 --> n1["#35;1 TESTING A change"]',
      '  n1 --> n2["#35;2 PENDING A change"]',
      "  style n2 stroke-width:3px",
      "```",
    ]);
  });

  it("leaves out the middle of a long line, and is absent without a place or in parallel mode", () => {
    const lines = drawn({ mode: "single", branch: "main", entries: line(20) }, 20) ?? [];
    expect(lines).toHaveLength(15);
    expect(lines[4]).toBe('  n0 --> n1["12 more"]');
    expect(lines.at(-3)).toContain("#35;20 PENDING");
    expect(drawn({ mode: "single", entries: line(2) }, 7)).toBeNull();
    expect(drawn({ mode: "single", entries: [{ prNumber: 7, state: "NOT_READY" }] }, 7)).toBeNull();
    expect(drawn({ mode: "parallel", entries: line(2) }, 2)).toBeNull();
  });

  it("has what the pull request waits for where the order shows no lanes, until the line is known", () => {
    const waitsFor = [
      { what: "its tests", why: "are running" },
      { what: "#3", why: "is being tested", prNumber: 3 },
      { what: "#1", why: 'failed "]', prNumber: 1 },
    ];
    const picture = aheadPicture("main", waitsFor, 4);
    expect(picture === null ? null : rendered(picture, asItIs).split("\n")).toEqual([
      "",
      "```mermaid",
      "flowchart LR",
      '  n0(["main"])',
      '  n3["#35;4"]',
      '  n0 --> n1["#35;1 failed #34;#93;"] --> n3',
      '  n0 --> n2["#35;3 is being tested"] --> n3',
      "  style n3 stroke-width:3px",
      "```",
    ]);
    expect(aheadPicture("main", waitsFor.slice(0, 1), 4)).toBeNull();
    const many = Array.from({ length: 20 }, (_, at) => ({ what: `#${at}`, why: "waits", prNumber: at }));
    expect(rendered(aheadPicture("main", many, 40) ?? markup``, asItIs)).toContain('n1["12 more"] --> n10');
    const report = new Report();
    const pictures = () =>
      report.summary(markup`Title`, markup`Done.`).rows.map((row) => rendered(row, asItIs));
    report.fallbackPicture(picture);
    expect(pictures()[0]).toContain('n2["#35;3 is being tested"]');
    report.picture(lanePicture({ mode: "single", entries: line(1) }, 1));
    expect(pictures()).toEqual([expect.stringContaining('n1["#35;1 TESTING A change"]')]);
    report.picture(null);
    report.fallbackPicture(null);
    expect(pictures()).toEqual([]);
  });

  it("takes no title for syntax", () => {
    const title = '"] --> x["`<img src=x>`\n```\n%% click ${a} ## end; 全';
    const lines = drawn({ mode: "single", branch: '"]', entries: line(1, title) }, 1) ?? [];
    expect(lines).toHaveLength(7);
    expect(lines[3]).toBe('  n0(["#34;#93;"])');
    expect(lines[4]).toMatch(/^ {2}n0 --> n1\["[a-zA-Z0-9 .,#;]*"\]$/);
    expect(forDiagram("\ud800全")).toBe("#65533;#20840;");
  });

  it("is below the table, with secrets redacted, until the pull request has left", () => {
    const report = new Report();
    report.row("State", markup`PENDING`);
    report.picture(lanePicture({ mode: "single", entries: line(1, "s3cret") }, 1));
    const redact = (text: string) => text.replaceAll("s3cret", "***");
    const rows = report.summary(markup`Title`, markup`Done.`).rows.map((row) => rendered(row, redact));
    expect(rows[0]).toBe("| State | PENDING |");
    expect(rows[1]).toContain('n1["#35;1 TESTING #42;#42;#42;"]');
    report.picture(null);
    expect(report.summary(markup`Title`, markup`Done.`).rows).toHaveLength(1);
  });
});
