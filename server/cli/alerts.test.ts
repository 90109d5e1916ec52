// `alerts`: what is asked of the core, and what a person or a program sees.
import { expect, test } from 'vitest';
import { provideCore } from './testing/provide_core.ts';
import { alertTargets } from './testing/service_health.ts';

const { asked, type, typeJson } = provideCore();

test('alerts are listed with their severity and when they were reported', async () => {
  expect((await type('alerts list')).out.split('\n')).toEqual([
    'SINCE                     LEVEL     ALERT                                             REPORTED                  OVER',
    '2026-11-20T10:00:00.000Z  critical  No core can submit through the carrier main?[31m  2026-11-20T10:05:00.000Z  -',
    '',
  ]);
  expect(await typeJson('alerts list')).toEqual({
    alerts: [
      {
        rule: 'TextrelayCarrierDown',
        summary: 'No core can submit through the carrier main\u001b[31m',
        action: 'Look at it.',
        critical: true,
        since: '2026-11-20T10:00:00.000Z',
        reported_at: '2026-11-20T10:05:00.000Z',
        over_at: null,
      },
    ],
  });
  expect(asked()).toEqual([
    ['listAlerts', {}],
    ['listAlerts', {}],
  ]);
});

test('a test is taken by all, by some, or goes to nobody; only the first is exit code 0', async () => {
  expect(await type('alerts test')).toMatchObject({ code: 0, out: 'TARGET  TEST\nmail 1  taken\n' });
  alertTargets.push({ name: 'post', error: 'it answered 404' });
  expect(await type('alerts test')).toMatchObject({
    code: 1,
    out: 'TARGET  TEST\nmail 1  taken\npost    it answered 404\n',
  });
  alertTargets.length = 0;
  expect(await type('alerts test')).toMatchObject({
    code: 1,
    out: expect.stringContaining('nobody gets alerts'),
  });
});
