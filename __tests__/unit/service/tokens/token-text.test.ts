/** What a token looks like, and what only looks like one. */
import { describe, expect, it } from "@jest/globals";
import { drawToken, tokenDigest, tokenId } from "../../../../src/service/tokens/token-text.js";

describe("a drawn token", () => {
  it("has a prefix, a public id, 256 bits of chance and a checksum, in letters and digits", () => {
    const { id, token } = drawToken();
    expect(token).toMatch(/^mqt_[0-9A-Za-z]{61}$/);
    expect(token.slice(4, 16)).toBe(id);
    expect(tokenId(token)).toBe(id);
    expect(62n ** 43n > 2n ** 256n).toBe(true);
  });

  it("is another one each time, and uses every letter and digit", () => {
    const drawn = Array.from({ length: 300 }, drawToken);
    expect(new Set(drawn.map(({ id }) => id)).size).toBe(300);
    expect(new Set(drawn.map(({ token }) => token.slice(16, 59))).size).toBe(300);
    expect(new Set(drawn.flatMap(({ token }) => token.slice(4).split(""))).size).toBe(62);
  });

  it("is known by its hash", () => {
    const { token } = drawToken();
    expect(tokenDigest(token)).toMatch(/^[0-9a-f]{64}$/);
    expect(tokenDigest(token)).not.toBe(tokenDigest(drawToken().token));
  });
});

describe("a text", () => {
  const { token } = drawToken();
  const other = (character: string) => (character === "0" ? "1" : "0");

  it("that differs from a token in any one character is none, by its checksum alone", () => {
    for (let place = 4; place < token.length; place += 1) {
      const changed = token.slice(0, place) + other(token.charAt(place)) + token.slice(place + 1);
      expect(tokenId(changed)).toBeNull();
    }
  });

  it.each([
    "",
    "mqt_",
    token.slice(4),
    token.slice(0, -1),
    `${token}0`,
    ` ${token}`,
    `${token}\n`,
    `${token}, ${token}`,
    token.toUpperCase(),
    `mqt_${"é".repeat(61)}`,
    `mqt_${"0".repeat(1_000_000)}`,
    "\0".repeat(65),
    `mqt_${"🔑".repeat(30)}0`,
  ])("such as %.80j is none", (text) => {
    expect(tokenId(text)).toBeNull();
  });
});
