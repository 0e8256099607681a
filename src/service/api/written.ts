/** Answers as JSON text. Those that are given again and again are written once. */

const texts = new WeakMap<object, string>();

/** Gives the body back, whose text is kept from now on for as long as it is. */
export function writtenOnce<Body extends object>(body: Body): Body {
  texts.set(body, JSON.stringify(body));
  return body;
}

export function written(body: object): string {
  return texts.get(body) ?? JSON.stringify(body);
}
