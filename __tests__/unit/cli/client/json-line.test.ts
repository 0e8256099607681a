/** A JSON document means the same as before, and holds nothing that a terminal or a CI system would obey. */
import { describe, expect, it } from "@jest/globals";
import { jsonLine } from "../../../../src/cli/client/screen.js";

const HOSTILE = {
  title: "a\n::set-output name=x::y\u001b[2J\u009b2J\u2028\u202eb\u{e0001}c",
  "##[error]": "##vso[task] ## heading",
};

describe("jsonLine", () => {
  it("is one line of text that shows as it is written", () => {
    expect(jsonLine(HOSTILE)).toMatch(/^[^\p{Cc}\p{Cf}\u2028\u2029]+\n$/u);
  });

  it("holds no command of a log", () => {
    expect(jsonLine(HOSTILE)).not.toMatch(/##\w*\[/);
  });

  it("means the same", () => {
    expect(JSON.parse(jsonLine(HOSTILE))).toEqual(HOSTILE);
  });
});
