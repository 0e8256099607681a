/** What a program gets of our own environment: only what is listed by name, so that a variable nobody thought of stays outside. */

/** `names` are separated by spaces, in capitals; a variable may be written in small letters all the same. */
export function variablesNamed(...names: readonly string[]): () => Readonly<Record<string, string>> {
  const wanted = new Set(names.join(" ").split(" "));
  return () =>
    Object.fromEntries(
      Object.entries(process.env).flatMap(([name, value]) =>
        value !== undefined && wanted.has(name.toUpperCase()) ? [[name, value]] : [],
      ),
    );
}
