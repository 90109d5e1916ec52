// `npm run judge-image`: builds both images from the checkout, weighs them, looks at what is in them, and runs them hardened:
// the all-in-one with its own PostgreSQL, and core and gateway on another one. Prints a line for each judgement; exit code 1
// when one failed. Needs root and Debian's buildah, podman, runc, skopeo, mmdebstrap and binutils. Takes about two minutes.

import { freePort } from '../../runtime/testing/free_port.ts';
import { readVersion } from '../../runtime/version.ts';
import { buildImage } from '../../server/packing/image/build_image.ts';
import { imageUser } from '../../server/packing/image/make_root.ts';
import { startThrowAway } from '../support/embedded.ts';
import { hasProgram } from '../support/programs.ts';
import { TcpProxy } from '../support/tcp_proxy.ts';
import { type Container, Engine } from './engine.ts';

const megabyte = 1_000_000;
const root = new URL('../../', import.meta.url).pathname;
const images = [
  { name: `textrelay:${readVersion()}`, hasDatabase: false, mostMegabytes: 180 },
  { name: `textrelay:${readVersion()}-standalone`, hasDatabase: true, mostMegabytes: 250 },
] as const;
const mostPackedMegabytes = 90;
const mostStopMs = 10_000;
const patienceMs = 120_000;

let failures = 0;
function judge(title: string, isRight: boolean, found: unknown): void {
  if (!isRight) failures += 1;
  console.log(`${isRight ? 'ok    ' : 'FAILED'} ${title}: ${found}`);
}

