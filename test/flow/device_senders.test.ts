// A text that names a device or a SIM leaves only by that one, and moves no recipient.
import { expect, test } from 'vitest';
import type { LinkBench } from '../support/link_bench.ts';
import { pairDevice } from '../support/pairing.ts';
import { type ProvidedBench, provideLinkBench } from '../support/provide_link_bench.ts';
import { type Handed, RobotPhone } from '../support/robot_phone.ts';

let bench: LinkBench;
let age: ProvidedBench['age'];

provideLinkBench((provided) => {
  ({ bench, age } = provided);
});

const address = '+15005551000';

async function startTwo() {
  const account = await bench.core.createAccount({ paired: false });
  const log: Handed[] = [];
  const first = await pairDevice(bench.core, bench.core.admin, account.id);
  const second = await pairDevice(bench.core, bench.core.admin, account.id);
  await RobotPhone.link(bench, first, log, { hello: { sims: [1, 2] } });
  const two = await RobotPhone.link(bench, second, log, { hello: { sims: [1] }, at: bench.other });
  const handed = async (ids: readonly bigint[]) => {
    await bench.run('4 s');
    return ids.map((id) => {
      const found = log.find((one) => one.id === id);
      return found && `${found.device}/${found.sim}`;
    });
  };
  return { account, log, second, two, handed };
}

test('it leaves by the named device or SIM wherever its recipient is, and the recipient stays there', async () => {
  const { account, handed } = await startTwo();
  const kept = await bench.send(account, address);
  const [place] = await handed([kept]);
  const ids = [];
  for (const from of ['device:2', 'device:1/2', 'device:1/1', undefined])
    ids.push(await bench.send(account, address, 'x', from));
  expect(await handed(ids)).toEqual(['2/1', '1/2', '1/1', place]);
});

test('it waits for its device, never moves, and holds back only texts that must leave by the same device', async () => {
  const { account, log, second, two, handed } = await startTwo();
  two.cut();
  await bench.idle();
  const waiting: bigint[] = [];
  for (let index = 0; index < 5; index++) waiting.push(await bench.send(account, address, 'x', 'device:2'));
  const free = await bench.send(account, address);
  expect((await handed([free]))[0]).toMatch(/^1/);
  // As after ten minutes, when other recipients leave.
  await age(account, '11 min');
  await bench.run('4 s');
  expect(log).toHaveLength(1);
  await RobotPhone.link(bench, second, log, { hello: { sims: [1] } });
  await bench.run('4 s');
  expect(log.slice(1).map(({ device, id }) => [device, id])).toEqual(waiting.map((id) => [2n, id]));
});
