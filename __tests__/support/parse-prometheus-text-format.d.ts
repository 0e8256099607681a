/** What the parser gives, of which it has no types itself. */
declare module "parse-prometheus-text-format" {
  interface MetricFamily {
    readonly name: string;
    readonly help: string;
    readonly type: string;
    readonly metrics: readonly unknown[];
  }
  export default function parsePrometheusTextFormat(text: string): readonly MetricFamily[];
}
