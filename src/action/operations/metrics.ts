/** Reads the metrics of one repository's queues, or of all repositories, and writes them to a file on request. */
import { counted } from "../../domain/words.js";
import { OPERATIONS } from "../../operations/operations.js";
import { markup } from "../markup.js";
import { done, operation } from "../operation.js";
import type { Report } from "../report.js";

const MOST_ROWS = 40;

export const metrics = operation({
  summary:
    'Reads the metrics of the repository\'s queues, or with `repository: "*"` of all queues, as Prometheus text.',
  moreInputs: ["metrics-file"],
  outputs: [],
  ...OPERATIONS.metrics,
  plan: (given) => {
    const plan = OPERATIONS.metrics.plan(given);
    const { files, inputs } = given;
    const file = inputs.value("metrics-file") ?? null;
    if (file !== null) files.checkWritable("metrics-file", file);
    return { ...plan, file, files };
  },
  announce: ({ request, file }, report) => {
    report.row("Repository", markup`${request.repo ?? "all"}`);
    if (file !== null) report.row("File", markup`${file}`);
  },
  show: ({ answer: { value } }, { file, files }, { report }) => {
    const gauges = gaugesIn(value);
    reportGauges(gauges, report);
    if (file !== null) files.write("metrics-file", file, value);
    const written = file === null ? "" : `, and everything written to ${file}`;
    return done(`${counted(gauges.length, "gauge")} read${written}.`);
  },
});

interface Gauge {
  readonly series: string;
  readonly value: string;
}

/** The lines with one number each; histograms are meant for programs. */
function gaugesIn(text: string): readonly Gauge[] {
  return text.split("\n").flatMap((line) => {
    const [, series, value] = /^([a-z_]+(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
    if (series === undefined || value === undefined || /_(?:bucket|sum|count)(?:\{|$)/.test(series))
      return [];
    return [{ series, value }];
  });
}

function reportGauges(gauges: readonly Gauge[], report: Report): void {
  for (const { series, value } of gauges.slice(0, MOST_ROWS)) report.row(series, markup`${value}`);
  if (gauges.length > MOST_ROWS) report.row("More", markup`${gauges.length - MOST_ROWS} gauges`);
}
