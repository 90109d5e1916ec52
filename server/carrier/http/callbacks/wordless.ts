// What is shown of a received text without words: a picture, or something else that is no text.

/** Most values of an event that are looked at. */
const mostValues = 1_000;

/** Media types (RFC 6838), and names of files and fields, by what they are. */
const kinds: readonly [RegExp, string][] = [
  [/^image\/|\.(?:jpe?g|png|gif|heic|webp|bmp)(?:[?#]|$)/i, 'a picture came'],
  [/^video\/|\.(?:mp4|3gpp?|mov|webm)(?:[?#]|$)/i, 'a video came'],
  [/^audio\/|\.(?:amr|mp3|ogg|m4a|wav)(?:[?#]|$)/i, 'a sound came'],
  [/^(?:text\/(?:x-)?vcard$)|\.vcf(?:[?#]|$)/i, 'a business card came'],
];

/** In the words that are stored in place of the text. */
export function wordlessOf(event: unknown): string {
  const values = [event];
  for (let at = 0; at < values.length && at < mostValues; at++) {
    const value = values[at];
    if (typeof value === 'string') {
      const [, words] = kinds.find(([form]) => form.test(value)) ?? [];
      if (words !== undefined) return `(${words})`;
    } else if (typeof value === 'object' && value !== null) {
      for (const each of Object.values(value)) if (values.length < mostValues) values.push(each);
    }
  }
  return '(a text without words came)';
}
