// Texts with {{placeholders}}. What is filled in is written so that whoever reads the result finds exactly that value
// in its place, whatever the value holds.

/** How a value is written where it stands. */
type Escape = 'url' | 'json' | 'xml' | 'none';

/** A value that cannot be written where it stands. The message says which, and quotes nothing. */
export class Inexpressible extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Inexpressible';
  }
}

const placeholder = /\{\{\s*([a-z_]+)\s*\}\}/g;

/** The names of a template's placeholders, each once. */
export const placeholdersOf = (template: string): string[] => [
  ...new Set(Array.from(template.matchAll(placeholder), ([, name]) => name as string)),
];

/** Whether braces are left that are no placeholder: a slip that would be sent as it is. */
export const hasStrayBraces = (template: string): boolean =>
  /\{\{|\}\}/.test(template.replace(placeholder, ''));

/** Everything but letters, digits and -._~ as %XX (RFC 3986, 2.3), which forms read the same way. */
export const escapeUrl = (value: string): string =>
  encodeURIComponent(value.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const xmlNames: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** For content and attributes of XML 1.0; a reader would turn line breaks and tabs into others, unless named. */
function escapeXml(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 cannot hold them in any way.
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(value))
    throw new Inexpressible('the text holds a character that XML cannot carry');
  return value.replace(
    /[&<>"'\t\n\r\u0085\u2028]/g,
    (found) => xmlNames[found] ?? `&#${found.charCodeAt(0)};`,
  );
}

const escapes: Record<Escape, (value: string) => string> = {
  url: escapeUrl,
  json: (value) => JSON.stringify(value).slice(1, -1),
  xml: escapeXml,
  none: (value) => value,
};

/** A template with the values in their places. A value that is missing is empty. */
export function fill(template: string, values: ReadonlyMap<string, string>, kind: Escape): string {
  const write = escapes[kind];
  return template.replace(placeholder, (_all, name: string) =>
    write((values.get(name) ?? '').toWellFormed()),
  );
}
