import { expect, test } from 'vitest';
import { cutText, depthOf, fillHook, recipientsAt, wrongPath, wrongTemplate } from './hook.ts';

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
  const filled = fillHook(
    '{{status}} {{ count }} {{alerts.1.labels.host}} {{alerts.*.labels.host}} {{header.x-github-event}} {{text}}',
    call,
  );
  expect(filled).toEqual({ text: 'firing 3 b a, b push {{status}} $& \ufffd!', missing: [] });
});

test('what a call does not have itself is named once, and stands as it was written', () => {
  const paths = ['none', 'alerts', 'alerts.3.labels', 'constructor.name', '__proto__', 'alerts.length'];
  const template = [...paths, 'none'].map((path) => `{{${path}}}`).join(' ');
  expect(fillHook(template, call)).toEqual({ text: template, missing: paths });
});

test('a template has 50 fields, a path 10 steps, a step 64 characters, and one more is refused', () => {
  expect(wrongTemplate('{{a}}'.repeat(50))).toBeUndefined();
  expect(wrongTemplate('{{a}}'.repeat(51))).toMatch(/more than 50/);
  expect(wrongPath(Array(10).fill('a').join('.'))).toBeUndefined();
  expect(wrongPath(Array(11).fill('a').join('.'))).toMatch(/more than 10/);
  expect(wrongPath('a'.repeat(64))).toBeUndefined();
  expect(wrongPath('a'.repeat(65))).toMatch(/more than 64/);
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

test('the depth of a text is what is open at once, outside of strings', () => {
  expect(depthOf('[[1],{"a":["[[[[","\\"["]}]')).toBe(3);
  expect(depthOf('['.repeat(100_000))).toBe(100_000);
});
