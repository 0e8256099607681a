/**
 * Parses XML to nested elements, as far as manifests need it: the order of mixed text is dropped. A document type is
 * refused, since its entities could change the meaning.
 */
import { ManifestProblem } from "../parsed-files.js";

export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly text: string;
  readonly children: readonly XmlElement[];
}

interface Open {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  text: string;
  readonly children: XmlElement[];
}

const TOKEN =
  /<!--[^]*?-->|<!\[CDATA\[([^]*?)\]\]>|<\?[^]*?\?>|<(\/?)([^\s/>!?]+)((?:"[^"]*"|'[^']*'|[^"'<>])*?)(\/?)>|[^<]+|</g;
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["quot", '"'],
  ["apos", "'"],
]);
/** No real manifest is nested this deeply. */
const DEEPEST = 200;

export function parseXml(text: string): XmlElement {
  const outermost: Open = { name: "", attributes: new Map(), text: "", children: [] };
  const open = [outermost];
  for (const [token, characters, closing, name, written = "", empty] of text.matchAll(TOKEN)) {
    const inner = open.at(-1) ?? outermost;
    if (characters !== undefined) inner.text += characters;
    else if (name === undefined) inner.text += textIn(token);
    else if (closing === "/") close(open, name);
    else {
      const element = {
        name: withoutPrefix(name),
        attributes: attributesIn(written),
        text: "",
        children: [],
      };
      inner.children.push(element);
      if (empty !== "/") open.push(element);
      if (open.length > DEEPEST) throw new ManifestProblem("it is nested too deeply");
    }
  }
  const [root] = outermost.children;
  if (open.length !== 1 || root === undefined) throw new ManifestProblem("it is not well-formed XML");
  return root;
}

function attributesIn(written: string): ReadonlyMap<string, string> {
  const found = written.matchAll(/(?<=^|\s)([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g);
  return new Map(
    [...found].map(([, name = "", double, single]) => [name, withEntities(double ?? single ?? "")]),
  );
}

function textIn(token: string): string {
  if (token === "<") throw new ManifestProblem("it is not XML that can be read without its document type");
  return token.startsWith("<") ? "" : withEntities(token);
}

function withEntities(text: string): string {
  return text.replace(
    /&(#x[0-9a-f]+|#\d+|\w+);/gi,
    (written, entity: string) => ENTITIES.get(entity) ?? numbered(entity) ?? written,
  );
}

function numbered(entity: string): string | null {
  const [, hexadecimal, decimal] = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(entity) ?? [];
  if (hexadecimal !== undefined) return String.fromCodePoint(Number.parseInt(hexadecimal, 16));
  return decimal === undefined ? null : String.fromCodePoint(Number(decimal));
}

function close(open: Open[], name: string): void {
  if (open.length === 1 || open.pop()?.name !== withoutPrefix(name)) {
    throw new ManifestProblem("it is not well-formed XML");
  }
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

export function childOf(element: XmlElement | null, name: string): XmlElement | null {
  return element?.children.find((child) => child.name === name) ?? null;
}

export function textOfChild(element: XmlElement | null, name: string): string | null {
  const text = childOf(element, name)?.text.trim() ?? "";
  return text === "" ? null : text;
}
