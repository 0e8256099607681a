/** Hostile names stay inside the clone folder, and ordinary ones stay readable. */
import { resolve, sep } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { clonePath } from "../../../../src/service/git/git-adapter.js";

const path = (host: string, owner: string, name: string) => clonePath("/clones", { host, owner, name });

describe("the path of a clone", () => {
  it("is readable for ordinary names", () => {
    expect(path("github.com", "Acme-Inc", "my_shop.js")).toBe("/clones/github.com/acme-inc/my_shop.js.git");
  });

  it.each([
    "..",
    ".",
    "",
    "../../etc",
    "/etc",
    "a/../../b",
    "a\0b",
    "%2e%2e",
    "~",
    "-rf",
    "é\u202e",
    "con\\aux",
  ])("has exactly three steps below the clone folder for the name %j", (hostile) => {
    for (const where of [path(hostile, "o", "n"), path("h", hostile, "n"), path("h", "o", hostile)]) {
      expect(resolve(where)).toBe(where);
      expect(where.split(sep)).toHaveLength(5);
      expect(where).toMatch(/^\/clones\/[a-z0-9%._-]+\/[a-z0-9%._-]+\/[a-z0-9%._-]+\.git$/);
    }
  });

  it("differs for different names, and is the same whatever their case", () => {
    const names = ["..", ".", "", "_", "%2e", "a", "a.", "a/b", "a%2fb", "a.git", "é"];
    expect(new Set(names.map((name) => path("h", "o", name))).size).toBe(names.length);
    expect(path("H", "Owner", "NAME")).toBe(path("h", "owner", "name"));
  });

  it("stays within what file systems allow, however long the name is", () => {
    const [one, other] = [path("h", "o", `${"é".repeat(500)}1`), path("h", "o", `${"é".repeat(500)}2`)];
    expect(one).not.toBe(other);
    for (const step of one.split(sep)) expect(Buffer.byteLength(step)).toBeLessThan(256);
  });
});
