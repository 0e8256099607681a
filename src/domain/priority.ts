/** Priorities: numbers, 0 first, four of which have names. */

export const PRIORITIES = { urgent: 0, high: 10, medium: 100, low: 200 } as const;
export type PriorityName = keyof typeof PRIORITIES;

export const DEFAULT_PRIORITY = "medium" satisfies PriorityName;
export const MAX_PRIORITY = 4_294_967_295;

/** Accepts a name in any case, a string of digits, or a number; undefined for anything else. */
export function priorityValue(priority: string | number): number | undefined {
  if (typeof priority === "number") {
    return Number.isInteger(priority) && priority >= 0 && priority <= MAX_PRIORITY ? priority : undefined;
  }
  if (/^[0-9]{1,10}$/.test(priority)) return priorityValue(Number(priority));
  return Object.entries(PRIORITIES).find(([name]) => name === priority.toLowerCase())?.[1];
}

/** The name of a value, or `custom`. */
export function priorityName(value: number): PriorityName | "custom" {
  for (const name of ["urgent", "high", "medium", "low"] as const) {
    if (PRIORITIES[name] === value) return name;
  }
  return "custom";
}
