/**
 * How much of the tests runs. `npm test` is `reduced`: one small form of each long suite. CI is `share`: a fixed share
 * more. `npm run test:all` is `all`: every test and every row, with moderate numbers of lives. `npm run test:deep` is
 * `full`: hours. Every suite draws its numbers from here, so one variable changes them all.
 */
const TEST_SIZES = ["reduced", "share", "all", "full"] as const;
export type TestSize = (typeof TEST_SIZES)[number];

/** A value for each size; without one of its own, `all` has that of `share`. */
export type BySize<Value> = Readonly<Record<Exclude<TestSize, "all">, Value> & { all?: Value }>;

export const TEST_SIZE: TestSize = readTestSize(process.env["TEST_SIZE"]);

/** True in runs of this size and larger ones. */
export function isAtLeast(size: TestSize): boolean {
  return TEST_SIZES.indexOf(TEST_SIZE) >= TEST_SIZES.indexOf(size);
}

/** The value for the size of this run. */
export function bySize<Value>(values: BySize<Value>): Value {
  return TEST_SIZE === "all" ? (values.all ?? values.share) : values[TEST_SIZE];
}

/** A number of lives, rounds or requests: the variable's where it is set, to replay a seed, else the one for this size. */
export function countOf(variable: string, counts: BySize<number>): number {
  const count = Number(process.env[variable] ?? bySize(counts));
  if (Number.isSafeInteger(count) && count >= 1) return count;
  throw new RangeError(`${variable}: expected a whole number from 1, not "${String(process.env[variable])}"`);
}

const STEP = bySize({ reduced: 8, share: 4, all: 1, full: 1 });

/**
 * Rows of a table that takes long: every eighth one in `npm test`, every fourth one in CI, otherwise all of them, and at
 * least one. `turn` starts further on, for a table that is used several times.
 */
export function rowsBySize<Row extends readonly [unknown, ...unknown[]]>(
  rows: readonly Row[],
  turn?: number,
): readonly Row[];
export function rowsBySize<Row>(rows: readonly Row[], turn?: number): readonly Row[];
export function rowsBySize<Row>(rows: readonly Row[], turn = 0): readonly Row[] {
  const first = turn % Math.min(STEP, rows.length);
  return rows.filter((_row, index) => index % STEP === first);
}

const [PART, PARTS] = readShard(process.env["TEST_SHARD"]);

/** The rows of one part of a long suite, where `TEST_SHARD=2/8` asks for the second of eight; otherwise all of them. */
export function inShard<Row>(rows: readonly Row[]): readonly Row[] {
  return rows.filter((_row, index) => index % PARTS === PART - 1);
}

function readShard(text = "1/1"): readonly [number, number] {
  const [, part, parts] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text)?.map(Number) ?? [];
  if (part !== undefined && parts !== undefined && part <= parts) return [part, parts];
  throw new RangeError(`TEST_SHARD: expected a part and a number of parts, such as 2/8, not "${text}"`);
}

function readTestSize(text = "reduced"): TestSize {
  const size = TEST_SIZES.find((known) => known === text);
  if (size !== undefined) return size;
  throw new RangeError(`TEST_SIZE: expected ${TEST_SIZES.join(", ")}, not "${text}"`);
}
