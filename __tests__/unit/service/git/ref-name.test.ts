/** Ref names are judged as git judges them. */
import { spawnSync } from "node:child_process";
import { describe, expect, it } from "@jest/globals";
import { isRefName } from "../../../../src/service/git/list-branches.js";

const NAMES = [
  ..."main|feature/x|a.b|a-b|-a|@|a@b|é🚀|HEAD|a{b|1".split("|"),
  ..."|.a|a.|a..b|a/.b|a//b|/a|a/|a.lock|a.lock/b|a b|a~b|a^b|a:b|a?b|a*b|a[b|a\\b|a@{b|a\tb|a\x7fb".split(
    "|",
  ),
].map((name) => `refs/heads/${name}`);

describe("isRefName", () => {
  it.each(NAMES)("judges %j as git does", (name) => {
    expect(isRefName(name)).toBe(spawnSync("git", ["check-ref-format", name]).status === 0);
  });

  it("refuses names that could be read as something else", () => {
    expect(
      ["main", "--all", "", "refs/heads/a\0b", `refs/heads/${"x".repeat(2000)}`].filter(isRefName),
    ).toEqual([]);
  });
});
