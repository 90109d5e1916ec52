// UCS-2 on the air: UTF-16 units, the high octet first (3GPP TS 23.038 6.2.3). Phones send surrogate pairs in it.

/** Two octets for each UTF-16 unit. */
export function toUcs2(text: string): Uint8Array {
  const octets = new Uint8Array(text.length * 2);
  for (let index = 0; index < text.length; index++) {
    octets[index * 2] = text.charCodeAt(index) >> 8;
    octets[index * 2 + 1] = text.charCodeAt(index) & 0xff;
  }
  return octets;
}

/**
 * The text; half a surrogate pair stays, for the other half may be in the next part, and an odd octet at the end, which is
 * no unit, is left out.
 */
export function fromUcs2(octets: Uint8Array): string {
  let text = '';
  for (let index = 0; index + 1 < octets.length; index += 2)
    text += String.fromCharCode((octets[index]! << 8) | octets[index + 1]!);
  return text;
}
