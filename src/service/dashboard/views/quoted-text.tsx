/** A sentence whose names are in backticks, with each name as code. Names are untrusted; the renderer escapes them. */
export function QuotedText({ text }: { readonly text: string }) {
  const parts = text.split(/`([^`]*)`/);
  return <>{parts.map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}</>;
}
