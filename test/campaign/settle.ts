// The end of a campaign: nothing is wrong any more, nothing new comes, and what is on its way gets the time to arrive.
import type { Caller } from './load/caller.ts';
import { pause } from './timeline.ts';
import type { Sql } from './world/database.ts';
import { heldBySimulated, modemsOf } from './world/phones.ts';
import type { World } from './world/world.ts';

/** Nothing has moved for so long: it is quiet. In milliseconds. */
const quietMs = 12_000;
const lookEveryMs = 1_000;
/** How long a gateway may take to answer everybody, once all is well. */
const answerWithinMs = 30_000;

/** Ends everything that a fault may have left, and starts what is down. */
export async function healAll(world: World): Promise<void> {
  await world.database.heal();
  for (const line of Object.values(world.lines).flat()) line.heal();
  for (const { clock } of [...world.cores, ...world.phones]) clock.step(0);
  for (const process of world.processes()) {
    process.thaw();
    process.start();
  }
  for (const modem of modemsOf(world.phones)) {
    modem.clearFaults();
    modem.plug();
    modem.setRegistration('home');
  }
  await world.database.up();
  await world.endpoints.run();
  world.endpoints.wellAgain();
  for (const smsc of world.smscs) {
    if (smsc.isGone) await smsc.run();
    await smsc.plan({});
  }
  await Promise.race([Promise.all(world.processes().map((process) => process.ready())), pause(60_000)]);
}

/** Waits until nothing is on its way any more, at most so long; returns what still was, in words. */
export async function settle(world: World, withinMs: number): Promise<{ tookMs: number; open: string }> {
  const { timeline } = world;
  const startMs = timeline.nowMs();
  let [last, sinceMs] = ['', startMs];
  for (;;) {
    const { open, moving } = await look(world);
    const nowMs = timeline.nowMs();
    if (moving !== last) [last, sinceMs] = [moving, nowMs];
    const isQuiet = nowMs - sinceMs >= quietMs;
    if ((open === '' && isQuiet) || nowMs - startMs > withinMs) return { tookMs: nowMs - startMs, open };
    await pause(lookEveryMs);
  }
}

/** What is on its way, and a sum of what moves. */
async function look(world: World): Promise<{ open: string; moving: string }> {
  const [counts] = await world.database
    .with(
      (sql: Sql) => sql<{ open: number; sent: number; total: number }[]>`select
        count(*) filter (where status in ('scheduled', 'queued', 'sending'))::int as open,
        count(*) filter (where status = 'sent')::int as sent, count(*)::int as total from message`,
    )
    .catch(() => []);
  const looks = await Promise.all(world.smscs.map((smsc) => smsc.look()));
  const unacknowledged = looks.reduce((sum, each) => sum + (each?.unacknowledged ?? 0), 0);
  const held = world.phones.filter(({ modem }) => modem === null).flatMap(heldBySimulated).length;
  const waiting = modemsOf(world.phones).reduce((sum, modem) => sum + modem.waiting(), 0);
  const parts = [
    !counts && 'the database does not answer',
    counts && counts.open > 0 && `${counts.open} texts are scheduled, queued or sending`,
    unacknowledged > 0 && `${unacknowledged} deliveries wait at the SMSCs`,
    held > 0 && `${held} received texts wait on phones`,
    waiting > 0 && `${waiting} texts and reports wait for the modems`,
  ];
  return {
    open: parts.filter((part) => part).join(', '),
    moving: [counts?.open, counts?.sent, counts?.total, unacknowledged, held, waiting].join('/'),
  };
}

/** Asks every gateway for every tenant, though all is well; returns what did not answer. */
export async function findDeaf(world: World, caller: Caller): Promise<string[]> {
  const untilMs = world.timeline.nowMs() + answerWithinMs;
  const asked = world.gateways.flatMap((_, gateway) =>
    world.tenants.filter(({ role }) => role !== 'capped').map((tenant) => ({ gateway, tenant })),
  );
  const answers = await Promise.all(
    asked.map(async ({ gateway, tenant }) => {
      for (;;) {
        const key = tenant.keys[0];
        if (!key) return [];
        const { status } = await caller.ask(gateway, {
          path: '/api/v1/usage',
          key,
          tenant,
          timeoutMs: 10_000,
        });
        if (status === 200) return [];
        if (world.timeline.nowMs() > untilMs)
          return [`gateway-${gateway} answers ${tenant.name} with ${status}`];
        await pause(1_000);
      }
    }),
  );
  const down = world.processes().filter(({ isReady }) => !isReady);
  return [...answers.flat(), ...down.map(({ name }) => `${name} is not ready`)];
}
