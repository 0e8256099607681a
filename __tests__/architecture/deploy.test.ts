/** The files that others load: their shape, as strictly as their readers take it. What they ask for is held elsewhere. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { Ajv } from "ajv";
import { parse } from "yaml";
import { selectorsIn } from "../support/prom-ql.js";
import { ROOT } from "../support/source-files.js";

const text = { type: "string", minLength: 1 } as const;
const duration = { type: "string", pattern: "^(?:[0-9]+(?:ms|[smhdwy]))+$" } as const;

function exactly(required: Record<string, unknown>, optional: Record<string, unknown> = {}) {
  return {
    type: "object",
    additionalProperties: false,
    required: Object.keys(required),
    properties: { ...required, ...optional },
  };
}

/** As in Prometheus' documentation of recording and alerting rules. */
const RULES = exactly({
  groups: {
    type: "array",
    minItems: 1,
    items: exactly(
      {
        name: text,
        rules: {
          type: "array",
          minItems: 1,
          items: exactly(
            {
              alert: { type: "string", pattern: "^MergeQueue[A-Za-z]+$" },
              expr: text,
              labels: exactly({ severity: { enum: ["warning", "critical"] } }),
              annotations: exactly({ summary: text, description: text }),
            },
            { for: duration },
          ),
        },
      },
      { interval: duration },
    ),
  },
});

const dataSource = exactly({ type: { const: "prometheus" }, uid: { const: "${datasource}" } });
const place = (required: string) => ({ type: "integer", minimum: required === "size" ? 1 : 0 });
const gridPos = exactly({
  h: place("size"),
  w: { ...place("size"), maximum: 24 },
  x: { ...place("at"), maximum: 23 },
  y: place("at"),
});
const position = { id: place("size"), title: text, gridPos };
const row = exactly({
  ...position,
  type: { const: "row" },
  collapsed: { const: false },
  panels: { const: [] },
});
const graph = exactly({
  ...position,
  type: { enum: ["timeseries", "stat"] },
  description: text,
  datasource: dataSource,
  fieldConfig: exactly({ defaults: exactly({ unit: text, min: { const: 0 } }), overrides: { const: [] } }),
  options: { type: "object" },
  targets: {
    type: "array",
    minItems: 1,
    items: exactly({
      refId: { type: "string", pattern: "^[A-Z]$" },
      expr: text,
      legendFormat: text,
      datasource: dataSource,
    }),
  },
});
const anything = { type: ["string", "object", "boolean", "number"] };
/** As in Grafana's documentation of the JSON model, of what we use of it. */
const DASHBOARD = exactly({
  title: text,
  uid: { type: "string", pattern: "^[a-zA-Z0-9_-]{1,40}$" },
  description: text,
  tags: { type: "array", items: text },
  schemaVersion: { type: "integer", minimum: 36 },
  version: place("size"),
  editable: { type: "boolean" },
  refresh: duration,
  timezone: { enum: ["browser", "utc"] },
  time: exactly({ from: text, to: text }),
  templating: exactly({
    list: {
      type: "array",
      items: {
        type: "object",
        required: ["name", "label", "type", "query"],
        properties: { name: text, label: text, type: { enum: ["datasource", "query"] }, query: text },
        additionalProperties: { ...anything, type: [...anything.type, "array"] },
      },
    },
  }),
  annotations: exactly({ list: { const: [] } }),
  links: { const: [] },
  panels: { type: "array", minItems: 1, items: { oneOf: [row, graph] } },
});

function problems(schema: object, value: unknown): string {
  const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
  return ajv.validate(schema, value) ? "" : ajv.errorsText();
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

interface Panel {
  readonly id: number;
  readonly gridPos: { readonly h: number; readonly w: number; readonly x: number; readonly y: number };
  readonly targets?: readonly {
    readonly refId: string;
    readonly expr: string;
    readonly legendFormat: string;
  }[];
}

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: Readonly<Record<string, string>>;
}
interface Alerts {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
}
interface Dashboard {
  readonly panels: readonly Panel[];
}

function isAlerts(value: unknown): value is Alerts {
  return problems(RULES, value) === "";
}

function isDashboard(value: unknown): value is Dashboard {
  return problems(DASHBOARD, value) === "";
}

/** What a file holds, once it has the shape that its reader wants. */
function shaped<Value>(value: unknown, isShaped: (value: unknown) => value is Value, schema: object): Value {
  if (!isShaped(value)) throw new Error(problems(schema, value));
  return value;
}

const alerts = shaped(parse(read("deploy/prometheus/alerts.yaml")), isAlerts, RULES);
const rules = alerts.groups.flatMap((group) => group.rules);

describe("the alert rules", () => {
  it("are what Prometheus reads", () => {
    expect(problems(RULES, alerts)).toBe("");
    expect(problems(RULES, { groups: [{ name: "x", rules: [{ alert: "MergeQueueX" }] }] })).not.toBe("");
  });

  it("have each name once, and each is explained", () => {
    const names = rules.map(({ alert }) => alert);
    expect(new Set(names).size).toBe(names.length);
    const explained = [...read("docs/reference/observability.md").matchAll(/^\| `(MergeQueue\w+)`/gm)].map(
      ([, name]) => name,
    );
    expect(explained.toSorted()).toEqual(names.toSorted());
  });

  it("speak only of labels that their expression keeps", () => {
    for (const { alert, expr, annotations } of rules) {
      const said = Object.values(annotations).flatMap((words) => [...words.matchAll(/\$labels\.(\w+)/g)]);
      const grouped = selectorsIn(expr).flatMap(({ groupedBy }) => groupedBy);
      const isGrouped = /\bby\b/.test(expr);
      const lost = said
        .map(([, label = ""]) => label)
        .filter((label) => isGrouped && !grouped.includes(label));
      expect([alert, lost]).toEqual([alert, []]);
    }
  });
});

describe.each(readdirSync(join(ROOT, "deploy/grafana")))("the dashboard %s", (file) => {
  const dashboard = shaped(JSON.parse(read(`deploy/grafana/${file}`)), isDashboard, DASHBOARD);

  it("is what Grafana reads", () => {
    expect(problems(DASHBOARD, dashboard)).toBe("");
    expect(
      problems(DASHBOARD, { ...dashboard, panels: [{ ...dashboard.panels[1], type: "graph" }] }),
    ).not.toBe("");
  });

  it("has panels beside and below each other, and none on another", () => {
    const taken = new Set<string>();
    for (const { gridPos } of dashboard.panels) {
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          expect(x).toBeLessThan(24);
          expect(taken.has(`${x} ${y}`)).toBe(false);
          taken.add(`${x} ${y}`);
        }
      }
    }
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  });

  it("names in its legends only labels that the expression keeps", () => {
    for (const { expr, legendFormat } of dashboard.panels.flatMap(({ targets }) => targets ?? [])) {
      const grouped = selectorsIn(expr.replaceAll(/\$\w+/g, ".*")).flatMap(({ groupedBy }) => groupedBy);
      const named = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = ""]) => label);
      const lost = named.filter((label) => /\bby\b/.test(expr) && !grouped.includes(label));
      expect([expr, lost]).toEqual([expr, []]);
    }
  });
});
