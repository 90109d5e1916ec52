// A support bundle of a real core in which every kind of secret, name, number and word was planted contains none of them.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ContactService } from '../../proto/gen/textrelay/v1/contact_service_pb.ts';
import { IncomingWebhookService } from '../../proto/gen/textrelay/v1/incoming_webhook_service_pb.ts';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { SubscriptionService } from '../../proto/gen/textrelay/v1/subscription_service_pb.ts';
import { Role } from '../../proto/gen/textrelay/v1/user_pb.ts';
import { systemClock } from '../../runtime/clock.ts';
import type { ListenAddress } from '../../runtime/config/config_values.ts';
import { freePort } from '../../runtime/testing/free_port.ts';
import { typeLine } from '../../server/cli/testing/type_line.ts';
import { reportSettings } from '../../server/config/config_report.ts';
import { askMetrics, askReadiness } from '../../server/ops/ask_readiness.ts';
import { clientOf, operatorOf, serviceToken } from '../support/core.ts';
import { createDatabase } from '../support/database.ts';
import { pairDevice, pairingServiceOf } from '../support/pairing.ts';
import { type CoreProcess, startCoreProcess } from '../support/processes.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'bundle-'));
/** Words that must not be in the file, by what they stand for. */
const planted = new Map<string, string>([['the service credential', serviceToken]]);

/** Makes a new word to look for. */
function plant(what: string, word = `Planted${planted.size}word`): string {
  planted.set(what, word);
  return word;
}

let core: CoreProcess;
let settings: Record<string, string>;

beforeAll(async () => {
  writeFileSync(
    join(dataDir, 'carriers.json'),
    JSON.stringify({
      carriers: [
        {
          ...{ name: 'main', kind: 'smpp', host: '127.0.0.1', port: await freePort() },
          ...{ system_id: plant('the system id of a carrier', 'plantsysid'), password: 'env:PLANTED_SMPP' },
        },
      ],
    }),
  );
  settings = {
    TEXTRELAY_DATA_DIR: dataDir,
    TEXTRELAY_CARRIERS_FILE: join(dataDir, 'carriers.json'),
    PLANTED_SMPP: plant('the password of a carrier', 'plantpw'),
    TEXTRELAY_SMTP_URL: `smtps://${plant('the user of the mail server')}:${plant('its password')}@127.0.0.1:1`,
    TEXTRELAY_SMTP_FROM: plant('whom mail comes from', 'planted.person@example.com'),
    TEXTRELAY_PUBLIC_URL: `https://${plant('the address of the service', 'planted-shop.example')}`,
    STRIPE_SECRET_KEY: plant('the key of Stripe', 'sk_live_plantedplantedplanted'),
    STRIPE_WEBHOOK_SECRET: plant('the secret of its events', 'whsec_plantedplantedplanted'),
    LOG_LEVEL: 'debug',
  };
  core = await startCoreProcess(await createDatabase(), settings);
});
afterAll(async () => {
  await core?.stop();
  rmSync(dataDir, { recursive: true });
});

/** Something of every kind that people, programs and phones leave with the service. */
async function plantEverything(): Promise<void> {
  const admin = operatorOf(core);
  const { account } = await admin.createAccount({
    name: plant('the name of an account'),
    country: 'US',
    plan: 'pro',
  });
  const accountId = account?.id ?? 0n;
  plant('a key', (await admin.createKey({ accountId, label: plant('the label of a key') })).secret);
  plant('a platform key', (await admin.createPlatformKey({ name: plant('the name of a platform') })).secret);
  plant('the token of a device', (await pairDevice(core, admin, accountId)).token);
  const { code } = await admin.createPairingCode({ accountId });
  await pairingServiceOf(core).pairDevice({ code, deviceName: plant('the name of a device') });
  plant('a pairing code', (await admin.createPairingCode({ accountId })).code);
  const email = plant('the address of a person', 'planted.owner@example.com');
  plant('an invitation', (await admin.inviteUser({ accountId, email, role: Role.OWNER, byHand: true })).link);
  const address = plant('a number', '+15005557301');
  const sent = await clientOf(MessageService, core).sendMessages({
    texts: [{ accountId, address, body: plant('the words of a text'), clientRef: plant('a client_ref') }],
  });
  expect(sent.results[0]?.outcome.case).toBe('accepted');
  const name = plant('the name of a contact');
  await clientOf(ContactService, core).putContact({ accountId, address, name, note: plant('a note') });
  await clientOf(SubscriptionService, core).putWebhook({
    ...{ accountId, name: plant('the name of a webhook') },
    url: `https://hooks.example/${plant('the path of a webhook')}`,
    secret: plant(
      'the secret of a webhook',
      `whsec_${Buffer.from('planted planted planted planted').toString('base64')}`,
    ),
  });
  await clientOf(IncomingWebhookService, core).putIncomingWebhook({
    ...{ accountId, name: plant('the name of an incoming webhook') },
    template: plant('the template of an incoming webhook'),
    ...{ recipients: ['+15005557302'], textsPerHour: 5 },
  });
  plant('a recipient of an incoming webhook', '+15005557302');
}

