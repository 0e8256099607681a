/** The types of `suite-groups.mjs`. */
export function suitesOf(group: string): string[];
export function groupedSuites(): string[];
