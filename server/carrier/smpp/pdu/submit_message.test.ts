import { describe, expect, test } from 'vitest';
import { submissionOf } from '../../../../test/support/smsc/open_carrier.ts';
import { refOfReceipt, refOfResponse } from './receipt.ts';
import { fromSmppAddress, type SubmitSettings, toSmppAddress, toSubmitMessage } from './submit_message.ts';

const settings: SubmitSettings = {
  serviceType: '',
  source: {},
  destination: {},
  alphabet: 'gsm7',
  longTexts: 'udh',
  validity: 'relative',
};
const nowMs = Date.parse('2026-03-10T12:00:00.000Z');

describe('validity_period', () => {
  const validity = (expiresAt: string, validity: SubmitSettings['validity']) =>
    toSubmitMessage(
      submissionOf('hello', { expiresAtMs: Date.parse(expiresAt) }),
      { ...settings, validity },
      nowMs,
    ).validity;

  test.each([
    ['2026-03-10T12:00:00.400Z', '000000000001000R'],
    ['2026-03-10T12:01:01.000Z', '000000000101000R'],
    ['2026-03-11T11:59:59.000Z', '000000235959000R'],
    ['2026-03-13T13:00:00.000Z', '000003010000000R'],
    ['2027-03-13T13:00:00.000Z', '000031010000000R'],
  ])('validity_period until %s is the time left: %s', (expiresAt, wanted) => {
    expect(validity(expiresAt, 'relative')).toBe(wanted);
    expect(wanted).toHaveLength(16);
  });

  test('validity_period is as an instant in UTC, or not at all', () => {
    expect(validity('2026-03-11T11:58:59.700Z', 'absolute')).toBe('260311115859700+');
    expect(validity('2026-03-11T11:58:59.700Z', 'off')).toBe('');
  });
});

describe('addresses', () => {
  test.each([
    ['+15005550100', { ton: 1, npi: 1, address: '15005550100' }],
    ['12345', { ton: 3, npi: 0, address: '12345' }],
    ['Bank 24', { ton: 5, npi: 0, address: 'Bank 24' }],
    ['015005550100', { ton: 0, npi: 1, address: '015005550100' }],
  ])('%s', (text, address) => expect(toSmppAddress(text)).toEqual(address));

  test('the operator overrules the types, also with 0', () => {
    expect(toSmppAddress('+15005550100', { ton: 0, npi: 0 })).toEqual({
      ton: 0,
      npi: 0,
      address: '15005550100',
    });
    const message = toSubmitMessage(
      submissionOf('hello'),
      { ...settings, source: { ton: 5 }, destination: { npi: 9 } },
      nowMs,
    );
    expect(message).toMatchObject({ sourceTon: 5, sourceNpi: 1, destinationTon: 1, destinationNpi: 9 });
  });

  test('international numbers come back with their plus, and nothing else does', () => {
    expect(fromSmppAddress(1, '15005550100')).toBe('+15005550100');
    expect(fromSmppAddress(1, '+15005550100')).toBe('+15005550100');
    expect(fromSmppAddress(0, '15005550100')).toBe('15005550100');
    expect(fromSmppAddress(1, '12345')).toBe('12345');
    expect(fromSmppAddress(5, '15005550100')).toBe('15005550100');
  });
});

describe('names of texts', () => {
  test.each([
    ['as_is', '00AF', '00AF'],
    ['hex_to_decimal', '175', '00AF'],
    ['hex_to_decimal', '000175', 'af'],
    ['decimal_to_hex', 'AF', '175'],
    ['decimal_to_hex', '0000af', '00175'],
    // The receipt's parameters often have the answer's form already.
    ['decimal_to_hex', '0000AF', '0000AF'],
    ['decimal_to_hex', 'x-1', 'x-1'],
  ] as const)('%s: %s is %s', (receiptId, answered, receipt) =>
    expect(refOfReceipt(receipt, receiptId)).toBe(refOfResponse(answered, receiptId)),
  );

  test('names of texts are taken as they are; zeros and case count', () => {
    expect(refOfResponse('00Af', 'as_is')).toBe('00Af');
    expect(refOfReceipt('00Af', 'as_is')).toBe('00Af');
    expect(refOfResponse('', 'as_is')).toBeNull();
  });
});
