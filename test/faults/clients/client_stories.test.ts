// The same faults for every client library, against one service: connections are cut in each phase of a send and of a read, the
// gateway and the core are killed while they answer, and the client's own program dies. No text is there twice, and no change
// is missed. A library whose language this machine does not have is skipped.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { freePort } from '../../../runtime/testing/free_port.ts';
import { createDatabase, openInspector } from '../../support/database.ts';
import { pairDevice } from '../../support/pairing.ts';
import { type GatewayProcess, startGatewayProcess } from '../../support/processes.ts';
import { hasProgram, testNeeding } from '../../support/programs.ts';
import { CoreUnderTest } from '../core_under_test.ts';
import { HttpCutter, type Phase } from './http_cutter.ts';
import { languages } from './languages.ts';
import { type Command, StoryProgram } from './story_program.ts';

interface Played {
  accountId: bigint;
  command: Command;
  /** What the program is given, but for its service's address. */
  words: readonly string[];
  cutter: HttpCutter;
  program: StoryProgram;
  /** All that its programs read, in order. */
  changes: StoryProgram['changes'];
  /** The ids of texts by their refs. */
  sent: Map<string, string>;
}

const phases: readonly Phase[] = ['connect', 'request', 'asked', 'answer'];
const present = languages.filter(({ needs }) => hasProgram(needs));
const played = new Map<string, Played>();
let folder: string;
let core: CoreUnderTest;
let gateway: GatewayProcess;
let gatewayPort: number;
let inspect: ReturnType<typeof openInspector>;

const eachPlayed = (work: (one: Played) => Promise<unknown>) => Promise.all([...played.values()].map(work));

const startGateway = () =>
  startGatewayProcess([{ rpc: { port: core.rpcPort } }], {
    TEXTRELAY_GATEWAY_LISTEN: `127.0.0.1:${gatewayPort}`,
  });

async function kill({ child }: GatewayProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function begin(name: string, command: Command): Promise<void> {
  const device = { host: '127.0.0.1', port: core.devicePort };
  const { account } = await core.admin.createAccount({ name, country: 'US', plan: 'pro' });
  const accountId = account?.id as bigint;
  await pairDevice({ device }, core.admin, accountId);
  const keyOf = async () => (await core.admin.createKey({ accountId })).secret;
  const words = [await keyOf(), await keyOf(), join(folder, `${name.replaceAll(' ', '_')}.cursor`)];
  const cutter = await HttpCutter.to(gatewayPort);
  const program = new StoryProgram(command, [cutter.url, ...words]);
  played.set(name, { ...{ accountId, command, words, cutter, program }, changes: [], sent: new Map() });
}

/** Keeps what a program did that is gone. */
function keep({ changes, sent, program }: Played): void {
  changes.push(...program.changes);
  for (const [ref, id] of program.sent) sent.set(ref, id);
}

/** Sends a text, and has its connection cut; then the one that reads of it. */
async function cutEachPhase({ cutter, program }: Played): Promise<void> {
  for (const phase of phases) {
    const isCut = cutter.next('POST', phase);
    program.begin(`send-${phase}`);
    await isCut;
    await program.send(`after-${phase}`);
  }
  for (const phase of phases) {
    // The read that waits is ended, so that the next one is cut.
    const isCut = cutter.next('GET', phase);
    if (phase !== 'connect') cutter.cut();
    program.begin(`read-${phase}`);
    await isCut;
    await program.send(`after-read-${phase}`);
  }
}

/** What dies while each library's send is at it. */
async function dieUnderSend(ref: string, die: () => Promise<unknown>, comeBack: () => Promise<unknown>) {
  await eachPlayed(async ({ cutter, program }) => {
    const isSeen = cutter.next('POST', 'seen');
    program.begin(ref);
    await isSeen;
  });
  await die();
  await comeBack();
  await eachPlayed(({ program }) => program.send(`after-${ref}`));
}

/** The program dies, texts come to be meanwhile, and another one goes on where it was. */
async function dieItself(one: Played): Promise<void> {
  const { program, command, words, cutter } = one;
  const [key = ''] = words;
  await program.hasRead([...program.sent.values()]);
  await program.kill();
  keep(one);
  const body = JSON.stringify({ address: '+15005550006', body: 'meanwhile', client_ref: 'meanwhile' });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await fetch(`${cutter.url}/api/v1/messages`, { method: 'POST', headers, body });
  const { message } = (await answer.json()) as { message: { id: number } };
  one.program = new StoryProgram(command, [cutter.url, ...words]);
  await one.program.send('send-asked');
  await one.program.hasRead([String(message.id)]);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'client-stories-'));
  const url = await createDatabase();
  inspect = openInspector(url);
  core = await CoreUnderTest.start(url);
  gatewayPort = await freePort();
  const [commands] = await Promise.all([
    Promise.all(present.map(({ command }) => command(folder))),
    startGateway().then((started) => {
      gateway = started;
    }),
  ]);
  await Promise.all(present.map(({ name }, index) => begin(name, commands[index] as Command)));
  await eachPlayed(cutEachPhase);
  await dieUnderSend(
    'gateway',
    () => kill(gateway),
    async () => {
      gateway = await startGateway();
    },
  );
  core.freeze();
  await dieUnderSend(
    'core',
    () => core.kill(),
    () => core.run(),
  );
  await eachPlayed(dieItself);
}, 120_000);

afterAll(async () => {
  await eachPlayed(async ({ program, cutter }) => {
    await program.kill();
    await cutter.close();
  });
  await gateway?.stop();
  await core?.stop();
  await inspect?.end();
  rmSync(folder, { recursive: true, force: true });
});

for (const { name, needs } of languages) {
  const isThere = hasProgram(needs);
  const title = `${name}: no text is there twice and no change is missed, whatever dies or is cut`;
  testNeeding(isThere, needs, title, async () => {
    const { accountId, program, changes, sent } = played.get(name) as Played;
    const stored = await inspect<{ id: bigint; client_ref: string }[]>`
      select id, client_ref from message where account_id = ${accountId} order by id`;
    const refs = phases.flatMap((phase) => [
      ...[`send-${phase}`, `after-${phase}`],
      ...[`read-${phase}`, `after-read-${phase}`],
    ]);
    const wanted = [...refs, 'gateway', 'after-gateway', 'core', 'after-core', 'meanwhile'];
    expect(stored.map((text) => text.client_ref).sort()).toEqual(wanted.sort());
    for (const { id, client_ref: ref } of stored)
      expect([ref, sent.get(ref) ?? String(id)]).toEqual([ref, String(id)]);
    expect(program.sent.get('send-asked')).toBe(sent.get('send-asked'));
    const read = [...changes, ...program.changes];
    expect(new Set(read.map(({ id }) => id))).toEqual(new Set(stored.map(({ id }) => String(id))));
    // In order, and after its death at most the text that it was at is read again.
    const inOrder = (list: typeof changes) => list.map(({ seq }) => seq).sort((a, b) => a - b);
    for (const list of [changes, program.changes]) expect(list.map(({ seq }) => seq)).toEqual(inOrder(list));
    expect(
      program.changes.filter(({ id }) => changes.some((before) => before.id === id)).length,
    ).toBeLessThan(2);
  });
}
