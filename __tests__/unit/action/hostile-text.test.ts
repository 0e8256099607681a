/** What is left of anyone's text after it went through the function for its destination. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import {
  forAnnotation,
  forJsonOutput,
  forLog,
  forOutput,
  forSummary,
} from "../../../src/action/hostile-text.js";
import { commandsIn } from "../../support/runner-files.js";

/** Pieces that commands and markup are made of, and what may hide between them. */
const dangerous = fc
  .array(
    fc.constantFrom(
      ...["::", ":", "##[", "##", "#", "[", "]", "set-output name=a", "error", "add-mask", " ", "\t", "x"],
      ...["\n", "\r", "\u200b", "\u00ad", "\u2028", "\ufeff", "\u034f", "\ufe0f", "\u0000", "\u001b[1m"],
      ...["<script>", "</td>", "|", "`", "&lt;", "*", "_", "[a](b)", "https://a.b", "www.a.b", "\ud800", "$"],
    ),
  )
  .map((pieces) => pieces.join(""));

describe("a line of the log", () => {
  it("is one line without a command, whatever it is made of", () => {
    fc.assert(
      fc.property(dangerous, (text) => {
        expect(commandsIn(forLog(text))).toEqual([]);
        expect(forLog(text)).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
      }),
    );
  });

  it.each([
    ["::error::x", ": :error::x"],
    ["  ::error::x", "  : :error::x"],
    ["std::vec", "std::vec"],
    ["##[error]x", "## [error]x"],
    ["###[error]x", "### [error]x"],
    ["a\nb\tc", "a\\nb c"],
    ["a\u200bb", "a\\u{200b}b"],
  ])("%j is written %j", (text, written) => {
    expect(forLog(text)).toBe(written);
  });

  it("is cut off when it is long, never within a character", () => {
    const line = forLog("😀".repeat(5000));
    expect(line).toMatch(/^(?:😀)+…$/u);
    expect(line.length).toBeLessThan(4010);
  });
});

describe("an annotation", () => {
  it("fits into what the runner shows, as one line", () => {
    expect(forAnnotation(`a\n${"x".repeat(10_000)}`)).toMatch(/^a\\nx{3998}…$/);
  });
});

describe("text in the summary", () => {
  it("contains nothing that Markdown or HTML acts on, whatever it is made of", () => {
    fc.assert(
      fc.property(dangerous, (text) => {
        const markdown = forSummary(text);
        expect(markdown).not.toMatch(/[<>|`*[\]\\$~\n]|:\/\/|www\./);
        expect(markdown).not.toMatch(/&(?!#\d+;)/);
      }),
    );
  });

  it("leaves names readable", () => {
    expect(forSummary("TEST_RUN_FAILED //core:lib #12 a-b.c (x) 50%")).toBe(
      "TEST_RUN_FAILED //core:lib #12 a-b.c (x) 50%",
    );
  });

  it("shows the characters it takes the meaning from", () => {
    expect(forSummary("_a_ <b> **c**")).toBe("&#95;a&#95; &#60;b&#62; &#42;&#42;c&#42;&#42;");
  });

  it("is short", () => {
    expect(forSummary("<".repeat(100_000)).length).toBeLessThan(3000);
  });
});

describe("an output", () => {
  it("is one line of well-formed text", () => {
    expect(forOutput("a\r\nb\u2028c\ud800d\u0000e")).toBe("a b c\ufffdd e");
  });

  it("is cut where it is long, and marked there", () => {
    expect(forOutput("é".repeat(4001))).toBe(`${"é".repeat(4000)}…`);
  });

  it("is whole where it is JSON, which has a limit of its own", () => {
    expect(forJsonOutput("x".repeat(4001))).toHaveLength(4001);
  });
});
