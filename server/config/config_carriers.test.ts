// The carriers file: every error is reported at once with its place, secrets come from elsewhere, and no error shows one.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defineCarrierKind } from '../carrier/kind.ts';
import { carrierKinds } from '../carrier/kinds.ts';
import { readCarriersConfig } from './config_carriers.ts';
import { readConfig } from './config_core.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carriers-'));
  mkdirSync(join(folder, 'secrets'));
  writeFileSync(join(folder, 'secrets', 'password'), 'canary-of-a-file\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

function read(document: unknown, environment: NodeJS.ProcessEnv = {}) {
  const path = join(folder, 'carriers.json');
  writeFileSync(path, typeof document === 'string' ? document : JSON.stringify(document));
  return readCarriersConfig({ TEXTRELAY_CARRIERS_FILE: path, ...environment }, kinds);
}
/** A kind with settings of every sort. */
const kinds = [
  ...carrierKinds,
  defineCarrierKind({
    kind: 'wire',
    settings: Type.Object({
      host: Type.String({ minLength: 1, maxLength: 255 }),
      port: Type.Integer({ minimum: 1, maximum: 65_535 }),
      password: Type.String({ minLength: 4 }),
      windows: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 3 })),
      mode: Type.Optional(Type.Union([Type.Literal('udh'), Type.Literal('payload')], { default: 'udh' })),
      tls: Type.Optional(
        Type.Object(
          { ca: Type.String(), name: Type.Optional(Type.String()) },
          { additionalProperties: false },
        ),
      ),
      most: Type.Optional(Type.Integer({ default: 7 })),
    }),
    errorsOf: ({ host, port }) => (host === 'self' && port === 1 ? ['host must not be self on port 1'] : []),
    create: () => {
      throw new Error('nothing is created here');
    },
  }),
];
const wire = { name: 'main', kind: 'wire', host: 'smsc.example', port: 2775, password: 'canary' };
const shown = ({ carriers }: ReturnType<typeof readCarriersConfig>) =>
  carriers.map(({ name, kind, priority, sender }) => ({ name, kind: kind.kind, priority, sender }));

test('without any variable there is no carrier', () => {
  const none = { carriers: [], hasSimulated: false, errors: [], secretNames: [] };
  expect(readCarriersConfig({})).toEqual(none);
  expect(readCarriersConfig({ TEXTRELAY_CARRIERS_FILE: '', TEXTRELAY_SIMULATED_CARRIER: '' })).toEqual(none);
});

test('carriers are in the order of their priorities, then of their names', () => {
  const config = read({
    carriers: [
      { name: 'b', kind: 'simulated' },
      { ...wire, name: 'z', priority: 1, sender: '+1 (201) 555-0123' },
      { ...wire, name: 'a', sender: 'Acme' },
    ],
  });
  expect(config.errors).toEqual([]);
  expect(shown(config)).toEqual([
    { name: 'z', kind: 'wire', priority: 1, sender: '+12015550123' },
    { name: 'a', kind: 'wire', priority: 50, sender: 'Acme' },
    { name: 'b', kind: 'simulated', priority: 50, sender: null },
  ]);
});

describe('the simulated carrier', () => {
  test('the simulated carrier is nobody’s shared sender, and the last to be asked', () => {
    const config = readCarriersConfig({ TEXTRELAY_SIMULATED_CARRIER: 'true' });
    expect(shown(config)).toEqual([{ name: 'simulated', kind: 'simulated', priority: 100, sender: null }]);
    expect(readCarriersConfig({ TEXTRELAY_SIMULATED_CARRIER: 'false' }).carriers).toEqual([]);
    const { errors } = read({ carriers: [{ name: 'x', kind: 'simulated', sender: 'Acme' }] });
    expect(errors).toEqual([expect.stringMatching(/\.sender is not for a simulated carrier/)]);
  });

  test('stands beside those of the file, but not beside one of its name', () => {
    const both = { TEXTRELAY_SIMULATED_CARRIER: 'true' };
    expect(shown(read({ carriers: [{ name: 'own', kind: 'simulated' }] }, both))).toHaveLength(2);
    expect(read({ carriers: [{ name: 'simulated', kind: 'simulated' }] }, both).errors).toEqual([
      'TEXTRELAY_CARRIERS_FILE carriers: more than one is called simulated',
    ]);
  });

  test('the simulated carrier is refused in production, wherever it is named', () => {
    const production = { NODE_ENV: 'production' };
    const error = [expect.stringMatching(/simulated.*production/)];
    expect(readCarriersConfig({ TEXTRELAY_SIMULATED_CARRIER: 'true', ...production }).errors).toEqual(error);
    expect(read({ carriers: [{ name: 'x', kind: 'simulated' }] }, production).errors).toEqual(error);
  });
});

