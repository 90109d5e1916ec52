// SIGTERM under load: no acknowledged text is lost, waiting long-polls are answered, and the exit code is 0. Core and
// gateway are real processes.
import { Agent } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../runtime/testing/until.ts';
import { operatorOf } from '../support/core.ts';
import { createDatabase, openInspector } from '../support/database.ts';
import { type Answer, sendRequest } from '../support/http_client.ts';
import { pairDevice } from '../support/pairing.ts';
import {
  type CoreProcess,
  type GatewayProcess,
  startCoreProcess,
  startGatewayProcess,
} from '../support/processes.ts';

const workers = 12;
let databaseUrl: string;
let cores: CoreProcess[];
let gateways: GatewayProcess[];
let keys: string[];

beforeAll(async () => {
  databaseUrl = await createDatabase();
  cores = await Promise.all([startCoreProcess(databaseUrl), startCoreProcess(databaseUrl)]);
  gateways = await Promise.all([startGatewayProcess(cores), startGatewayProcess(cores)]);
  const core = cores[0] as CoreProcess;
  const admin = operatorOf(core);
  const created = await admin.createAccount({ name: 'Stop', country: 'US', exempt: true });
  const accountId = created.account?.id as bigint;
  await pairDevice(core, admin, accountId);
  keys = [];
  for (let index = 0; index < 60; index++) keys.push((await admin.createKey({ accountId })).secret);
});
afterAll(async () => {
  await Promise.all((gateways ?? []).map((gateway) => gateway.stop()));
  await Promise.all((cores ?? []).map((core) => core.stop()));
});

interface Load {
  /** Resolves when `count` more texts were acknowledged. */
  acknowledged(count: number): Promise<void>;
  /** Ends the load and returns its results. */
  end(): Promise<{ ids: number[]; statuses: Map<number, number>; cut: number; refused: number }>;
}

/** Sends without pause; every request has a connection of its own, so that none is lost between two requests. */
function startLoad(gateway: GatewayProcess, withRef: boolean): Load {
  const connections = new Agent({ keepAlive: false });
  const ids: number[] = [];
  const statuses = new Map<number, number>();
  let [running, turn, cut, refused] = [true, 0, 0, 0];
  const send = async () => {
    const index = turn++;
    const asked = {
      method: 'POST',
      path: '/api/v1/messages',
      key: keys[index % keys.length] as string,
      body: {
        address: '+15005550006',
        body: 'x',
        ...(withRef && { client_ref: `${gateway.port}-${index}` }),
      },
    };
    let answer: Answer;
    try {
      answer = await sendRequest(`http://127.0.0.1:${gateway.port}`, asked, connections);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') refused++;
      else cut++;
      return;
    }
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (answer.status === 200) ids.push(answer.json.message.id);
  };
  const load = Promise.all(
    Array.from({ length: workers }, async () => {
      while (running && refused === 0) await send();
    }),
  );
  return {
    acknowledged: async (count) => {
      const goal = ids.length + count;
      await until(() => ids.length >= goal);
    },
    async end() {
      running = false;
      await load;
      return { ids, statuses, cut, refused };
    },
  };
}

/** How many of these acknowledged ids are not stored. */
async function countLost(ids: readonly number[]): Promise<number> {
  const sql = openInspector(databaseUrl);
  const rows = await sql<{ id: bigint }[]>`select id from message`;
  await sql.end();
  const stored = new Set(rows.map(({ id }) => Number(id)));
  return ids.filter((id) => !stored.has(id)).length;
}

test('a core that is stopped under load loses no acknowledged text, and the other core goes on', async () => {
  const [gateway, stopped] = [gateways[0] as GatewayProcess, cores[1] as CoreProcess];
  const load = startLoad(gateway, true);
  await load.acknowledged(100);
  const code = await stopped.stop();
  await load.acknowledged(100);
  const { ids, statuses, cut } = await load.end();
  expect(code).toBe(0);
  expect([cut, [...statuses.keys()]]).toEqual([0, [200]]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(await countLost(ids)).toBe(0);
});

test('a gateway that is stopped under load answers the requests that it took, also long-polls, and exits with 0', async () => {
  const gateway = gateways[0] as GatewayProcess;
  const poll = (since: number) =>
    sendRequest(`http://127.0.0.1:${gateway.port}`, {
      path: `/api/v1/messages?wait=25&since=${since}`,
      key: keys[0] as string,
    });
  const polls = [1_000_000, 2_000_000].map(poll);
  const load = startLoad(gateway, false);
  await load.acknowledged(100);
  gateway.child.kill('SIGTERM');
  gateway.child.kill('SIGTERM');
  const code = await gateway.stop();
  const { ids, statuses, refused } = await load.end();
  expect(code).toBe(0);
  expect(refused).toBeGreaterThan(0);
  expect([...statuses.keys()]).toEqual([200]);
  expect(await countLost(ids)).toBe(0);
  const answers = await Promise.all(polls);
  expect(answers.map(({ status, json }) => [status, json.messages, json.next_since])).toEqual([
    [200, [], 1_000_000],
    [200, [], 2_000_000],
  ]);
});

test('the last core stopped under load loses no acknowledged text; requests that it cannot take get 503', async () => {
  const [gateway, last] = [gateways[1] as GatewayProcess, cores[0] as CoreProcess];
  const load = startLoad(gateway, false);
  await load.acknowledged(100);
  const code = await last.stop();
  const { ids, statuses, cut } = await load.end();
  expect(code).toBe(0);
  expect(cut).toBe(0);
  expect([...statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(await countLost(ids)).toBe(0);
});
