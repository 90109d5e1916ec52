// Who mistypes a known name is answered which one, and who types another is not.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createNearest, nearestName } from './nearest_name.ts';

const known = ['address', 'client_ref', 'send_at', 'urgent', 'dry_run', 'route'];
const nearest = createNearest(known, () => 2);
const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz', '0', '\u00e9', '\u0456');

/** What is changed where: a letter dropped, added, replaced, or swapped with the next one. */
const change = (...kinds: string[]) => fc.tuple(fc.nat(), letter, fc.constantFrom(...kinds));
/** A letter that is swapped is changed by nothing else. */
const changes = fc.oneof(
  fc.array(change('drop', 'add', 'replace'), { maxLength: 2 }),
  change('swap').map((swap) => [swap]),
);

test('two changes of a name are found, whatever they are, and so are its case and what stands between', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...known),
      changes,
      fc.boolean(),
      fc.constantFrom('', '-', '_', ' '),
      (name, made, isLoud, between) => {
        let typed = made.length > 0 ? name : name.replaceAll('_', between);
        for (const [place, other, kind] of made) {
          const at = place % typed.length;
          const [before, own, after] = [typed.slice(0, at), typed.slice(at, at + 1), typed.slice(at + 1)];
          if (kind === 'drop') typed = before + after;
          if (kind === 'add') typed = before + other + own + after;
          if (kind === 'replace') typed = before + other + after;
          if (kind === 'swap') typed = before + after.slice(0, 1) + own + after.slice(1);
        }
        expect(nearest(isLoud ? typed.toUpperCase() : typed)).toBeDefined();
      },
    ),
    { numRuns: 2_000 },
  );
});

test.each(known)('%s is nearest to itself', (name) => {
  for (const typed of [name, name.toUpperCase(), `-${name.replaceAll('_', ' ')}_`])
    expect(nearest(typed)).toBe(name);
});

test.each([
  '',
  '_',
  'to',
  'text',
  'metadata',
  'addresses_of',
  'clients',
  'x'.repeat(10_000),
  'tnegru',
  'sserdda',
  'sender',
])('%j is none of them', (typed) => expect(nearest(typed)).toBeUndefined());

test('of several that are near, the one with the fewest changes is meant', () => {
  expect(createNearest(['limit', 'limits'], () => 2)('limitss')).toBe('limits');
  expect(nearestName('CORE_LSITEN', ['GATEWAY_LISTEN', 'CORE_LISTEN'])).toBe('CORE_LISTEN');
});
