// The shape of JSON, counted over its bytes before anything is built of it: JSON.parse cannot be interrupted, and takes a hundred times
// as long for a megabyte of small values as for one long text.

/** Most values, and most levels, of JSON that has more than some kilobytes: they are parsed within 20 milliseconds. */
export const mostJsonValues = 40_000;
export const mostJsonLevels = 32;

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

export class JsonShape {
  #values = 0;
  #level = 0;
  #deepest = 0;
  #isInText = false;
  #isEscaped = false;
  readonly #mostValues: number;

  constructor(mostValues = mostJsonValues) {
    this.#mostValues = mostValues;
  }

  /** Counts the next bytes, which may begin and end anywhere. Returns this. */
  take(bytes: Uint8Array): this {
    // Variables of its own: fields that are written for each byte take five times as long.
    let [values, level, deepest] = [this.#values, this.#level, this.#deepest];
    let [isInText, isEscaped] = [this.#isInText, this.#isEscaped];
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at];
      if (isInText) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) isInText = false;
      } else if (byte === quote) isInText = true;
      else if (byte === comma) values++;
      else if (byte === openList || byte === openObject) {
        values++;
        level++;
        if (level > deepest) deepest = level;
      } else if (byte === closeList || byte === closeObject) level--;
    }
    [this.#values, this.#level, this.#deepest] = [values, level, deepest];
    [this.#isInText, this.#isEscaped] = [isInText, isEscaped];
    return this;
  }

  /** The bound that it is past, in words; undefined within all of them. */
  get excess(): string | undefined {
    if (this.#deepest > mostJsonLevels) return `must not be nested deeper than ${mostJsonLevels} levels`;
    return this.#values > this.#mostValues ? `must have at most ${this.#mostValues} values` : undefined;
  }
}
