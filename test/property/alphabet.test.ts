// The core counts and splits texts, and the agent encodes them. They share no code, so each character is tried with both.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromSeptets, toSeptets } from '../../device-agent/pdu/gsm7.ts';
import { encodeUserData, type Part } from '../../device-agent/pdu/user_data.ts';
import { measureText, splitText } from '../../server/domain/messages/text.ts';

/** Septets that the agent's encoder makes of a character; empty for a character that it does not have. */
function septetsOf(character: string): number {
  try {
    return toSeptets(character).length;
  } catch {
    return 0;
  }
}

/** Septets that the core counts for a character: 160 characters of one septet take one part, and of two septets three. */
function weightOf(character: string): number {
  if (measureText(character, 8).encoding !== 'gsm7') return 0;
  return measureText(character.repeat(160), 8).segments === 1 ? 1 : 2;
}

test('every character of the basic plane has the same length in the core and on the air', () => {
  const differing: number[] = [];
  let inAlphabet = 0;
  for (let code = 0; code <= 0xffff; code++) {
    const character = String.fromCharCode(code);
    const septets = septetsOf(character);
    if (septets !== weightOf(character)) differing.push(code);
    if (septets === 0) continue;
    inAlphabet++;
    expect(fromSeptets(toSeptets(character))).toBe(character);
  }
  expect({ differing, inAlphabet }).toEqual({ differing: [], inAlphabet: 137 });
});

test('every part that the core makes fits its PDU', () => {
  const unit = fc.constantFrom(...'aé€{}~ç😀ж', '\n');
  const bodies = fc.oneof(
    fc.string({ unit, minLength: 1, maxLength: 400 }),
    fc.string({ unit: fc.constantFrom('a', '€'), minLength: 140, maxLength: 500 }),
  );
  fc.assert(
    fc.property(bodies, fc.constantFrom(8 as const, 16 as const), (body, referenceBits) => {
      const { encoding, parts } = splitText(body, referenceBits);
      for (const [index, text] of parts.entries()) {
        const part: Part = { text, number: index + 1, total: parts.length, reference: 255, referenceBits };
        expect(encodeUserData(part, encoding).octets.length).toBeLessThanOrEqual(140);
      }
    }),
  );
});
