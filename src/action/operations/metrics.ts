/** Reads the metrics of one repository's queues, or of all of them, and writes them to a file if that is wished. */
import { counted } from "../../client/words.js";
import type { RequestOf } from "../../contract/endpoints.js";
import { markup } from "../markup.js";
import { operation } from "../operation.js";
import type { Report } from "../report.js";
import type { WorkspaceFiles } from "../workspace-files.js";

const MOST_ROWS = 40;

interface Plan {
  readonly request: RequestOf<"getMergeQueueMetrics">;
  /** Null when the metrics stay in the summary. */
  readonly file: string | null;
  readonly files: WorkspaceFiles;
}

export const metrics = operation<Plan>({
  name: "metrics",
  summary:
    'Reads the metrics of the repository\'s queues, or with `repository: "*"` of all, as Prometheus text.',
  inputs: ["metrics-file"],
  outputs: [],
  plan: ({ inputs, subject, files }) => {
    const repository = subject.repositoryOrAll();
    const file = inputs.value("metrics-file") ?? null;
    if (file !== null) files.checkWritable("metrics-file", file);
    if (repository === "*") return { request: {}, file, files };
    const { host, owner, name } = repository;
    return { request: { repo: `${owner}/${name}`, repoHost: host }, file, files };
  },
  announce: ({ request, file }, report) => {
    report.row("Repository", markup`${request.repo ?? "all"}`);
    if (file !== null) report.row("File", markup`${file}`);
  },
  requests: ({ request }) => [{ endpoint: "getMergeQueueMetrics", body: request }],
  run: async ({ request, file, files }, step) => {
    const answer = await step.client.getMergeQueueMetrics(request);
    step.report.answered(answer);
    const gauges = gaugesIn(answer.value);
    reportGauges(gauges, step.report);
    if (file !== null) files.write("metrics-file", file, answer.value);
    const sentence = `${counted(gauges.length, "gauge")} read${file === null ? "" : `, and everything written to ${file}`}.`;
    return { kind: "done", sentence };
  },
});

interface Gauge {
  readonly series: string;
  readonly value: string;
}

/** The lines with one number each; histograms are for programs. */
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
