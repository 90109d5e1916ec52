// `npm run bench`: the numbers that this project promises, measured against its running processes, each as a ratio
// to something measured in the same run, because machines are shared and noisy. Nothing here asserts.
// `npm run bench -- sends` prints that section alone, and so do `readers`, `consoles`, `mcp`, `policies`, `cores`, `devices`, `phones`, `smpp`,
// `smsgate`, `start`, `timeline`, `tracing`, `webhooks`, `written` and, which take minutes and are not among the others, `deletions`,
// `neighbours`, `scale` and `sizes`.
import { cpus } from 'node:os';
import { benchConsoles } from './consoles.ts';
import { benchCores } from './cores.ts';
import { benchDatabase } from './database.ts';
import { benchDeletions } from './deletions.ts';
import { benchDevices } from './devices.ts';
import { benchLongPolls } from './long_polls.ts';
import { benchMcp } from './mcp.ts';
import { benchNeighbours } from './neighbours.ts';
import { benchPhones } from './phones.ts';
import { benchPolicies } from './policies.ts';
import { startProduct } from './product.ts';
import { benchScale } from './scale.ts';
import { benchSends } from './sends.ts';
import { benchSizes } from './sizes.ts';
import { benchSmpp } from './smpp.ts';
import { benchSmsgate } from './smsgate.ts';
import { benchStart } from './start.ts';
import { benchTimeline } from './timeline.ts';
import { benchTracing } from './tracing.ts';
import { benchWebhooks } from './webhooks.ts';
import { benchWritten } from './written.ts';

const only = process.argv[2];
const say = (line: string) => process.stdout.write(`${line}\n`);

say(`${cpus().length} cores, Node ${process.versions.node}; load generator and PostgreSQL share them`);
const database = await benchDatabase();
try {
  const needsProduct = [undefined, 'sends', 'consoles', 'readers', 'mcp', 'policies', 'neighbours'].includes(
    only,
  );
  const product = needsProduct ? await startProduct(database.url) : undefined;
  try {
    if (product) {
      if (only === undefined || only === 'sends') await benchSends(product, database.url, say);
      if (only === undefined || only === 'readers') await benchLongPolls(product, database.url, say);
      if (only === undefined || only === 'consoles') await benchConsoles(product, database.url, say);
      if (only === 'neighbours') await benchNeighbours(product, say);
      if (only === undefined || only === 'mcp') await benchMcp(product, say);
      if (only === undefined || only === 'policies') await benchPolicies(product, database.url, say);
    }
  } finally {
    await product?.stop();
  }
  if (only === undefined || only === 'timeline') await benchTimeline(database.url, say);
  if (only === undefined || only === 'tracing') await benchTracing(database.url, say);
  if (only === undefined || only === 'cores') await benchCores(database.url, say);
  if (only === undefined || only === 'devices') await benchDevices(database.url, say);
  if (only === undefined || only === 'phones') await benchPhones(database.url, say);
  if (only === undefined || only === 'smpp') await benchSmpp(database.url, say);
  if (only === undefined || only === 'smsgate') await benchSmsgate(database.url, say);
  if (only === undefined || only === 'written') await benchWritten(database.url, say);
  if (only === 'deletions') await benchDeletions(database.url, say);
  if (only === 'scale') await benchScale(database.url, say);
  if (only === 'sizes') await benchSizes(say);
  if (only === undefined || only === 'webhooks') await benchWebhooks(database.url, say);
  if (only === undefined || only === 'start') await benchStart(say);
} finally {
  await database.stop();
}
