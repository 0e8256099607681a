/** A chart of a table on the same page. The script draws it from the table; without a script the table is all there is. */

export interface ChartSeries {
  /** The `data-series` of a column. */
  readonly name: string;
  readonly label: string;
  /** The class of its colour; lines also differ in their dashes. */
  readonly tone: string;
}

interface ChartProps {
  readonly title: string;
  readonly table: string;
  readonly unit: "count" | "ms";
  readonly kind: "lines" | "stack";
  readonly series: readonly ChartSeries[];
}

export function Chart({ title, table, unit, kind, series }: ChartProps) {
  return (
    <figure class="chart scripted" data-chart={table} data-unit={unit} data-kind={kind}>
      <figcaption>
        {title}
        <ul class="legend">
          {series.map(({ name, label, tone }, index) => (
            <li class={tone} data-series={name} data-dashes={index}>
              <svg width="24" height="8" aria-hidden="true">
                <line x1="0" x2="24" y1="4" y2="4" class={`dashes-${kind === "stack" ? "none" : index}`} />
              </svg>
              {label}
            </li>
          ))}
        </ul>
      </figcaption>
      <div class="plot" aria-hidden="true"></div>
    </figure>
  );
}
