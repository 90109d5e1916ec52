// `texts list | show | cancel`: what is asked of the core, and that the words of a text are shown to nobody.
import { afterEach, expect, test } from 'vitest';
import { provideCore } from './testing/provide_core.ts';
import { accountId, at, text } from './testing/samples.ts';

const { asked, type, typeJson } = provideCore();

const outputs: string[] = [];
const typed = async (line: string) => {
  const [shown, json] = [await type(line), await typeJson(line)];
  outputs.push(shown.out, JSON.stringify(json));
  return { lines: shown.out.split('\n'), json };
};
afterEach(() => {
  expect(outputs.splice(0).join()).not.toContain(text.body);
});

const json = {
  ...{ id: 41, address: '(201) 555-0123', address_norm: '+12015550123', client_ref: 'order-7' },
  ...{ created_at: '2026-11-20T10:00:00.000Z', send_at: null, sent_at: null, delivered_at: null },
  ...{ status: 'sending', route: 'device', device_id: 1, sim: 2, carrier: null, charged: null },
  ...{ error: null, segments: 1 },
};

test('texts list shows whom texts went to, how and what became of them, and where the page ends', async () => {
  const shown = await typed(`texts list ${accountId}`);
  expect(shown.lines).toEqual([
    'ID  CREATED                   NUMBER        STATUS   ROUTE   WAY         ERROR',
    '41  2026-11-20T10:00:00.000Z  +12015550123  sending  device  device 1/2  -',
    'more: the same with --before 41',
    '',
  ]);
  expect(shown.json).toEqual({ texts: [json], next_before: 41 });
});

test('texts list asks for what was typed and for nothing else', async () => {
  const filters =
    '--direction out --status failed --route device --address +12015550123 --from 2026-11-20 --to 2026-11-20T12:30:00+02:00 --key 3';
  await type(`texts list ${accountId} ${filters} --limit 500 --before 41`);
  await type(`texts list ${accountId}`);
  const none = { direction: '', status: '', route: '', address: '' };
  expect(asked()).toMatchObject([
    [
      'listMessages',
      {
        ...{ accountId, limit: 500, before: 41n },
        filter: {
          ...{ direction: 'out', status: 'failed', route: 'device', address: '+12015550123' },
          ...{ from: at('2026-11-20T00:00:00Z'), to: at('2026-11-20T10:30:00Z'), keyId: 3n },
        },
      },
    ],
    ['listMessages', { accountId, limit: 50, filter: none }],
  ]);
});

test('texts show lists each step and what the text waits for, without control characters', async () => {
  const shown = await typed(`texts show ${accountId} 41`);
  expect(shown.lines).toEqual([
    'id         41',
    'number     +12015550123',
    'status     sending',
    'route      device',
    'way        device 1/2',
    'error      -',
    'waits for  It waits for desk to come back.',
    'deadline   -',
    '',
    'AT                        STEP         WHAT                 CODE',
    '2026-11-20T10:00:00.000Z  accepted     The service has it.  -',
    '2026-11-20T10:00:01.000Z  handed_over  desk?[31m has it.    -',
    '',
  ]);
  expect(shown.json).toMatchObject({
    text: { ...json, deadline_at: null },
    events: [{ kind: 'accepted' }, { kind: 'handed_over', device_id: 1, sim: 2, carrier: null }],
    waiting_for: 'It waits for desk to come back.',
  });
});

test('texts cancel asks for that text', async () => {
  expect((await typed(`texts cancel ${accountId} 41`)).json).toEqual({ text: json });
  expect(asked()[0]).toEqual(['cancelMessage', { accountId, target: { case: 'id', value: 41n } }]);
});

test.each([
  '--status lost',
  '--direction up',
  '--route pigeon',
  '--from yesterday',
  '--to 2026-13-01',
  '--limit 501',
  '--limit 0',
  '--before 0',
])('texts list %s is refused before the core is asked', async (flags) => {
  const { code, error } = await type(`texts list ${accountId} ${flags}`);
  expect([code, error.split('\n').length, asked()]).toEqual([2, 2, []]);
});
