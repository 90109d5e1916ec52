import { describe, expect, test } from 'vitest';
import {
  cutText,
  fillIncomingWebhook,
  nameEvent,
  recipientsAt,
  wrongPath,
  wrongTemplate,
} from './incoming_webhook.ts';

const call = {
  headers: { 'x-github-event': 'push' },
  body: {
    status: 'firing',
    count: 3,
    none: null,
    text: '{{status}} $& \u0000\ud800!',
    alerts: [{ labels: { host: 'a' } }, { labels: { host: 'b' } }, { labels: {} }],
  },
};

test('fields are filled in by their paths, and what they hold is filled in no further', () => {
  const filled = fillIncomingWebhook(
    '{{status}} {{ count }} {{alerts.1.labels.host}} {{alerts.*.labels.host}} {{header.x-github-event}} {{text}}',
    call,
  );
  expect(filled).toEqual({ text: 'firing 3 b a, b push {{status}} $& \ufffd!', missing: [] });
});

test('what a call does not have itself is named once, and stands as it was written', () => {
  const paths = ['none', 'alerts', 'alerts.3.labels', 'constructor.name', '__proto__', 'alerts.length'];
  const template = [...paths, 'none'].map((path) => `{{${path}}}`).join(' ');
  expect(fillIncomingWebhook(template, call)).toEqual({ text: template, missing: paths });
});

test('a template has 50 fields, a path 10 steps, a step 64 characters, and one more is refused', () => {
  expect(wrongTemplate('{{a}}'.repeat(50))).toBeUndefined();
  expect(wrongTemplate('{{a}}'.repeat(51))).toMatch(/more than 50/);
  expect(wrongPath(Array(10).fill('a').join('.'))).toBeUndefined();
  expect(wrongPath(Array(11).fill('a').join('.'))).toMatch(/more than 10/);
  expect(wrongPath('a'.repeat(64))).toBeUndefined();
  expect(wrongPath('a'.repeat(65))).toMatch(/more than 64/);
});

test('a name with dots in it stands in quotation marks', () => {
  const body = { labels: { 'app.kubernetes.io/name': 'shop', 'a-b': { 'c.d': [1, 2] } }, 'x[0]': 'y' };
  const filled = fillIncomingWebhook(
    '{{labels["app.kubernetes.io/name"]}} {{labels.a-b["c.d"].1}} {{labels["a-b"]["c.d"].*}} {{x[0]}}',
    { headers: {}, body },
  );
  expect(filled).toEqual({ text: 'shop 2 1, 2 y', missing: [] });
  for (const wrong of ['a["b"]c', 'a[""]', '["a"].', 'a.["b"].'])
    expect([wrong, wrongPath(wrong)]).toEqual([wrong, 'has an empty step']);
});

test.each(['{{}}', '{{ }}', '{{a..b}}', '{{a', 'a}}', '{{header.authorization}}'])(
  'the template %s is refused',
  (template) => {
    expect(wrongTemplate(template)).toBeDefined();
  },
);

test('a text of 1600 characters stays, and a longer one ends with a mark', () => {
  const whole = '\u{1f600}'.repeat(1600);
  expect(cutText(whole)).toEqual({ body: whole, isCut: false });
  expect(cutText(`${whole}!`)).toEqual({ body: `${'\u{1f600}'.repeat(1597)}...`, isCut: true });
});

test('recipients are one number, several with commas between, or a list, each once', () => {
  const to = (body: unknown) => recipientsAt({ headers: {}, body }, 'to');
  expect(to({ to: '+1, +2,+1' })).toEqual(['+1', '+2']);
  expect(to({ to: ['+1', 2, null, ' '] })).toEqual(['+1', '2']);
  expect(to({ to: {} })).toEqual([]);
});

describe('a call of 255 KB whose values are named fifty times', () => {
  const entries = Array.from({ length: 100 }, (_, index) => `${index}`.padEnd(2_500, 'x'));
  const large = { headers: {}, body: { a: entries } };
  const template = '{{a.*}}'.repeat(50);

  test('makes no more than can be sent', () => {
    expect(fillIncomingWebhook(template, large).text.length).toBeLessThanOrEqual(3_202);
  });

  test('names its event by what it hashes to, which is another one for another call', () => {
    const { text, missing } = nameEvent(template, large);
    expect([text.length, missing]).toEqual([71, []]);
    expect(nameEvent(template, structuredClone(large)).text).toBe(text);
    const other = { headers: {}, body: { a: [...entries.slice(0, 99), 'y'] } };
    expect(nameEvent(template, other).text).not.toBe(text);
    expect(nameEvent('{{a.*}}'.repeat(49), large).text).not.toBe(text);
  });

  test('is read once, however often it is named', () => {
    let reads = 0;
    const counted = new Proxy(entries, {
      get(list, name, self) {
        if (name === 'slice') reads++;
        return Reflect.get(list, name, self);
      },
    });
    const call = { headers: {}, body: { a: counted } };
    nameEvent(template, call);
    fillIncomingWebhook(template, call);
    expect(reads).toBe(2);
  });
});

test('a short name of an event stays as it is written', () => {
  expect(nameEvent(' {{status}}-{{count}} ', call)).toEqual({ text: 'firing-3', missing: [] });
  expect(nameEvent('{{none}}', call)).toEqual({ text: '{{none}}', missing: ['none'] });
  const at = (length: number) =>
    nameEvent('{{a}}', { headers: {}, body: { a: 'x'.repeat(length) } }).text.length;
  expect([at(1_000), at(1_001)]).toEqual([1_000, 71]);
});
