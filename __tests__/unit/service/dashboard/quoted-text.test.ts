/** Sentences on pages: names as code, and the estimate as times that the script shows in the reader's time zone. */
import { expect, it } from "@jest/globals";
import { QuotedText } from "../../../../src/service/dashboard/views/quoted-text.js";

const AT = Date.UTC(2026, 0, 2, 14, 20, 30);
const MINUTE_MS = 60_000;

function shown(text: string, range: readonly [from: number, until: number] | null): string {
  const expected = range === null ? null : { from: range[0], middle: range[0], until: range[1] };
  const rendered: { toString(): string } = QuotedText({ text, expected });
  return rendered.toString();
}

function time(minute: string, text: string): string {
  const exact = `2026-01-02T14:${minute}:00.000Z`;
  return `<time datetime="${exact}" title="${exact}" data-relative="hour">${text}</time>`;
}

it("shows both ends of the estimate as times, and a name that looks like one as a name", () => {
  const expected = [AT, AT + 24 * MINUTE_MS] as const;
  expect(shown("Third in `14:20 to 14:45 UTC`. Expected 14:20 to 14:45 UTC. `<b>`", expected)).toBe(
    `Third in <code>14:20 to 14:45 UTC</code>. Expected ${time("20", "14:20")} to ${time("45", "14:45 UTC")}. <code>&lt;b&gt;</code>`,
  );
});

it("shows one time where both ends are one minute, and a sentence without its estimate as it is", () => {
  const expected = [AT, AT] as const;
  expect(shown("Expected 14:20 to 14:21 UTC.", expected)).toBe(
    `Expected ${time("20", "14:20")} to ${time("21", "14:21 UTC")}.`,
  );
  const exact = AT - 30_000;
  expect(shown("Expected 14:20 UTC.", [exact, exact])).toBe(`Expected ${time("20", "14:20 UTC")}.`);
  expect(shown("It is paused since 11:40 UTC.", expected)).toBe("It is paused since 11:40 UTC.");
  expect(shown("Expected 14:20 UTC.", null)).toBe("Expected 14:20 UTC.");
});
