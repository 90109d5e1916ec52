// The settings of the carriers file, and the line to the SMSC that they make: TLS with whose certificate.
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../../runtime/clock.ts';
import { createLog } from '../../../runtime/log.ts';
import { until } from '../../../runtime/testing/until.ts';
import { type Authority, createAuthority } from '../../../test/support/certificates.ts';
import { openCarrier, submissionOf } from '../../../test/support/smsc/open_carrier.ts';
import { Smsc } from '../../../test/support/smsc/smsc.ts';
import { errorsOfObject } from '../../config/config_errors.ts';
import type { Carrier } from '../carrier.ts';
import { smppKind } from './smpp_kind.ts';

const least = { host: 'smpp.example.com', port: 2775, system_id: 'relay', password: 'secret' };
const errorsOf = (settings: object) => [
  ...errorsOfObject(smppKind.settings, settings as Record<string, unknown>, 'carrier'),
  ...smppKind.errorsOf(settings),
];

describe('settings', () => {
  test('the least, and all of them', () => {
    expect(errorsOf(least)).toEqual([]);
    expect(
      errorsOf({
        ...least,
        tls: { server_name: 'smpp.example.com' },
        system_type: 'ext',
        connections: 8,
        window: 1_000,
        texts_per_second: 50,
        enquire_after_s: 60,
        response_timeout_s: 10,
        default_alphabet: 'latin1',
        long_texts: 'message_payload',
        receipt_id: 'hex_to_decimal',
        validity: 'off',
        service_type: 'CMT',
        source_ton: 5,
        source_npi: 0,
        destination_ton: 1,
        destination_npi: 1,
      }),
    ).toEqual([]);
  });

  test.each([
    [{ host: '' }, 'carrier.host'],
    [{ host: 'smpp://example.com' }, 'carrier.host'],
    [{ port: 0 }, 'carrier.port'],
    [{ system_id: '1234567890123456' }, 'carrier.system_id'],
    [{ password: '123456789' }, 'carrier.password'],
    [{ password: 'schlüssel'.slice(0, 8) }, 'carrier.password'],
    [{ connections: 9 }, 'carrier.connections'],
    [{ window: 0 }, 'carrier.window'],
    [{ texts_per_second: 0 }, 'carrier.texts_per_second'],
    [{ default_alphabet: 'ascii' }, 'carrier.default_alphabet'],
    [{ tls: 'yes' }, 'carrier.tls'],
    [{ tls: { certificate: 'x' } }, 'carrier.tls'],
    [{ tls: { ca: 'nothing' } }, 'tls.ca must be a PEM certificate'],
    [{ colour: 'red' }, 'carrier.colour is not known'],
  ])('%j is an error at its place', (settings, place) => {
    const errors = errorsOf({ ...least, ...settings });
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(new RegExp(`^${place}`));
  });

  test.each([
    [{}, { unit: 'segment', receipts: true, window: 100 }],
    [
      { connections: 8, window: 1_000, long_texts: 'sar' },
      { unit: 'segment', receipts: true, window: 1_000 },
    ],
    [
      { connections: 2, window: 10, long_texts: 'message_payload' },
      { unit: 'message', receipts: true, window: 20 },
    ],
  ])('%j makes a carrier that takes %j', (settings, caps) => {
    const log = createLog('test', 'silent');
    const context = { name: 'main', clock: systemClock, log, random: () => 0 };
    expect(smppKind.create({ ...least, ...settings }, context).caps).toEqual(caps);
  });
});

// TLS is on the machine's time.
describe('TLS', () => {
  let authority: Authority;
  let smsc: Smsc | undefined;
  const carriers: Carrier[] = [];
  const open = (port: number, settings: object) => {
    const { carrier } = openCarrier(systemClock, port, settings);
    carriers.push(carrier);
    return carrier;
  };
  beforeAll(async () => {
    authority = await createAuthority();
  });
  afterEach(async () => {
    await Promise.all(carriers.splice(0).map((carrier) => carrier.stop()));
    await smsc?.close();
  });

  const submitThrough = async (names: string[], tls: object | boolean) => {
    smsc = await Smsc.start({ tls: await authority.issue({ names }) });
    const carrier = open(smsc.port, { tls });
    await until(() => carrier.capacity() > 0 || !/connecting$/.test(carrier.health().detail));
    return carrier.capacity() > 0
      ? carrier.submit(submissionOf('hello', { expiresAtMs: Date.now() + 3_600_000 }))
      : carrier.health();
  };

  test('with the authority of the file, to the host or to another name', async () => {
    const { cert: ca } = authority;
    expect(await submitThrough(['127.0.0.1'], { ca })).toMatchObject({ kind: 'accepted' });
    await smsc?.close();
    const server_name = 'smpp.example.com';
    expect(await submitThrough([server_name], { ca, server_name })).toMatchObject({ kind: 'accepted' });
  });

  test('with the wrong name, or an authority that nobody knows, nothing is reported to the other side', async () => {
    const { cert: ca } = authority;
    expect(await submitThrough(['smpp.example.com'], { ca })).toEqual({
      up: false,
      detail: '0 of 1 connections bound; the connection failed (ERR_TLS_CERT_ALTNAME_INVALID)',
    });
    expect(smsc?.sessions.flatMap(({ received }) => received)).toEqual([]);
    await smsc?.close();
    expect(await submitThrough(['127.0.0.1'], true)).toMatchObject({ up: false });
    expect(smsc?.sessions.flatMap(({ received }) => received)).toEqual([]);
  });

  test('is not spoken where it is false', async () => {
    smsc = await Smsc.start();
    const carrier = open(smsc.port, { tls: false });
    await until(() => carrier.capacity() > 0);
  });

  test('an SMSC that does not speak TLS is not spoken to', async () => {
    smsc = await Smsc.start();
    const carrier = open(smsc.port, { tls: true });
    await until(() => smsc?.sessions.length === 1);
    smsc.sessions[0]?.raw(Buffer.from('no'.repeat(20)));
    await until(() => /failed/.test(carrier.health().detail));
  });
});
