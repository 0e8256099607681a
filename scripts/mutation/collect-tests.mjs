/** What a test file would have a test framework run. */
import { expect } from "expect";

/** One after the other as `{ id, run }`; the id is that of no other test. */
export function collectTests(file, loader) {
  const tests = [];
  const titles = [];
  const ids = new Set();
  const describe = (title, define) => {
    titles.push(title);
    define();
    titles.pop();
  };
  const it = (title, run) => {
    const name = [file, ...titles, title].join(" › ");
    let id = name;
    for (let more = 2; ids.has(id); more++) id = `${name} (${more})`;
    ids.add(id);
    tests.push({ id, run });
  };
  describe.each = each(describe);
  it.each = each(it);
  loader.loadAnew(file, { "@jest/globals": { describe, it, expect } });
  return tests;
}

function each(define) {
  return (table) => (title, run) => {
    for (const row of table) {
      const cells = Array.isArray(row) ? row : [row];
      define(title, () => run(...cells));
    }
  };
}
