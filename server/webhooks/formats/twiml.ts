// TwiML as answers to received texts have it: <Response> with messages. A strict reader of the XML that it takes, in one pass and
// without recursion; what XML has besides (document types, entities of one's own, namespaces) is not read.

/** A text that TwiML asks for. */
export interface TwimlMessage {
  body: string;
  to: string | null;
  from: string | null;
  statusCallback: string | null;
}

interface Twiml {
  messages: TwimlMessage[];
  /** Verbs that are not served, once each. */
  ignored: string[];
}

interface Element {
  name: string;
  attributes: Map<string, string>;
  children: Element[];
  text: string;
}

/** Elements inside each other, at most: TwiML of texts has three. */
const mostDepth = 16;
/** Different things that are reported as ignored. */
const mostIgnored = 5;

const tag = /<([A-Za-z_][\w.-]*)((?:\s+[A-Za-z_:][\w:.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const endTag = /<\/([A-Za-z_][\w.-]*)\s*>/y;
const attribute = /([A-Za-z_:][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const reference = /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9A-Fa-f]{1,6}));|&/g;
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

class NotXml extends Error {}

/** The words with their references resolved. Throws NotXml. */
const resolve = (words: string): string =>
  words.replace(reference, (_, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return named[name] as string;
    const code = decimal === undefined ? Number.parseInt(hex ?? 'x', 16) : Number(decimal);
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    if (!isCharacter) throw new NotXml();
    return String.fromCodePoint(code);
  });

function attributesOf(words: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', double, single] of words.matchAll(attribute))
    found.set(name, resolve(double ?? single ?? ''));
  return found;
}

/** The content between `opening` at `at` and `closing`, and its end; undefined where it does not stand there. */
function enclosed(xml: string, at: number, opening: string, closing: string) {
  if (!xml.startsWith(opening, at)) return undefined;
  const end = xml.indexOf(closing, at + opening.length);
  if (end < 0) throw new NotXml();
  return { words: xml.slice(at + opening.length, end), next: end + closing.length };
}

const matchAt = (pattern: RegExp, xml: string, at: number) => {
  pattern.lastIndex = at;
  return pattern.exec(xml);
};

/** The document as an element without a name that holds its root. Throws NotXml. */
function parse(xml: string): Element {
  const document: Element = { name: '', attributes: new Map(), children: [], text: '' };
  const open = [document];
  let at = 0;
  while (at < xml.length) {
    const inner = open.at(-1) as Element;
    if (xml[at] !== '<') {
      const end = xml.indexOf('<', at);
      const words = xml.slice(at, end < 0 ? xml.length : end);
      inner.text += resolve(words);
      at += words.length;
      continue;
    }
    const unread = enclosed(xml, at, '<!--', '-->') ?? enclosed(xml, at, '<?', '?>');
    const verbatim = unread ?? enclosed(xml, at, '<![CDATA[', ']]>');
    if (verbatim) {
      if (!unread) inner.text += verbatim.words;
      at = verbatim.next;
      continue;
    }
    const closing = matchAt(endTag, xml, at);
    if (closing) {
      if (open.length === 1 || closing[1] !== inner.name) throw new NotXml();
      open.pop();
      at += closing[0].length;
      continue;
    }
    const opening = matchAt(tag, xml, at);
    if (!opening || open.length > mostDepth) throw new NotXml();
    const [all, name = '', attributes = '', empty] = opening;
    const element: Element = { name, attributes: attributesOf(attributes), children: [], text: '' };
    inner.children.push(element);
    if (empty === '') open.push(element);
    at += all.length;
  }
  if (open.length > 1) throw new NotXml();
  return document;
}

const served: ReadonlySet<string> = new Set(['to', 'from', 'statusCallback']);

function readMessage({ attributes, children, text }: Element): TwimlMessage {
  const bodies = children.filter(({ name }) => name === 'Body').map((body) => body.text);
  return {
    body: (bodies.length > 0 ? bodies.join('') : text).trim(),
    to: attributes.get('to') ?? null,
    from: attributes.get('from') ?? null,
    statusCallback: attributes.get('statusCallback') ?? null,
  };
}

/** The messages of an answer; null for one that is no TwiML. */
export function readTwiml(xml: string): Twiml | null {
  let document: Element;
  try {
    document = parse(xml.replace(/^\ufeff/, ''));
  } catch (error) {
    if (error instanceof NotXml) return null;
    throw error;
  }
  const [root, ...others] = document.children;
  if (root?.name !== 'Response' || others.length > 0 || document.text.trim() !== '') return null;
  const messages = root.children.filter(({ name }) => name === 'Message');
  const ignored = [
    ...root.children.filter(({ name }) => name !== 'Message').map(({ name }) => `<${name}>`),
    ...messages.flatMap(({ attributes, children }) => [
      ...children.filter(({ name }) => name !== 'Body').map(({ name }) => `<${name}> in <Message>`),
      ...[...attributes.keys()].filter((name) => !served.has(name)).map((name) => `${name} of <Message>`),
    ]),
  ];
  return { messages: messages.map(readMessage), ignored: [...new Set(ignored)].slice(0, mostIgnored) };
}
