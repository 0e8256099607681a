/** Replies as JSON text. A repeated reply is serialised once. */

const texts = new WeakMap<object, string>();

/** Returns `body` itself and caches its text for as long as the object exists. */
export function serializeOnce<Body extends object>(body: Body): Body {
  texts.set(body, JSON.stringify(body));
  return body;
}

export function written(body: object): string {
  return texts.get(body) ?? JSON.stringify(body);
}
