/** For a command that people copy: a branch name may have characters that a shell interprets. */
export function shellWord(text: string): string {
  return /^[\w./@+][\w./@+-]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
