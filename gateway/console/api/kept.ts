// Texts that are not accepted yet, and drafts: they are kept in this browser alone.

/** Reads what was kept under a name; null when there is nothing, or nothing that can be read. */
export function readKept<Value>(storage: Storage, name: string): Value | null {
  try {
    const text = storage.getItem(name);
    return text === null ? null : (JSON.parse(text) as Value);
  } catch {
    return null;
  }
}

/** Keeps a value; null forgets it. A browser that has no space keeps nothing. */
export function keep(storage: Storage, name: string, value: unknown): void {
  try {
    if (value === null) storage.removeItem(name);
    else storage.setItem(name, JSON.stringify(value));
  } catch {
    // The screen still shows it.
  }
}

/** A name that no other text has. */
export function newReference(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `console-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
