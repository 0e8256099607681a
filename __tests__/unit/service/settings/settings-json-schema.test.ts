/** The published schema and the reader agree: what is read conforms to it, and what does not conform is not read. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { type Form, listOf, oneOf, wholeNumber } from "../../../../src/service/settings/form.js";
import { FILE_NAMES } from "../../../../src/service/settings/layers.js";
import { environmentName, fileName } from "../../../../src/service/settings/setting.js";
import { SETTING_KEYS, SETTINGS } from "../../../../src/service/settings/settings.js";
import { settingsJsonSchema } from "../../../../src/service/settings/settings-json-schema.js";
import { ROOT } from "../../../support/source-files.js";

const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true });
const isValid = ajv.compile(settingsJsonSchema());

/** What people write, and what they should not. */
const VALUES: readonly unknown[] = [
  ...[
    "a:1",
    "[::1]:9",
    "a b:1",
    "5s",
    "1.5M",
    "5",
    "mq/",
    "mq",
    "-mq/",
    "sqlite:x",
    "sqlite:",
    "upper",
    "UPPER",
  ],
  ...[
    "plain-git",
    "info",
    "",
    " ",
    "to ken",
    "t0ken",
    0,
    1,
    9999,
    10_000,
    1.5,
    true,
    false,
    null,
    [],
    {},
    ["a"],
  ],
  { "h/o/n": "/x" },
  { "h/o/n": { location: "/x" } },
  { "h/o/n": null },
  { "h/o/n": { location: "" } },
  { "h/o/n": { location: "/x", more: 1 } },
  { "o/n": "/x" },
  { "h/o/n": 1 },
];

describe("the schema", () => {
  it("is published as the table has it", () => {
    const published: unknown = JSON.parse(
      readFileSync(join(ROOT, "schema/service-config.schema.json"), "utf8"),
    );
    expect(published).toEqual(settingsJsonSchema());
  });

  it("knows the names that the file may have, and no others", () => {
    expect(Object.keys(settingsJsonSchema().properties ?? {}).sort()).toEqual([...FILE_NAMES].sort());
    expect(isValid({ listn: "a:1" })).toBe(false);
  });

  it.each(SETTING_KEYS)("takes every value of %s that the reader takes", (key) => {
    const { name, form } = SETTINGS[key];
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...VALUES), fc.jsonValue()), (value) => {
        return !form.schema.safeParse(value).success || isValid({ [name]: value });
      }),
    );
  });

  it.each(SETTING_KEYS)("describes %s, with its name in the environment", (key) => {
    const { name } = SETTINGS[key];
    expect(JSON.stringify(settingsJsonSchema().properties)).toContain(`Also ${environmentName(name)}.`);
  });

  it("refuses a secret that is there and in a file", () => {
    for (const { name, secret } of SETTING_KEYS.map((key) => SETTINGS[key])) {
      if (secret !== "no") expect(isValid({ [name]: "x", [fileName(name)]: "/x" })).toBe(false);
    }
  });
});

describe("forms", () => {
  const told = ({ schema }: Pick<Form<unknown>, "schema">, value: unknown) => {
    const read = schema.safeParse(value);
    return read.success ? read.data : read.error.issues.map(({ path, message }) => [path, message]);
  };

  it("of lists read commas in texts and items in YAML", () => {
    const form = listOf(oneOf(["a", "b"]));
    expect([form.fromText(" a,b , a"), form.fromText("a,c"), form.fromText(",")]).toEqual([
      ["a", "b"],
      null,
      null,
    ]);
    const aList = "a list with items of the form a or b";
    expect([told(form, ["a"]), told(form, "a"), told(form, [])]).toEqual([
      ["a"],
      [[[], aList]],
      [[[], aList]],
    ]);
    expect(told(form, ["a", "x"])).toEqual([[[1], "a or b"]]);
    expect([form.show(["a", "b"]), form.isRepeatable]).toEqual(["a,b", true]);
  });

  it("of numbers take their own kind only", () => {
    const number = wholeNumber(1, 9);
    expect(["1", "9", "10", "0x1", "1.0", ""].map((text) => number.fromText(text))).toEqual([
      1,
      9,
      null,
      null,
      null,
      null,
    ]);
    const expected = [[[], "a whole number from 1 to 9"]];
    expect([3, 3.5, "3", 10].map((value) => told(number, value))).toEqual([3, expected, expected, expected]);
  });
});
