// A carrier that writes numbers as people at home do: a text for one of ours arrives, and its sender is of that country.
import { expect, test } from 'vitest';
import { bodiesOf, type CarrierReplica } from '../../../test/support/carrier_replica.ts';
import type { CarrierRows } from '../../../test/support/carrier_rows.ts';
import { provideReplicas } from '../../../test/support/provide_replicas.ts';

let rows: CarrierRows;
let first: CarrierReplica;
provideReplicas((provided) => {
  ({ rows, first } = provided);
});

test.each([
  ['5005550001', 1],
  ['(500) 555-0001', 1],
  ['07700900123', 2],
  ['7700 900123', 2],
])('a received text finds its owner by the national form %s', async (recipient, accountId) => {
  expect((await first.take({ text: 'x', recipient })).owned).toBe(true);
  expect(await bodiesOf(rows, accountId)).toEqual(['x']);
});

test('a national form that is several numbers of the carrier is nobody’s', async () => {
  await rows.inspect`insert into carrier_number (carrier, number, account_id, assigned_at)
    values ('main', '+12015550188', 1, now()), ('main', '+972015550188', 2, now())`;
  expect((await first.take({ text: 'x', recipient: '2015550188' })).owned).toBe(true);
  await rows.inspect`update carrier_number set number = '+442015550188' where number = '+972015550188'`;
  expect((await first.take({ text: 'x', recipient: '2015550188' })).owned).toBe(false);
});

test.each([
  ['+15005550001', '6462345678', '+16462345678'],
  ['+447700900123', '07400123456', '+447400123456'],
  ['+447700900123', '33612349001', '+33612349001'],
  ['77777', '2125550111', '+12125550111'],
])('to %s, the sender %s is %s: as the number’s own country writes it', async (recipient, sender, thread) => {
  await first.take({ text: 'x', sender, recipient });
  const [message] = await rows.inspect`select address, address_norm from message`;
  expect(message).toEqual({ address: sender, address_norm: thread });
});