/** Logs as npm start keeps them, with ordinary lines and with secrets that a log should not hold but might. */
function plantLogs(): void {
  mkdirSync(join(dataDir, 'logs'));
  const entry = (fields: object) =>
    JSON.stringify({ level: 40, time: 1_764_244_800_000, process: 'core', ...fields });
  const [word, number, key] = [
    plant('a word in a log'),
    plant('a number in a log', '+15005557303'),
    plant('a key in a log', 'svc_live_plantedplantedplantedplanted00'),
  ];
  const lines = [
    core.output(),
    entry({
      msg: 'an odd thing',
      error: word,
      body: word,
      address: number,
      err: { message: word },
      list: [number],
    }),
    entry({
      msg: `could not reach https://${word}:${key}@example.com for ${number} with "${word}" and ${key}`,
    }),
    `2026-11-27 12:00:00.000 UTC [77] ERROR:  duplicate key value violates unique constraint "${word}"`,
    `2026-11-27 12:00:00.000 UTC [77] DETAIL:  Key (address_norm)=(${number}) already exists.`,
    `2026-11-27 12:00:00.000 UTC [77] STATEMENT:  select '${word}'`,
    `${word} ${number} ${key}`,
  ];
  for (const path of [join(dataDir, 'logs', 'core.log'), join(dataDir, 'service.log')])
    writeFileSync(path, `${lines.join('\n')}\n`);
}

test('it holds settings, findings, metrics, log lines and counts, and nothing private', async () => {
  await plantEverything();
  plantLogs();
  plant('the path of the data', dataDir);
  const file = join(dataDir, 'bundle.json');
  const ops = { host: '127.0.0.1', port: core.opsPort };
  const connection = { core: `127.0.0.1:${core.rpc.port}`, serviceToken };
  const around = {
    readDatabases: () => ({ dataDir, url: '' }),
    here: {
      readListeners: () => ({ core: ops, gateway: { ...ops, port: 1 }, agent: undefined }),
      ask: ({ host, port }: ListenAddress) => askReadiness(`${host}:${port}`, systemClock),
      readMetrics: ({ host, port }: ListenAddress) => askMetrics(`${host}:${port}`, systemClock),
      readSettings: () => reportSettings({ ...settings, TEXTRELAY_SERVICE_TOKEN: serviceToken }),
    },
  };
  const log = join(dataDir, 'service.log');
  const { code, out, error } = await typeLine(`support-bundle ${file} --log ${log}`, connection, around);
  expect({ code, error }).toEqual({ code: 0, error: '' });
  expect(out).toMatch(/: \d+ bytes\. Read it before you pass it on\.\n$/);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const text = readFileSync(file, 'utf8');
  const found = [...planted].filter(([, word]) => text.includes(word.replace(/^\+/, '')));
  expect(found).toEqual([]);

  const bundle = JSON.parse(text);
  const [{ settings: ofCore }] = bundle.cores;
  expect(ofCore).toMatchObject({
    ...{
      DATABASE_URL: 'set',
      TEXTRELAY_SMTP_URL: 'set',
      TEXTRELAY_SERVICE_TOKEN: 'set',
      STRIPE_SECRET_KEY: 'set',
    },
    ...{ LOG_LEVEL: 'debug', TEXTRELAY_CORE_OPS_LISTEN: `127.0.0.1:${core.opsPort}` },
  });
  expect(bundle.settings_here).toMatchObject({ TEXTRELAY_SMTP_URL: 'set', LOG_LEVEL: 'debug' });
  expect(bundle.findings).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ level: 'fault', what: 'carriers', detail: 'down: main' }),
    ]),
  );
  expect(bundle.tables).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'message' })]));
  expect(bundle.metrics.core.join('\n')).toContain('textrelay_core_unfinished_texts{status="queued"} 1');
  expect(bundle.logs['core.log'].join('\n')).toContain('the core serves');
  expect(bundle.logs['core.log'].join('\n')).toContain('duplicate key value violates unique constraint');
  // A log file that the operator names is treated like the others.
  expect(bundle.logs['service.log']).toEqual(bundle.logs['core.log']);
  expect(bundle).not.toHaveProperty('how_to_add_logs');

  rmSync(join(dataDir, 'logs'), { recursive: true });
  await typeLine(`support-bundle ${file}`, connection, around);
  const without = JSON.parse(readFileSync(file, 'utf8'));
  expect([without.logs, without.how_to_add_logs]).toEqual([{}, expect.stringContaining('--log service.log')]);
});
