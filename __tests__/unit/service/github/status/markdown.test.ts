/** Text of others means nothing where it is shown. More of it: `PROPERTY_RUNS=100000`. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { code, cut, link, onOneLine, sentence } from "../../../../../src/service/github/status/markdown.js";
import { countOf } from "../../../../support/test-size.js";

const RUNS = countOf("PROPERTY_RUNS", { reduced: 300, share: 300, full: 100_000 });
const PIECES = [
  ...Array.from("`*_[]()<>|\\~#$&@!-+.:/ \n\t\r\u200b\u202e\u2028\u0000\ud800'\"={}^"),
  ...[
    "@ada",
    "#12",
    "GH-7",
    "https://evil.example",
    "www.evil.example",
    "<img src=x>",
    "<!--",
    "-->",
    "</code>",
  ],
  ...[
    "&lt;",
    "&#96;",
    "1. ",
    "- ",
    "![x](y)",
    "a@b.example",
    "||",
    "\\|",
    "```",
    "word",
    "é",
    "👩‍🔧",
    "acme/shop#3",
  ],
];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 5 })), { maxLength: 12 })
  .map((parts) => parts.join(""));

/** What a reader sees: our own tags and the references taken back. */
function rendered(markdown: string): string {
  return markdown
    .replace(/<\/?code>/g, "")
    .replace(/&#(\d+);/g, (_whole, digits: string) => String.fromCodePoint(Number(digits)));
}

function expectHarmless(markdown: string): void {
  const bare = markdown.replace(/<\/?code>/g, "").replace(/&#\d+;/g, "?");
  expect(bare).not.toMatch(/[`*_[\]<>|\\~#$&@={}^+\n\r]/);
  expect(bare).not.toMatch(/^(?:-|\d+[.)])/);
  expect(rendered(markdown)).not.toMatch(/@[\p{L}\p{N}]|#\d|:\/\/|\bwww\.|\bgh-\d/iu);
  // Tags of ours are never within each other, and all are closed.
  expect(markdown.replace(/<code>[^<>]*<\/code>/g, "")).not.toMatch(/[<>]/);
}

describe("text of others", () => {
  it.each([code, sentence])("means nothing to Markdown, HTML, tables and GitHub: %p", (write) => {
    fc.assert(
      fc.property(hostile, (text) => expectHarmless(write(text))),
      { numRuns: RUNS },
    );
  });

  it("is read as it was written", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const expected = cut(onOneLine(text), 100) || " ";
        expect(rendered(code(text)).replaceAll("\u200b", "")).toBe(expected);
      }),
      { numRuns: RUNS },
    );
  });

  it("is cut between characters", () => {
    expect(cut("👩👩👩", 2)).toBe("👩…");
    expect(sentence("a".repeat(2000))).toHaveLength(1000);
  });

  it.each([
    ["@ada: see #3", "&#64;\u200bada: see &#35;\u200b3"],
    ["a|b", "a&#124;b"],
    ["1. one", "1&#46; one"],
    ["-x", "&#45;x"],
    ["a-b 1.5 (c)", "a-b 1.5 (c)"],
    ["<b>", "&#60;b&#62;"],
    ["https://x.example", "https:\u200b//x.example"],
    ["a\r\nb\u202ec", "a b c"],
  ])("%j becomes %j", (text, markdown) => expect(sentence(text)).toBe(markdown));
});

describe("a sentence of the queue's own", () => {
  it.each([
    ["#1 failed `ci/build`.", "&#35;\u200b1 failed <code>ci/build</code>."],
    ["It `is `odd", "It <code>is</code>odd"],
    ["One ` alone", "One &#96; alone"],
    ["Two `` beside", "Two <code> </code> beside"],
  ])("%j becomes %j", (text, markdown) => expect(sentence(text)).toBe(markdown));
});

describe("a link", () => {
  it("is ended by nothing in its address", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const address = /^\[x\]\((.*)\)$/s.exec(link("x", `https://a.example/${text}`))?.[1] ?? "";
        expect(address).toMatch(/^https:\/\/a\.example\/[\w:/?#&=%.~+,;-]*$/);
      }),
      { numRuns: RUNS },
    );
  });
});