describe('settings of a kind', () => {
  test('reach it with its defaults, without what all carriers have', () => {
    expect(read({ carriers: [wire] }).carriers[0]?.settings).toEqual({
      host: 'smsc.example',
      port: 2775,
      password: 'canary',
      mode: 'udh',
      most: 7,
    });
  });

  test('settings of a kind have all their errors named at once, wherever they are, and no value with them', () => {
    const faulty = {
      ...wire,
      host: '',
      port: '2775',
      password: 'can',
      windows: [1, 'canary', 0],
      mode: 'canary',
      tls: { name: 5, canary: 1 },
      most: null,
      hots: 'canary',
    };
    const { port: _, ...without } = wire;
    const { errors } = read({
      carriers: [wire, faulty, { ...without, name: 'other', windows: [1, 2, 3, 4] }],
    });
    expect(errors.map((error) => error.replace('TEXTRELAY_CARRIERS_FILE ', '')).sort()).toEqual([
      'carriers[1].host must not have fewer than 1 characters',
      'carriers[1].hots is not known',
      'carriers[1].mode must be one of udh, payload',
      'carriers[1].most must be a whole number',
      'carriers[1].password must not have fewer than 4 characters',
      'carriers[1].port must be a whole number',
      'carriers[1].tls.ca is missing',
      'carriers[1].tls.canary is not known',
      'carriers[1].tls.name must be a text',
      'carriers[1].windows[1] must be a whole number',
      'carriers[1].windows[2] must be >= 1',
      'carriers[2].port is missing',
      'carriers[2].windows must not have more than 3 items',
    ]);
  });

  test('settings of a kind are judged by the kind itself once their form is right', () => {
    expect(read({ carriers: [{ ...wire, host: 'self', port: 1 }] }).errors).toEqual([
      'TEXTRELAY_CARRIERS_FILE carriers[0].host must not be self on port 1',
    ]);
  });
});

describe('secrets', () => {
  test('come from a variable or from a file beside the carriers file, at any depth', () => {
    const { carriers, errors, secretNames } = read(
      {
        carriers: [
          {
            ...wire,
            password: 'env:MAIN_PASSWORD',
            tls: { ca: 'file:secrets/password', name: 'environment' },
          },
          { ...wire, name: 'spare', password: `file:${join(folder, 'secrets', 'password')}` },
        ],
      },
      { MAIN_PASSWORD: 'canary-of-a-variable' },
    );
    expect(errors).toEqual([]);
    expect(carriers.map(({ settings }) => settings)).toMatchObject([
      { password: 'canary-of-a-variable', tls: { ca: 'canary-of-a-file', name: 'environment' } },
      { password: 'canary-of-a-file' },
    ]);
    expect(secretNames).toEqual(['MAIN_PASSWORD']);
  });
});

