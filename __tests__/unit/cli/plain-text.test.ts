/** Untrusted text keeps its words and loses whatever a terminal or a CI system would obey. */
import { describe, expect, it } from "@jest/globals";
import { plainText } from "../../../src/cli/plain-text.js";

describe("plainText", () => {
  it.each([
    ["a line break", "a\r\n::set-output name=x::y", "a ::set-output name=x::y"],
    ["an escape sequence", "a\u001b[2Jb", "ab"],
    ["a C1 control", "a\u009b2Jb", "ab"],
    ["a sequence inside another", "a\u001b\u001b[0m[2Jb", "a [2Jb"],
    ["a command behind a sequence", "##\u001b[0m[error]y", "# #[error]y"],
    ["a link", "a \u001b]8;;https://evil.example\u0007text\u001b]8;;\u0007", "a text"],
    ["a text that reads backwards", "a\u202eb", "a b"],
    ["a separator of lines", "a\u2028b", "a b"],
    ["a command of a log", "x ##[error]y", "x # #[error]y"],
    ["a command of another log", "##vso[task.setvariable]y", "# #vso[task.setvariable]y"],
    ["a heading", "## Changes (see [1])", "## Changes (see [1])"],
  ])("disarms %s", (_, text, plain) => {
    expect(plainText(text)).toBe(plain);
  });
});
