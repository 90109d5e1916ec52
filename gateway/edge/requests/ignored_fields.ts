// The unknown names of a request, as the header of its answer has them.

/** The header: names, percent-encoded, with commas between. */
export const ignoredFieldsHeader = 'ignored-fields';

const mostNames = 10;
const mostBytes = 512;
/** Characters of a name. One takes at most twelve bytes here, so that one name always fits in. */
const mostCharacters = 40;
/** Stands in place of what is left out. */
const more = '...';

export class IgnoredFields {
  readonly #names = new Set<string>();
  #bytes = 0;
  #isCut = false;

  /** Takes a name in, with the path of the part that it stands in. */
  add(name: string, path: string): void {
    if (this.#isCut) return;
    const encoded = path + encodeName(name);
    if (this.#names.has(encoded)) return;
    const bytes = this.#bytes + encoded.length + ', '.length;
    this.#isCut = this.#names.size === mostNames || bytes + more.length > mostBytes;
    if (this.#isCut) return;
    this.#names.add(encoded);
    this.#bytes = bytes;
  }

  /** The header's value. */
  toString(): string {
    return [...this.#names, ...(this.#isCut ? [more] : [])].join(', ');
  }
}

function encodeName(name: string): string {
  if (name === '') return '""';
  const characters = [...name.slice(0, 2 * mostCharacters + 1)];
  const kept = encodeURIComponent(characters.slice(0, mostCharacters).join('').toWellFormed());
  return characters.length > mostCharacters ? kept + more : kept;
}
