/** Text of others without what may be a token of GitHub's, for messages and logs. */

/**
 * As GitHub makes them: of people, of Apps, of installations (which have dots in them by now), signed claims, and the
 * header that git shows them with.
 */
const TOKENS = [
  /gh[a-z]_[\w.-]{10,}/g,
  /github_pat_\w{10,}/g,
  /v1\.[0-9a-f]{40}/g,
  /eyJ[\w-]{10,}(?:\.[\w-]*){0,2}/g,
  /eC1hY2Nlc3MtdG9rZW46[\w+/=]*/g,
];

/** Takes time in proportion to the text. */
export function withoutTokens(text: string): string {
  return TOKENS.reduce((rest, token) => rest.replace(token, "***"), text);
}
