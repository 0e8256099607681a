/**
 * How much of the long suites runs. `npm test` runs them reduced, CI runs a fixed share, and
 * `npm run test:deep` runs all of it. Every suite draws its numbers from here, so one variable changes them all.
 */
const TEST_SIZES = ["reduced", "share", "full"] as const;
export type TestSize = (typeof TEST_SIZES)[number];

export const TEST_SIZE: TestSize = readTestSize(process.env["TEST_SIZE"]);

/** The value for the size of this run. */
export function bySize<Value>(values: Readonly<Record<TestSize, Value>>): Value {
  return values[TEST_SIZE];
}

/** A number of lives, rounds or requests: the variable's where it is set, to replay a seed, else the one for this size. */
export function countOf(variable: string, counts: Readonly<Record<TestSize, number>>): number {
  const count = Number(process.env[variable] ?? bySize(counts));
  if (Number.isSafeInteger(count) && count >= 1) return count;
  throw new RangeError(`${variable}: expected a whole number from 1, not "${String(process.env[variable])}"`);
}

const STEP = 3;

/**
 * Rows of a table each of which starts programs: `npm test` runs every third one, CI and the full size all of them.
 * `turn` starts further on, for a table that is used several times.
 */
export function rowsBySize<Row extends readonly [unknown, ...unknown[]]>(
  rows: readonly Row[],
  turn?: number,
): readonly Row[];
export function rowsBySize<Row>(rows: readonly Row[], turn?: number): readonly Row[];
export function rowsBySize<Row>(rows: readonly Row[], turn = 0): readonly Row[] {
  return TEST_SIZE === "reduced" ? rows.filter((_row, index) => index % STEP === turn % STEP) : rows;
}

function readTestSize(text = "reduced"): TestSize {
  const size = TEST_SIZES.find((known) => known === text);
  if (size !== undefined) return size;
  throw new RangeError(`TEST_SIZE: expected ${TEST_SIZES.join(", ")}, not "${text}"`);
}
