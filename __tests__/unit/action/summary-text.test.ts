/** What is left of a summary that is larger than the runner takes. */
import { describe, expect, it } from "@jest/globals";
import { summaryWithin } from "../../../src/action/runtime.js";

const LINES = ["head", "| a | 1 |", `| long | ${"é".repeat(500)} |`, "| b | 2 |"];
const all = `${LINES.join("\n")}\n\n`;

describe("a summary", () => {
  it("is whole where it fits", () => {
    expect(summaryWithin(2000, LINES)).toEqual({ markdown: all, omitted: 0 });
  });

  it("lacks the lines that do not fit, counted in bytes, and says so", () => {
    const { markdown, omitted } = summaryWithin(800, LINES);
    expect(omitted).toBe(1);
    expect(markdown).toMatch(/^head\n\| a \| 1 \|\n\| b \| 2 \|\n\| … \| .* \|\n\n$/);
    expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(800);
  });

  it("is nothing where not even its head fits", () => {
    expect(summaryWithin(10, LINES)).toEqual({ markdown: "", omitted: 4 });
  });
});
