/**
 * Text for the job summary in which ours and anyone's stay apart until it is written: whatever is
 * put into the template as a string is escaped, only nested markup is not.
 */
import { forSummary } from "./hostile-text.js";

export interface Markup {
  readonly kind: "markup";
  readonly pieces: readonly (
    | { readonly kind: "ours"; readonly markdown: string }
    | { readonly kind: "anyones"; readonly text: string }
  )[];
}

/** Tags a template: `` markup`**${title}**` ``. */
export function markup(ours: TemplateStringsArray, ...values: readonly (string | number | Markup)[]): Markup {
  const pieces = ours.flatMap((markdown, index): Markup["pieces"] => {
    const value = values[index];
    const before = { kind: "ours", markdown } as const;
    if (value === undefined) return [before];
    if (typeof value === "object") return [before, ...value.pieces];
    return [before, { kind: "anyones", text: String(value) }];
  });
  return { kind: "markup", pieces };
}

/** The markups one after another, with `separator` in between. */
export function joined(markups: readonly Markup[], separator: string): Markup {
  const between = { kind: "ours", markdown: separator } as const;
  const pieces = markups.flatMap(({ pieces }, index) => (index === 0 ? pieces : [between, ...pieces]));
  return { kind: "markup", pieces };
}

/** Markdown; `redact` sees anyone's text as it came, before it is escaped or cut. */
export function rendered({ pieces }: Markup, redact: (text: string) => string): string {
  return pieces
    .map((piece) => (piece.kind === "ours" ? piece.markdown : forSummary(redact(piece.text))))
    .join("");
}
