/** The request body of impacted targets, compared byte for byte with what JSON.stringify writes. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { allTargetsBody, TargetsBodyBuilder, targetsBody } from "../../../src/client/targets-body.js";
import { MAX_BODY_BYTES } from "../../../src/contract/limits.js";
import { QUEUE } from "../../support/client-samples.js";

const ENVELOPE = { ...QUEUE, pr: { number: 412, sha: "5b1d".repeat(10) } };
const EMPTY_BYTES = byteLengthOf([]);

function jsonOf(impactedTargets: readonly string[] | "ALL"): string {
  return JSON.stringify({ ...ENVELOPE, impactedTargets });
}

function byteLengthOf(names: readonly string[]): number {
  return Buffer.byteLength(jsonOf(names));
}

function textOf(body: Uint8Array): string {
  return Buffer.from(body).toString();
}

describe("targetsBody", () => {
  it("writes what JSON.stringify writes, each name once", () => {
    const aName = fc.oneof(
      fc.string({ unit: "binary", maxLength: 12 }),
      fc.constantFrom(
        "",
        "a",
        "b",
        '"',
        "\\",
        "\n",
        "\u0000",
        "\u007f",
        "é",
        "\u{1F600}",
        "\uD800",
        "\uDC00x",
      ),
    );
    fc.assert(
      fc.property(fc.array(aName, { maxLength: 80 }), (names) => {
        const distinct = [...new Set(names)].filter((name) => name !== "");
        const built = targetsBody(ENVELOPE, names);
        expect([textOf(built.body), built.kind, built.count]).toEqual([
          jsonOf(distinct),
          "list",
          distinct.length,
        ]);
      }),
    );
  });

  it("decides on the exact bytes", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ unit: "binary", minLength: 1 })), fc.nat(200), (names, more) => {
        const limit = EMPTY_BYTES + more;
        const kind = byteLengthOf(names) <= limit ? "list" : "all";
        expect(targetsBody(ENVELOPE, names, limit).kind).toBe(kind);
      }),
    );
  });

  it("sends 20971520 bytes as a list", () => {
    const names = namesOf(MAX_BODY_BYTES);
    const built = targetsBody(ENVELOPE, names);
    expect([built.kind, built.count, built.body.byteLength]).toEqual(["list", names.length, 20_971_520]);
    expect(textOf(built.body) === jsonOf(names)).toBe(true);
  });

  it("sends everything for one byte more", () => {
    const names = namesOf(MAX_BODY_BYTES + 1);
    const built = targetsBody(ENVELOPE, names);
    expect({ ...built, body: textOf(built.body) }).toEqual({
      kind: "all",
      why: "tooLarge",
      body: jsonOf("ALL"),
      count: names.length,
    });
  });

  it("does not count repetitions", () => {
    const names = namesOf(MAX_BODY_BYTES);
    expect(targetsBody(ENVELOPE, [...names, ...names, ""]).kind).toBe("list");
  });

  it("keeps no names apart that differ in one character", () => {
    const names = Array.from({ length: 50_000 }, (_, index) => String.fromCodePoint(0x10_000 + index));
    expect(targetsBody(ENVELOPE, [...names, ...names]).count).toBe(names.length);
  });

  it("reads no further than it must", () => {
    let read = 0;
    const endless = (function* () {
      for (;;) yield `//target:${read++}`;
    })();
    const built = targetsBody(ENVELOPE, endless, EMPTY_BYTES + 100);
    expect([built.kind, built.count, read]).toEqual(["all", 8, 8]);
  });

  it("refuses one name that is longer than everything may be", () => {
    const built = targetsBody(ENVELOPE, ["a", "x".repeat(MAX_BODY_BYTES + 1)]);
    expect([built.kind, built.count]).toEqual(["all", 2]);
  });

  it("leaves an empty list empty", () => {
    const built = targetsBody(ENVELOPE, ["", ""]);
    expect([built.kind, built.count, textOf(built.body)]).toEqual(["list", 0, jsonOf([])]);
  });

  it("carries nothing of the envelope but what the contract names", () => {
    const wider = { ...ENVELOPE, impactedTargets: ["x"], secret: "y" };
    expect(textOf(targetsBody(wider, ["a"]).body)).toBe(jsonOf(["a"]));
  });
});

describe("TargetsBodyBuilder", () => {
  it("goes on saying no once the list is too long", () => {
    const builder = new TargetsBodyBuilder(ENVELOPE, EMPTY_BYTES + 3);
    expect([builder.add("a"), builder.add("a"), builder.add("b"), builder.add("a"), builder.add("")]).toEqual(
      [true, true, false, false, false],
    );
    expect(builder.finish()).toMatchObject({ kind: "all", why: "tooLarge", count: 2 });
  });
});

describe("allTargetsBody", () => {
  it("says ALL", () => {
    const { kind, body } = allTargetsBody(ENVELOPE);
    expect([kind, textOf(body)]).toEqual(["all", jsonOf("ALL")]);
  });

  it("has the cause in at most 500 characters, whatever is in it", () => {
    const cause = `"\n\u0000${"x".repeat(496)}\ud83d\ude00`;
    const { body } = allTargetsBody(ENVELOPE, cause);
    const sent: unknown = JSON.parse(textOf(body));
    expect(sent).toEqual({ ...ENVELOPE, impactedTargets: "ALL", cause: `${cause.slice(0, 499)}\ufffd` });
  });
});

/** Different names whose body has exactly so many bytes. */
function namesOf(bytes: number): readonly string[] {
  const names = Array.from(
    { length: 1000 },
    (_, index) => `${String(index).padStart(4, "0")}${"x".repeat(20_000)}`,
  );
  const rest = bytes - byteLengthOf(names) - 3;
  return [...names, "y".repeat(rest)];
}
