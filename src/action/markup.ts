/**
 * Text for the job summary that keeps trusted and untrusted text apart until it is written: every string in the
 * template is escaped, and only nested markup is not.
 */
import { forDiagram, forSummary } from "./hostile-text.js";

export interface Markup {
  readonly kind: "markup";
  readonly pieces: readonly (
    | { readonly kind: "trusted"; readonly markdown: string }
    | { readonly kind: "untrusted"; readonly text: string }
    /** Untrusted text inside the quotes of a Mermaid node. */
    | { readonly kind: "label"; readonly text: string }
  )[];
}

/** Tags a template: `` markup`**${title}**` ``. */
export function markup(ours: TemplateStringsArray, ...values: readonly (string | number | Markup)[]): Markup {
  const pieces = ours.flatMap((markdown, index): Markup["pieces"] => {
    const value = values[index];
    const before = { kind: "trusted", markdown } as const;
    if (value === undefined) return [before];
    if (typeof value === "object") return [before, ...value.pieces];
    return [before, { kind: "untrusted", text: String(value) }];
  });
  return { kind: "markup", pieces };
}

/** A link when there is an address, else only the text. */
export function linked(text: string, address: string | null): Markup {
  return address === null ? markup`${text}` : markup`[${text}](${address})`;
}

export function label(text: string): Markup {
  return { kind: "markup", pieces: [{ kind: "label", text }] };
}

/** The markups one after another, with `separator` in between. */
export function joined(markups: readonly Markup[], separator: string): Markup {
  const between = { kind: "trusted", markdown: separator } as const;
  const pieces = markups.flatMap(({ pieces }, index) => (index === 0 ? pieces : [between, ...pieces]));
  return { kind: "markup", pieces };
}

/** Returns Markdown; `redact` gets untrusted text unchanged, before it is escaped or cut. */
export function rendered({ pieces }: Markup, redact: (text: string) => string): string {
  return pieces
    .map((piece) => {
      switch (piece.kind) {
        case "trusted":
          return piece.markdown;
        case "untrusted":
          return forSummary(redact(piece.text));
        case "label":
          return forDiagram(redact(piece.text));
      }
    })
    .join("");
}
