// Texts in the GSM 7-bit default alphabet (3GPP TS 23.038 6.2.1), one septet an octet, as SMSCs take it.
import {
  gsm7Basic as basic,
  gsm7Escape as escapeCode,
  gsm7Extension as extended,
} from '../../../runtime/texts/gsm7.ts';

const codes = new Map<string, readonly number[]>([
  ...[...basic].flatMap((character, code) =>
    code === escapeCode ? [] : [[character, [code]] as [string, readonly number[]]],
  ),
  ...extended.map(([code, character]) => [character, [escapeCode, code]] as [string, readonly number[]]),
]);
const characters = [...basic];
const extensions = new Map(extended);

/** Septets that a character takes: 1, 2 through the escape, or undefined when it is not in the alphabet. */
export const septetsOf = (character: string): number | undefined => codes.get(character)?.length;

/** The text, one septet an octet; null when a character is not in the alphabet. */
export function encodeGsm7(text: string): Uint8Array | null {
  const octets: number[] = [];
  for (const character of text) {
    const code = codes.get(character);
    if (code === undefined) return null;
    octets.push(...code);
  }
  return Uint8Array.from(octets);
}

/** Reads septets, one an octet. An escape without meaning is shown as a space (TS 23.038 6.2.1.1). */
export function decodeGsm7(octets: Uint8Array): string {
  let text = '';
  for (let index = 0; index < octets.length; index++) {
    const code = (octets[index] as number) & 0x7f;
    if (code !== escapeCode) {
      text += characters[code];
      continue;
    }
    const next = octets[index + 1];
    const extension = next === undefined ? undefined : extensions.get(next & 0x7f);
    if (extension === undefined) {
      text += ' ';
      continue;
    }
    text += extension;
    index++;
  }
  return text;
}
