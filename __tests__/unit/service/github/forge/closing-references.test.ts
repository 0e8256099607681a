/** The issues that a description closes, as GitHub reads it. */
import { expect, it } from "@jest/globals";
import { closingReferences } from "../../../../../src/service/github/forge/commit-wording.js";

it.each([
  ["Fixes #12", ["Fixes #12"]],
  ["closes: #1, resolved #2 and FIXED\t#3", ["closes #1", "resolved #2", "FIXED #3"]],
  ["fixes #1, fix #1", ["fixes #1"]],
  ["Close acme/shop#4", ["Close acme/shop#4"]],
  ["Closes https://github.com/acme/shop/issues/5", ["Closes https://github.com/acme/shop/issues/5"]],
  ["<!-- Fixes #1 --> fixes #2 <!-- fixes #3", ["fixes #2"]],
  ["`fixes #1` fixes #2", ["fixes #2"]],
  ["```\nfixes #1\n```\nfixes #2\n~~~\nfixes #3\n```\nfixes #4", ["fixes #2"]],
  ["prefixes #1, fixes#2, fixes #, fixes #1a, see #3", []],
])("%j", (markdown, expected) => {
  expect(closingReferences(markdown)).toEqual(expected);
});

it("are 20 at most, and found in little time in a hostile text", () => {
  const many = Array.from({ length: 500 }, (_, at) => `fixes #${at + 1}`).join("\n");
  expect(closingReferences(many)).toHaveLength(20);
  const hostile = ["<!-", "`", "```\n", "fixes ", "fixes a/", "<!---->"].map((part) => part.repeat(20_000));
  const begun = performance.now();
  for (const text of hostile) expect(closingReferences(text)).toEqual([]);
  expect(performance.now() - begun).toBeLessThan(2000);
});
