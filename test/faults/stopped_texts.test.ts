// STOPs arrive while an SMSC refuses texts for now, and all cores die as one is acknowledged. No text that waited for its
// writer leaves afterwards, whichever core comes back. The SMSC's ledger is the judge. No sweep ends the texts here,
// so that the claims alone keep them back.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Route } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { until } from '../../runtime/testing/until.ts';
import { extent } from '../support/extent.ts';
import type { PlainSmsc } from '../support/plain_smsc/plain_smsc.ts';
import { watchTables } from '../support/written_tables.ts';
import { CarrierWorld } from './carrier_world.ts';
import type { CoreUnderTest } from './core_under_test.ts';

/** A system error of the SMSC: texts that it refuses with this are tried again. */
const systemError = 0x08;
const rounds = extent({ suite: 1, nightly: 2 });
/** Texts that wait for each recipient. */
const texts = 13;

let world: CarrierWorld;
let smsc: PlainSmsc;
beforeAll(async () => {
  world = await CarrierWorld.start();
  for (let core = 0; core < 2; core++) await world.addCore();
  await world.openAccounts();
  smsc = world.smscs[0] as PlainSmsc;
  await world.inspect`create function leave_untidied() returns trigger language plpgsql as
    $$ begin new.ends_waiting := false; return new; end $$`;
  await world.inspect`create trigger leave_untidied before insert on opt_out for each row execute function leave_untidied()`;
});
afterAll(() => world?.throwAway());

test('texts to a person who wrote STOP never leave, even if all cores die as it is acknowledged; others’ texts leave', async () => {
  const accountId = [...world.incoming.keys()][0] as bigint;
  const [owned] = await world.inspect`select number from carrier_number where account_id = ${accountId}`;
  const written = await watchTables(world.inspect, 'opt_out', 'message');
  for (let round = 0; round < rounds; round++) {
    const stopped = `+150055510${round}0`;
    const going = `+150055510${round}1`;
    await smsc.plan({ refuse: { status: systemError, times: Number.MAX_SAFE_INTEGER } });
    const asked = Array.from({ length: texts }, (_, index) =>
      [stopped, going].map((address) => ({
        accountId,
        address,
        body: `text ${index}`,
        clientRef: `${address} ${index}`,
        route: Route.GATEWAY,
      })),
    ).flat();
    await (world.cores[0] as CoreUnderTest).messages.sendMessages({ texts: asked });
    const refused = (await smsc.look())?.refused ?? 0;
    await until(async () => ((await smsc.look())?.refused ?? 0) > refused);
    await smsc.deliver([{ name: `${round}`, from: stopped, to: owned?.number, parts: ['STOP'] }]);
    // An acknowledged STOP is stored.
    await written.until(
      async () => (await world.inspect`select from opt_out where address_norm = ${stopped}`).length > 0,
    );
    await Promise.all(world.cores.map((core) => core.kill()));
    await smsc.plan({});
    for (const core of world.cores) await world.restart(core);
    await written.until(
      async () =>
        (
          await world.inspect`select from message where direction = 'out' and status in ('queued', 'sending')
          and address_norm in (${stopped}, ${going})`
        ).length === 0,
    );
    const left = smsc.ledger().submits.filter(({ verdict }) => verdict === 'taken');
    const leftTo = (address: string) =>
      left.filter(({ destination }) => address.endsWith(destination)).length;
    expect(leftTo(stopped)).toBe(0);
    expect(leftTo(going)).toBeGreaterThan(0);
    const errors = await world.inspect`select distinct split_part(error, ':', 1) as error from message
      where direction = 'out' and address_norm = ${stopped}`;
    // One text may have been under way as its core died.
    for (const { error } of errors) expect(['opted_out', 'outcome_unknown']).toContain(error);
  }
}, 120_000);
