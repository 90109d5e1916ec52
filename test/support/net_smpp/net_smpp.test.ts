// The program of Net::SMPP does what its plan says, shown by octets that are written by hand.
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { missingForNetSmpp, NetSmpp } from './net_smpp.ts';
import type { Plan } from './plan.ts';

const title = (text: string) =>
  missingForNetSmpp.length === 0 ? text : `${text} [skipped: no ${missingForNetSmpp.join(', ')}]`;
const judged = test.skipIf(missingForNetSmpp.length > 0);

const hex = (octets: Uint8Array) => Buffer.from(octets).toString('hex');
const pdu = (command: number, status: number, sequence: number, body = Buffer.alloc(0)) => {
  const header = Buffer.alloc(16);
  for (const [index, value] of [16 + body.length, command, status, sequence].entries())
    header.writeUInt32BE(value, index * 4);
  return Buffer.concat([header, body]);
};
const bind = pdu(9, 0, 1, Buffer.from('me\0word\0kind\0\x34\x01\x02*\0', 'latin1'));
const submit = (
  sequence: number,
  text: string | Buffer,
  fields: { coding?: number; esm?: number; tlvs?: string } = {},
) => {
  const content = Buffer.from(text as string);
  const { coding = 0, esm = 0, tlvs = '' } = fields;
  const head = Buffer.from('\0\x05\x00Shop\0\x01\x0115005550006\0', 'latin1');
  const middle = Buffer.from([
    esm,
    0,
    0,
    0,
    ...Buffer.from('000000010000000R\0'),
    1,
    0,
    coding,
    0,
    content.length,
  ]);
  return pdu(4, 0, sequence, Buffer.concat([head, middle, content, Buffer.from(tlvs, 'hex')]));
};

/** A client that knows nothing but octets. */
class RawClient {
  readonly socket: Socket;
  #octets = Buffer.alloc(0);
  isClosed = false;

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1');
    this.socket.on('data', (chunk) => {
      this.#octets = Buffer.concat([this.#octets, chunk]);
    });
    this.socket.on('error', () => {});
    this.socket.on('close', () => {
      this.isClosed = true;
    });
  }

  /** The next PDU as it came, in hexadecimal: command, status, sequence, body. */
  async next(): Promise<[string, number, number, string]> {
    while (this.#octets.length < 16 || this.#octets.length < this.#octets.readUInt32BE(0))
      await new Promise((resolve) => this.socket.once('data', () => setImmediate(resolve)));
    const whole = this.#octets.subarray(0, this.#octets.readUInt32BE(0));
    this.#octets = this.#octets.subarray(whole.length);
    return [
      hex(whole.subarray(4, 8)),
      whole.readUInt32BE(8),
      whole.readUInt32BE(12),
      hex(whole.subarray(16)),
    ];
  }
}

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function open(plan: Plan = {}) {
  const smsc = await NetSmpp.start(plan);
  ends.push(() => smsc.stop());
  const dial = () => {
    const client = new RawClient(smsc.port);
    ends.push(() => client.socket.destroy());
    return client;
  };
  return { smsc, dial, client: dial() };
}

const ascii = (text: string) => hex(Buffer.from(text, 'latin1'));

judged(title('binds are accepted or refused, and all their fields are reported'), async () => {
  const { smsc, client, dial } = await open({ bind: [0x0e] });
  client.socket.write(bind);
  expect(await client.next()).toEqual(['80000009', 0x0e, 1, ascii('judge\0')]);
  const second = dial();
  second.socket.write(bind);
  expect(await second.next()).toEqual(['80000009', 0, 1, ascii('judge\0')]);
  const fields = {
    system_id: 'me',
    password: 'word',
    system_type: 'kind',
    interface_version: 0x34,
    addr_ton: 1,
  };
  expect(smsc.binds).toMatchObject([
    { session: 1, status: 0x0e, ...fields, addr_npi: 2, address_range: '*' },
    { session: 2, status: 0 },
  ]);
  expect(smsc.bound).toEqual([2]);
});