/** Waits until it is so; throws with what the container said when it never comes. */
async function until(container: Container, look: () => unknown): Promise<void> {
  const endMs = performance.now() + patienceMs;
  while (!(await look())) {
    if (performance.now() > endMs) throw new Error(`it never came: ${container.output()}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const listeners = ['CORE', 'CORE_OPS', 'DEVICE', 'HUB', 'GATEWAY', 'GATEWAY_OPS'] as const;

async function newListeners() {
  const found: Record<string, string> = {};
  for (const name of listeners) found[`TEXTRELAY_${name}_LISTEN`] = `127.0.0.1:${await freePort()}`;
  return found;
}

async function sendText(gateway: string, key: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ address: '+15005550006', body: 'Hello', wait_for: 'final', wait: 20 });
  const answer = await fetch(`http://${gateway}/api/v1/messages`, { method: 'POST', headers, body });
  return JSON.stringify(await answer.json());
}

/** A program that takes any command would be one of these. */
const shell = /\/(ba|da|z|k|c|tc|fi)?sh$|\/(busybox|toybox|perl|python\S*|apt\S*|dpkg)$/;

async function lookInto(engine: Engine, { name, hasDatabase, mostMegabytes }: (typeof images)[number]) {
  const [{ Size, Config, Healthcheck }] = JSON.parse(await engine.podman('image', 'inspect', name));
  judge(`${name} unpacked, MB`, Size <= mostMegabytes * megabyte, (Size / megabyte).toFixed(0));
  const packed = await engine.packedBytes(name);
  judge(`${name} packed, MB`, packed <= mostPackedMegabytes * megabyte, (packed / megabyte).toFixed(0));
  judge(`${name} runs as`, Config.User === `${imageUser}:${imageUser}`, Config.User);
  const test = Healthcheck?.Test;
  judge(`${name} health check`, test?.at(-1) === 'health', test?.join(' '));
  const files = await engine.filesOf(name);
  const pathOf = (line: string) => `/${line.split(/\s+/)[5] ?? ''}`;
  const shells = files.map(pathOf).filter((path) => shell.test(path));
  const allowed = hasDatabase ? ['/usr/bin/sh'] : [];
  judge(
    `${name} holds no shell`,
    shells.join() === allowed.join(),
    shells.length === 0 ? 'none' : `${shells}, which starts PostgreSQL alone`,
  );
  const own = files.filter((line) => line.includes(` ${imageUser}/`)).map(pathOf);
  judge(`${name} belongs to its user`, own.join() === '/var/lib/textrelay/', own.join());
  judge(
    `${name} bill of materials`,
    files.some((line) => line.endsWith('app/sbom.cdx.json')),
    'app/sbom.cdx.json',
  );
}

async function judgeStandalone(engine: Engine): Promise<void> {
  const env = await newListeners();
  const gateway = env.TEXTRELAY_GATEWAY_LISTEN as string;
  let key = '';
  for (const start of ['first', 'next']) {
    const startedMs = performance.now();
    const container = engine.start(images[1].name, ['start'], env, 'judged-data');
    await until(container, () => container.output().includes('Ctrl-C stops everything'));
    const ms = performance.now() - startedMs;
    judge(`all-in-one, ${start} start, ms`, true, ms.toFixed(0));
    key ||= /KEY=(svc_live_\w+)/.exec(container.output())?.[1] ?? '';
    const sent = await sendText(gateway, key);
    judge('all-in-one sends a text', sent.includes('"delivered"'), sent.slice(0, 80));
    const health = await container.exec('textrelay', 'health', 'start');
    judge('all-in-one is healthy', health.code === 0, health.out.trim());
    const shellOut = await container.exec('/bin/sh', '-c', '/usr/local/bin/textrelay --version');
    judge('what stands at /bin/sh starts nothing else', shellOut.code === 127, `exit code ${shellOut.code}`);
    const { code, ms: stopMs } = await container.stop();
    judge(
      'all-in-one stops, ms',
      code === 0 && stopMs <= mostStopMs,
      `${stopMs.toFixed(0)}, exit code ${code}`,
    );
  }
}

async function judgeParts(engine: Engine): Promise<void> {
  const database = await startThrowAway();
  const proxy = await TcpProxy.to(database.url);
  try {
    const env: Record<string, string> = {
      ...(await newListeners()),
      DATABASE_URL: proxy.url,
      TEXTRELAY_SERVICE_TOKEN: crypto.randomUUID(),
      TEXTRELAY_SIMULATED_CARRIER: 'true',
    };
    env.TEXTRELAY_CORE_ADDRESS = env.TEXTRELAY_CORE_LISTEN as string;
    const core = engine.start(images[0].name, ['core'], env);
    await until(core, async () => (await core.exec('textrelay', 'health', 'core')).code === 0);
    const gateway = engine.start(images[0].name, ['gateway'], env);
    await until(gateway, async () => (await gateway.exec('textrelay', 'health', 'gateway')).code === 0);
    const admin = async (...words: string[]) =>
      JSON.parse((await core.exec('textrelay', 'admin', ...words, '--json')).out);
    const { account } = await admin(
      'accounts',
      'create',
      '--name',
      'Acme',
      '--country',
      'US',
      '--plan',
      'growth',
    );
    await admin('numbers', 'assign', String(account.id), 'simulated', '+15005550100');
    const { secret } = await admin('keys', 'create', String(account.id));
    const sent = await sendText(env.TEXTRELAY_GATEWAY_LISTEN as string, secret);
    judge('core and gateway send a text by a carrier', sent.includes('"delivered"'), sent.slice(0, 80));
    for (const [title, part] of [
      ['gateway', gateway],
      ['core', core],
    ] as const) {
      const { code, ms } = await part.stop();
      judge(`${title} stops, ms`, code === 0 && ms <= mostStopMs, `${ms.toFixed(0)}, exit code ${code}`);
    }
  } finally {
    await proxy.close();
    await database.stop();
  }
}

const missing = ['buildah', 'podman', 'runc', 'skopeo', 'mmdebstrap', 'strip'].filter(
  (name) => !hasProgram(name),
);
if (missing.length > 0 || process.getuid?.() !== 0) {
  console.error(`this needs root${missing.length > 0 ? ` and ${missing.join(', ')}` : ''}`);
  process.exit(1);
}
const engine = new Engine();
try {
  for (const image of images) {
    await buildImage({ root, ...image, environment: engine.environment });
    await lookInto(engine, image);
  }
  await judgeStandalone(engine);
  await judgeParts(engine);
} finally {
  await engine.end();
}
console.log(failures === 0 ? 'all held' : `${failures} failed`);
process.exit(failures === 0 ? 0 : 1);