describe('errors', () => {
  test.each<[string, unknown, string[]]>([
    ['no JSON', '{', ['is not JSON: line 1']],
    ['no list', {}, ['must have a list "carriers"']],
    ['a list at the top', [], ['must have a list "carriers"']],
    ['null', 'null', ['must have a list "carriers"']],
    ['another name at the top', { carriers: [], carrier: [] }, ['carrier is not known']],
    ['no object', { carriers: ['x', null, []] }, [0, 1, 2].map((i) => `carriers[${i}] must be an object`)],
    ['nothing said', { carriers: [{}] }, ['carriers[0].name is missing', 'carriers[0].kind is missing']],
    [
      'another kind',
      { carriers: [{ name: 'x', kind: 'pigeon', port: 0 }] },
      [expect.stringMatching(/^carriers\[0\]\.kind must be one of .*simulated/)],
    ],
    [
      'several at once, in several carriers',
      {
        carriers: [
          { name: 'Main', kind: 'simulated', priority: 0, colour: 'red' },
          { name: 'x', kind: 'simulated', priority: 'high', sender: 5 },
          { name: 'x'.repeat(33), kind: 'simulated', priority: 101 },
          { name: 'y', kind: 'simulated', priority: 1.5, sender: '0201 555' },
          { name: 'z', kind: 'simulated', sender: '' },
        ],
      },
      [
        'carriers[0].colour is not known',
        expect.stringMatching(/^carriers\[0\]\.name must match pattern/),
        'carriers[0].priority must be >= 1',
        'carriers[1].priority must be a whole number',
        'carriers[1].sender must be a text',
        expect.stringMatching(/^carriers\[2\]\.name must match pattern/),
        'carriers[2].priority must be <= 100',
        'carriers[3].priority must be a whole number',
        'carriers[4].sender must be a number like +12015550123, a short code or a name',
      ],
    ],
    [
      'a name twice',
      { carriers: [1, 2].map(() => ({ name: 'x', kind: 'simulated' })) },
      ['carriers: more than one is called x'],
    ],
    [
      'too many',
      { carriers: Array.from({ length: 21 }, (_, i) => ({ name: `c${i}`, kind: 'simulated' })) },
      ['carriers must have at most 20 entries'],
    ],
  ])('%s', (_name, document, expected) => {
    const { carriers, errors } = read(document);
    expect(carriers).toEqual([]);
    const bare = expected.map((error) =>
      typeof error === 'string' ? `TEXTRELAY_CARRIERS_FILE ${error}` : error,
    );
    expect(errors).toHaveLength(expected.length);
    for (const [index, error] of errors.entries()) {
      const want = bare[index];
      if (typeof want === 'string') expect(error).toBe(want);
      else expect(error.replace('TEXTRELAY_CARRIERS_FILE ', '')).toEqual(want);
    }
  });

  test('a file that is too large', () => {
    expect(read(' '.repeat(1024 * 1024 + 1)).errors).toEqual([
      'TEXTRELAY_CARRIERS_FILE names a file of more than 1048576 bytes',
    ]);
  });

  test('a file that is not there', () => {
    expect(readCarriersConfig({ TEXTRELAY_CARRIERS_FILE: join(folder, 'none') }).errors).toEqual([
      `TEXTRELAY_CARRIERS_FILE names ${join(folder, 'none')}, which cannot be read (ENOENT)`,
    ]);
  });

  test('are named with everything else that is wrong', () => {
    const environment = {
      DATABASE_URL: 'mysql://x',
      TEXTRELAY_SERVICE_TOKEN: 't'.repeat(20),
      TEXTRELAY_CARRIERS_FILE: join(folder, 'none'),
      TEXTRELAY_SIMULATED_CARRIER: 'maybe',
    };
    expect(() => readConfig(environment)).toThrow(/DATABASE_URL[\s\S]*TEXTRELAY_SIMULATED_CARRIER/);
    expect(() => readConfig({ ...environment, TEXTRELAY_SIMULATED_CARRIER: '' })).toThrow(
      /DATABASE_URL[\s\S]*TEXTRELAY_CARRIERS_FILE/,
    );
  });

  test('a switch that is neither on nor off', () => {
    expect(readCarriersConfig({ TEXTRELAY_SIMULATED_CARRIER: 'maybe' }).errors).toEqual([
      expect.stringMatching(/^TEXTRELAY_SIMULATED_CARRIER /),
    ]);
  });

  test('no document whatever throws, and carriers come only without errors', () => {
    const carrier = fc.record(
      {
        name: fc.oneof(fc.string(), fc.constant('a')),
        kind: fc.oneof(fc.constantFrom('smpp', 'http', 'simulated'), fc.jsonValue()),
        priority: fc.oneof(fc.integer(), fc.jsonValue()),
        sender: fc.oneof(fc.string(), fc.jsonValue()),
        __proto__: fc.jsonValue(),
        toString: fc.jsonValue(),
        port: fc.jsonValue(),
        password: fc.oneof(fc.constantFrom('env:X', 'file:/', 'file:\u0000'), fc.jsonValue()),
      },
      { requiredKeys: [] },
    );
    const documents = fc.oneof(fc.jsonValue(), fc.record({ carriers: fc.array(carrier) }));
    fc.assert(
      fc.property(documents, (document) => {
        const { carriers, errors } = read(document);
        expect(carriers.length === 0 || errors.length === 0).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

test('a secret that is missing is one error, and not two', () => {
  const { errors } = read({ carriers: [{ ...wire, password: 'env:N', port: 0 }] });
  expect(errors).toEqual([
    'TEXTRELAY_CARRIERS_FILE carriers[0].password names the variable N, which is not set',
    'TEXTRELAY_CARRIERS_FILE carriers[0].port must be >= 1',
  ]);
});