judged(
  title('submits are reported as they are on the wire, with text and place in a longer one'),
  async () => {
    const { smsc, client } = await open();
    client.socket.write(bind);
    await client.next();
    client.socket.write(submit(2, Buffer.from('00001b65', 'hex')));
    client.socket.write(submit(3, Buffer.from('é', 'latin1'), { coding: 3 }));
    client.socket.write(
      submit(4, Buffer.from('0608047fff02012603d83dde00', 'hex'), { coding: 8, esm: 0x40 }),
    );
    client.socket.write(submit(5, '', { tlvs: '04240002686f020c0002010a020e000103020f000102' }));
    for (const sequence of [2, 3, 4, 5])
      expect(await client.next()).toEqual(['80000004', 0, sequence, ascii(`${999 + sequence}\0`)]);
    expect(smsc.submits.map(({ text }) => text)).toEqual(['@@€', 'é', '☃😀', 'ho']);
    expect(smsc.submits[0]).toMatchObject({
      ...{ source_addr_ton: 5, source_addr_npi: 0, source_addr: 'Shop', dest_addr_ton: 1, dest_addr_npi: 1 },
      ...{
        destination_addr: '15005550006',
        esm_class: 0,
        validity_period: '000000010000000R',
        registered_delivery: 1,
      },
      ...{ data_coding: 0, octets: '00001b65', tlvs: {}, length: 4 },
    });
    expect(smsc.submits[2]?.concat).toEqual({ reference: 0x7fff, total: 2, number: 1, bits: 16 });
    expect(smsc.submits[3]).toMatchObject({
      concat: { reference: 0x010a, total: 3, number: 2, bits: 16 },
      tlvs: { 1060: ascii('ho'), 524: '010a' },
      octets: '',
    });
    expect([...smsc.accepted]).toEqual([1, 2, 3, 4].map((index) => [index, `${1000 + index}`]));
    expect(smsc.complaints).toEqual([]);
  },
);

judged(title('rules refuse, stay silent, delay and drop as they say'), async () => {
  const { smsc, client } = await open({
    rules: [
      { first: 1, status: 0x58 },
      { first: 1, status: 0x03, nack: true },
      { first: 1, silence: true },
      { every: 2, drop: 'reset' },
    ],
  });
  client.socket.write(bind);
  await client.next();
  for (let sequence = 2; sequence <= 5; sequence++) client.socket.write(submit(sequence, 'hi'));
  expect(await client.next()).toEqual(['80000004', 0x58, 2, '00']);
  expect(await client.next()).toEqual(['80000000', 0x03, 3, '']);
  expect(await client.next()).toEqual(['80000004', 0, 5, ascii('1001\0')]);
  client.socket.write(submit(6, 'hi'));
  await smsc.when(() => smsc.closed.size === 1);
  expect([smsc.submits.length, [...smsc.refused], [...smsc.accepted]]).toEqual([
    5,
    [
      [1, 0x58],
      [2, 3],
    ],
    [[4, '1001']],
  ]);
});

judged(title('a receipt that was not received comes again on another session'), async () => {
  const { smsc, client, dial } = await open({
    ids: 'hex_to_decimal',
    rules: [{ receipt: { when: 'before', form: 'both', stats: ['UNDELIV'] } }],
  });
  client.socket.write(bind);
  await client.next();
  client.socket.write(submit(2, 'hi'));
  const receipt = await client.next();
  expect([receipt[0], receipt[3]]).toEqual([
    '00000005',
    expect.stringContaining(ascii('id:1001 sub:001 dlvrd:000')),
  ]);
  expect(receipt[3]).toMatch(/001e000531303031000427000105$/);
  expect(await client.next()).toEqual(['80000004', 0, 2, ascii('000003E9\0')]);
  await smsc.drop(1, 'end');
  const second = dial();
  second.socket.write(bind);
  await second.next();
  expect((await second.next())[3]).toBe(receipt[3]);
  second.socket.write(pdu(0x8000_0005, 0, 1, Buffer.from([0])));
  expect(await smsc.whenAnswered('UNDELIV 000003E9')).toMatchObject({ session: 2, status: 0 });
});

judged(title('what cannot be read is complained of'), async () => {
  const { smsc, client } = await open();
  client.socket.write(bind);
  await client.next();
  client.socket.write(pdu(0x77, 0, 2));
  expect(await client.next()).toEqual(['80000000', 3, 2, '']);
  client.socket.write(submit(3, 'hi', { tlvs: '0424000068' }));
  await client.next();
  expect(smsc.complaints).toEqual([expect.stringContaining('no command 119'), expect.any(String)]);
});

judged(title('deliveries, questions and the end of a session are answered to the test'), async () => {
  const { smsc, client } = await open();
  client.socket.write(bind);
  await client.next();
  const whole = { from: '15005550006', to: '15005550100', coding: 'ucs2', as: 'udh16_payload' } as const;
  const delivered = smsc.deliver({ ...whole, text: 'ж', reference: 258, total: 3, number: 2 });
  const delivery = await client.next();
  expect(delivery[3]).toMatch(/0800000424000906080401020302[0-9a-f]{4}$/);
  client.socket.write(pdu(0x8000_0005, 0x65, delivery[2], Buffer.from([0])));
  expect(await delivered).toBe(0x65);
  const asked = smsc.ask('enquire', 1);
  const [command, , sequence] = await client.next();
  expect(command).toBe('00000015');
  client.socket.write(pdu(0x8000_0015, 0, sequence));
  expect(await asked).toMatchObject({ command: 'enquire_link_resp', status: 0 });
  client.socket.write(pdu(6, 0, 9));
  expect(await client.next()).toEqual(['80000006', 0, 9, '']);
  await smsc.when(() => smsc.closed.get(1) === 'unbind');
});
