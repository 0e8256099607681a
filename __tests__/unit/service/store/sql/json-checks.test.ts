/** Checks of what was stored as JSON: what they let through and what they refuse. */
import { expect, it } from "@jest/globals";
import {
  type Check,
  flag,
  kindOf,
  listOf,
  number,
  oneOf,
  orNull,
  record,
  text,
} from "../../../../../src/service/store/sql/json-checks.js";

interface Point {
  readonly x: number;
  readonly label: string | null;
}

type Figure = { readonly kind: "point"; readonly at: Point } | { readonly kind: "nothing" };

const isPoint = record<Point>({ x: number(), label: orNull(text()) });
const isFigure = kindOf<Figure>({ point: { at: isPoint }, nothing: {} });

const cases: readonly {
  readonly check: Check<unknown>;
  readonly fits: readonly unknown[];
  readonly not: readonly unknown[];
}[] = [
  { check: text(), fits: ["", "a"], not: [1, null, undefined, {}] },
  { check: number(), fits: [0, -1], not: ["1", null, true] },
  { check: flag, fits: [true, false], not: [0, "true", null] },
  { check: orNull(number()), fits: [null, 1], not: [undefined, "1"] },
  { check: listOf(number()), fits: [[], [1, 2]], not: [[1, "2"], {}, null, "12"] },
  {
    check: isPoint,
    fits: [
      { x: 1, label: null },
      { x: 1, label: "a", more: true },
    ],
    not: [{ x: 1 }, { label: null }, { x: "1", label: null }, [], null, "x"],
  },
  { check: oneOf(["a", "b"]), fits: ["a", "b"], not: ["c", "A", "", null, ["a"]] },
  {
    check: isFigure,
    fits: [{ kind: "point", at: { x: 1, label: null } }, { kind: "nothing" }],
    not: [
      { kind: "point" },
      { kind: "point", at: {} },
      { kind: "circle" },
      { kind: "constructor" },
      {},
      null,
    ],
  },
];

it.each(cases)("lets $fits through and refuses $not", ({ check, fits, not }) => {
  expect(fits.filter((value) => !check(value))).toEqual([]);
  expect(not.filter((value) => check(value))).toEqual([]);
});
