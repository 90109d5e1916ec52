// What a company says, as a document: JSON, a form, or plain text. Numbers stay as they are written, because names of
// texts are often longer than a number may be.
import { isUtf8 } from 'node:buffer';

/** How a body is to be read. */
export type DocumentFormat = 'json' | 'form' | 'text';

/** A body as a document; undefined for one that is not of that format. */
export function readDocument(bytes: Uint8Array, format: DocumentFormat): unknown {
  if (!isUtf8(bytes)) return undefined;
  const text = new TextDecoder('utf-8', { ignoreBOM: false }).decode(bytes);
  if (format === 'text') return text;
  if (format === 'form') return fieldsOf(text);
  try {
    // What is nested so deeply that the stack does not hold it is thrown out as well.
    return JSON.parse(text, asWritten as (key: string, value: unknown) => unknown);
  } catch {
    return undefined;
  }
}

/** The fields of a form or query without its question mark; the first of several of one name. */
export function fieldsOf(text: string): Record<string, string> {
  const fields: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) fields[name] ??= value;
  return fields;
}

const asWritten = (_key: string, value: unknown, { source }: { source?: string }) =>
  typeof value === 'number' && source !== undefined ? source : value;
