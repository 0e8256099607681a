/** What is wrong at the end of a life, as far as anybody reads on. */
const SHOWN = 30;

export function toldBroken(broken: readonly string[]): readonly string[] {
  const more = broken.length > SHOWN ? [`and ${broken.length - SHOWN} more`] : [];
  const shown = broken.slice(0, SHOWN).map((sentence) => `  ${sentence}`);
  return [`BROKEN, ${broken.length} things are not as promised:`, ...shown, ...more];
}
