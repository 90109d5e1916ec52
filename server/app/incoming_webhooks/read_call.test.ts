// Bodies of calls as other programs send them.
import { expect, test } from 'vitest';
import { fillCall, readCall } from './read_call.ts';

const call = (body: string, isForm = false) => readCall({ body: Buffer.from(body), isForm, headers: {} });
const settings = {
  ...{ recipients: ['+1'], recipientsField: null, textsPerHour: 1, sender: null, isUrgent: false },
  ...{ template: '{{id}}: {{amount}}', eventId: '{{id}}' },
};
const textOf = (body: string) => {
  const { body: text, eventId } = fillCall(settings, call(body));
  return [text, eventId];
};

test('numbers stay as they are written, so that neighbours of 64 bits are two events', () => {
  expect(textOf('{"id":9007199254740993,"amount":12.50}')).toEqual([
    '9007199254740993: 12.50',
    '9007199254740993',
  ]);
  expect(textOf('{"id":1234567890123456789012345,"amount":1e3}')[0]).toBe('1234567890123456789012345: 1e3');
  expect(textOf('{"id":-0.10,"amount":[]}')[0]).toBe('-0.10: {{amount}}');
});

test('a mark of byte order is passed over', () => {
  expect(textOf('\uFEFF{"id":1,"amount":2}')).toEqual(['1: 2', '1']);
});

test('JSON in a form’s one field payload is the call, and any other form is its fields', () => {
  const packed = `payload=${encodeURIComponent('{"id":9007199254740993}')}`;
  expect(call(packed, true).body).toEqual({ id: '9007199254740993' });
  expect(call(`${packed}&x=1`, true).body).toEqual({ payload: '{"id":9007199254740993}', x: '1' });
  expect(call('payload=plain', true).body).toEqual({ payload: 'plain' });
  expect(() => call('payload=%7Bno', true)).toThrow('the request body must be valid JSON');
});

test.each(['{"id":1}', ' [1]'])('%s that is sent as a form is refused, with what to do', (body) => {
  expect(() => call(body, true)).toThrow('send Content-Type: application/json');
});
