/** Draws the charts of a page from its tables, with the colours of the theme. Styles are set by properties only. */
(() => {
  const HEIGHT = 200;
  const DASHES = [[], [8, 4], [2, 4]];
  const DAY = 86_400;
  const COUNTS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];
  const DURATIONS = [1, 5, 10, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400]
    .concat([2, 5, 10, 20, 50].map((days) => days * DAY))
    .map((seconds) => seconds * 1000);
  const day = new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric", timeZone: "UTC" });
  const hour = new Intl.DateTimeFormat(undefined, {
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hour12: false,
    timeZone: "UTC",
  });
  const clock = new Intl.DateTimeFormat(undefined, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "UTC",
  });

  /** As `durationText` on the server, the largest unit only. */
  function short(ms) {
    for (const [unit, size] of [
      ["d", 86_400_000],
      ["h", 3_600_000],
      ["m", 60_000],
    ]) {
      if (ms >= size) return `${Math.round((ms / size) * 10) / 10}${unit}`;
    }
    return `${Math.round(ms / 1000)}s`;
  }

  function colour(element, name) {
    return getComputedStyle(element).getPropertyValue(name).trim();
  }

  function valuesOf(table, name) {
    return [...table.querySelectorAll(`td[data-series="${CSS.escape(name)}"]`)].map(({ dataset }) =>
      dataset.value === "" ? null : Number(dataset.value),
    );
  }

  /** Each series on top of those before it. */
  function stacked(columns) {
    const sums = columns[0]?.map(() => 0) ?? [];
    return columns.map((column) =>
      column.map((value, index) => {
        if (value === null) return null;
        sums[index] += value;
        return sums[index];
      }),
    );
  }

  function optionsOf(figure, times, items, isStack) {
    const isTime = figure.dataset.unit === "ms";
    const step = (times[1] ?? times[0] + 3600) - times[0];
    const axis = { stroke: colour(figure, "--quiet"), grid: { stroke: colour(figure, "--line"), width: 1 } };
    const series = items.map((item, index) => {
      const tone = colour(item, "--tone");
      return isStack
        ? { stroke: tone, fill: tone, width: 1, points: { show: false }, spanGaps: false }
        : { stroke: tone, width: 2, dash: DASHES[index % DASHES.length], points: { size: 5, fill: tone } };
    });
    return {
      width: Math.max(200, figure.clientWidth),
      height: HEIGHT,
      // Half a label of the last tick is on the right.
      padding: [null, 48, null, null],
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "UTC"),
      legend: { show: false },
      cursor: { drag: { x: false, y: false } },
      scales: { y: { range: (_plot, _low, high) => [0, high > 0 ? high * 1.1 : 1] } },
      axes: [
        {
          ...axis,
          incrs: [1, 2, 7, 14, 28, 56].map((count) => count * step),
          space: 80,
          values: (_plot, ticks) =>
            ticks.map((tick) => (step < DAY ? hour : day).format(new Date(tick * 1000))),
        },
        {
          ...axis,
          size: 56,
          incrs: isTime ? DURATIONS : COUNTS,
          values: (_plot, ticks) => ticks.map((tick) => (isTime ? short(tick) : tick)),
        },
      ],
      series: [{}, ...series],
    };
  }

  function draw(figure) {
    const table = document.getElementById(figure.dataset.chart);
    const plot = figure.querySelector(".plot");
    if (!table || !plot || typeof uPlot === "undefined") return;
    const isStack = figure.dataset.kind === "stack";
    const items = [...figure.querySelectorAll(".legend [data-series]")];
    const times = [...table.querySelectorAll("tr[data-at]")].map(({ dataset }) => Number(dataset.at) / 1000);
    const columns = items.map(({ dataset }) => valuesOf(table, dataset.series));
    // The highest of a stack is drawn first, and the others in front of it.
    const shown = isStack ? stacked(columns).reverse() : columns;
    const order = isStack ? items.toReversed() : items;
    plot.replaceChildren();
    const chart = new uPlot(optionsOf(figure, times, order, isStack), [times, ...shown], plot);
    plot.addEventListener("mousemove", () => {
      const at = times[chart.cursor.idx ?? -1];
      plot.title = at === undefined ? "" : clock.format(new Date(at * 1000));
    });
  }

  function drawAll() {
    for (const figure of document.querySelectorAll("figure[data-chart]")) draw(figure);
  }

  let waiting = 0;
  addEventListener("resize", () => {
    clearTimeout(waiting);
    waiting = setTimeout(drawAll, 150);
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
  document.addEventListener("DOMContentLoaded", drawAll);
  if (document.readyState !== "loading") drawAll();
})();
