/** The job summary as the runner takes it: of one that is too large it drops all, so the lines that do not fit are left out. */

const MARK = "| … | More than the runner takes is left out here. |\n\n";

interface SummaryText {
  /** Empty when not even the first line fits. */
  readonly markdown: string;
  /** How many lines are left out. */
  readonly omitted: number;
}

/** The first line is the head; of the others those that fit. */
export function summaryWithin(mostBytes: number, [head = "", ...rows]: readonly string[]): SummaryText {
  let room = mostBytes - Buffer.byteLength(`${head}\n${MARK}`);
  if (room < 0) return { markdown: "", omitted: rows.length + 1 };
  const fitting = rows.filter((row) => {
    const bytes = Buffer.byteLength(`${row}\n`);
    const fits = bytes <= room;
    if (fits) room -= bytes;
    return fits;
  });
  const omitted = rows.length - fitting.length;
  return { markdown: `${[head, ...fitting].join("\n")}\n${omitted > 0 ? MARK : "\n"}`, omitted };
}
