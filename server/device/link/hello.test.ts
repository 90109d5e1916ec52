import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { describe, expect, test } from 'vitest';
import {
  DeviceProblem,
  DeviceStateSchema,
  HelloSchema,
  ReceiptSupport,
  SentMeans,
} from '../../../proto/gen/textrelay/v1/device_link_pb.ts';
import { DeviceConnection } from '../../../proto/gen/textrelay/v1/device_pb.ts';
import { ProtocolError } from '../reports.ts';
import { readState, steadied } from '../states.ts';
import { readHello } from './hello.ts';

const hello = (fields: MessageInitShape<typeof HelloSchema>) =>
  readHello(create(HelloSchema, { protocolVersion: 1, journalId: 'j', window: 1, ...fields }));
const state = (fields: MessageInitShape<typeof DeviceStateSchema>) =>
  readState(create(DeviceStateSchema, { ok: true, ...fields }));
const slots = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('a hello', () => {
  test('a hello that names no SIM has one, in slot 1', () => expect(hello({}).sims).toEqual([1]));

  test('a hello has its SIMs in order', () => expect(hello({ sims: [3, 1] }).sims).toEqual([1, 3]));

  test('a hello may say whether receipts come', () => {
    expect(
      [0, 1, 2].map((receipts) => hello({ receipts: receipts as ReceiptSupport }).givesReceipts),
    ).toEqual([null, false, true]);
  });

  test('loses the one character that cannot be stored', () =>
    expect(hello({ agentVersion: 'a\u0000b' }).agentVersion).toBe('ab'));

  test.each<[string, MessageInitShape<typeof HelloSchema>, MessageInitShape<typeof HelloSchema>]>([
    ['journal_id', { journalId: 'j'.repeat(64) }, { journalId: 'j'.repeat(65) }],
    ['journal_id', { journalId: 'j' }, { journalId: '' }],
    ['window', { window: 100 }, { window: 101 }],
    ['window', { window: 1 }, { window: 0 }],
    ['agent_version', { agentVersion: 'é'.repeat(64) }, { agentVersion: 'é'.repeat(65) }],
    ['driver', { driver: '📱'.repeat(64) }, { driver: '📱'.repeat(65) }],
    ['sims', { sims: slots(16) }, { sims: [...slots(16), 1] }],
    ['sim', { sims: [16] }, { sims: [17] }],
    ['sim', { sims: [1] }, { sims: [0] }],
    ['sim', { sims: [1, 2] }, { sims: [2, 1, 2] }],
    ['receipts', { receipts: ReceiptSupport.DELIVERY }, { receipts: 3 as ReceiptSupport }],
    ['sent_means', { sentMeans: SentMeans.HANDED_OFF }, { sentMeans: 3 as SentMeans }],
    ['oldest_protocol_version', { oldestProtocolVersion: 1 }, { oldestProtocolVersion: 2 }],
  ])('%s is bounded: %j is taken, %j is refused', (field, taken, refused) => {
    expect(() => hello(taken)).not.toThrow();
    expect(() => hello(refused)).toThrow(ProtocolError);
    expect(() => hello(refused)).toThrow(field);
  });
});

describe('a state', () => {
  test('a state is put into words', () => {
    const said = {
      ok: false,
      problem: DeviceProblem.PIN_REQUIRED,
      detail: 'PIN',
      signalPercent: 0,
      queueLength: 4,
      inboxFull: true,
    };
    expect(state(said)).toEqual({
      problem: 'pin_required',
      detail: 'PIN',
      signalPercent: 0,
      batteryPercent: null,
      queueLength: 4,
      inboxFull: true,
      connection: null,
      charging: null,
      model: '',
      appVersion: '',
    });
  });

  test('a phone says how it hears of its work, and what it is', () => {
    const said = { charging: false, model: 'Google/ori\u0000ole', appVersion: '1.68.0' };
    expect(state({ ...said, connection: DeviceConnection.POLLING })).toMatchObject({
      ...said,
      model: 'Google/oriole',
      connection: 'polling',
    });
  });

  test('what a newer agent says of the connection, and nobody here knows, is as nothing said', () =>
    expect(state({ connection: 9 as DeviceConnection }).connection).toBeNull());

  test('a signal or charge that hardly moves stays what it was, however often it is said', () => {
    let known = steadied(state({ batteryPercent: 57, signalPercent: 40 }), undefined);
    const kept: (number | null)[] = [];
    for (const batteryPercent of [56, 54, 53, 52, 51, 99, 100, 2, 0, undefined, 3]) {
      known = steadied(
        state({ ...(batteryPercent !== undefined && { batteryPercent }), signalPercent: 44 }),
        known,
      );
      kept.push(known.batteryPercent);
    }
    expect(kept).toEqual([57, 57, 57, 52, 52, 99, 100, 2, 0, null, 3]);
    expect(known.signalPercent).toBe(40);
  });

  test('a queue that cannot be counted is as long as can be', () =>
    expect(state({ queueLength: 2 ** 32 - 1 }).queueLength).toBe(2 ** 31 - 1));

  test.each<[string, MessageInitShape<typeof DeviceStateSchema>, MessageInitShape<typeof DeviceStateSchema>]>(
    [
      ['problem', { ok: false, problem: DeviceProblem.OTHER }, { ok: false, problem: 8 as DeviceProblem }],
      ['problem', { ok: true }, { ok: true, problem: DeviceProblem.ABSENT }],
      ['problem', { ok: false, problem: DeviceProblem.ABSENT }, { ok: false }],
      ['detail', { detail: '📶'.repeat(200) }, { detail: '📶'.repeat(201) }],
      ['signal_percent', { signalPercent: 100 }, { signalPercent: 101 }],
      ['battery_percent', { batteryPercent: 100 }, { batteryPercent: 101 }],
      ['model', { model: '📱'.repeat(100) }, { model: '📱'.repeat(101) }],
      ['app_version', { appVersion: 'é'.repeat(64) }, { appVersion: 'é'.repeat(65) }],
    ],
  )('%s is bounded: %j is taken, %j is refused', (field, taken, refused) => {
    expect(() => state(taken)).not.toThrow();
    expect(() => state(refused)).toThrow(ProtocolError);
    expect(() => state(refused)).toThrow(field);
  });
});
