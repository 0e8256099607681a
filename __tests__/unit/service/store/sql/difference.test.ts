/** Which rows a commit has to touch. */
import { expect, it } from "@jest/globals";
import { difference } from "../../../../../src/service/store/sql/queue-rows.js";

interface Row {
  readonly key: number;
  readonly text: string;
}

const one: Row = { key: 1, text: "one" };
const two: Row = { key: 2, text: "two" };

it.each<{
  readonly says: string;
  before: readonly Row[];
  after: readonly Row[];
  changed: readonly Row[];
  gone: readonly number[];
}>([
  { says: "nothing for the same objects", before: [one, two], after: [two, one], changed: [], gone: [] },
  { says: "nothing for equal content", before: [one], after: [{ ...one }], changed: [], gone: [] },
  { says: "what is new", before: [one], after: [one, two], changed: [two], gone: [] },
  {
    says: "what has other content",
    before: [one, two],
    after: [{ key: 1, text: "uno" }, two],
    changed: [{ key: 1, text: "uno" }],
    gone: [],
  },
  { says: "what is gone", before: [one, two], after: [two], changed: [], gone: [1] },
])("gives $says", ({ before, after, changed, gone }) => {
  const found = difference(
    before,
    after,
    (row) => row.key,
    (row) => row.text,
  );
  expect(found).toEqual({ changed, gone });
});

it("does not look into objects that are the same", () => {
  const content = () => {
    throw new Error("looked");
  };
  expect(difference([one], [one], (row) => row.key, content)).toEqual({ changed: [], gone: [] });
});
