// What the guide says of limits is what the programs do.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTextBounds } from '../../device-agent/drivers/stock_app/open_texts.ts';
import { maxWaitingParts } from '../../device-agent/journal/inbound_parts.ts';
import { maxUnackedInbound } from '../../device-agent/journal/inbound_rows.ts';
import { maxQueuedJobs } from '../../device-agent/journal/job_rows.ts';
import { maxKept } from '../../device-agent/journal/prune.ts';
import { mostStreams } from '../../device-agent/phones/event_streams.ts';
import { defaultMostPhones } from '../../device-agent/phones/hub.ts';
import { defaultLimits } from '../../gateway/limits.ts';
import { mostFormFields } from '../../runtime/bodies/form_fields.ts';
import { mostJsonLevels, mostJsonValues } from '../../runtime/bodies/json_shape.ts';
import { mostConversations, mostWriters } from '../../server/app/conversations/writers.ts';
import { maxUnconfirmed, maxUnderWay } from '../../server/carrier/smpp/session/deliveries.ts';
import { mostValuesOfCall } from '../../server/connect/bound_requests.ts';
import { mostEntries } from '../../server/connect/message_entries.ts';
import { sessionMegabytes } from '../../server/connect/sliced_answers.ts';
import { maxFrameBytes } from '../../server/device/link/frames.ts';
import { linkBounds } from '../../server/device/link/link_server.ts';
import { mostSims } from '../../server/device/reports.ts';
import { mostUnauthenticated } from '../../server/rpc/rpc_server.ts';
import { quickSlots, slowSlots } from '../../server/webhooks/slots.ts';

const guide = readFileSync(join(import.meta.dirname, '../../gateway/docs/guides/limits.md'), 'utf8');
const rows = guide.split('\n').filter((line) => line.startsWith('| '));

const count = (number: number) => number.toLocaleString('en-US');
const size = (bytes: number) => (bytes < 1024 ** 2 ? `${bytes / 1024} KiB` : `${bytes / 1024 ** 2} MiB`);
const seconds = (ms: number) => `${ms / 1000} s`;
const limits = defaultLimits;

test.each([
  ['| a body |', [size(limits.bodyBytes)]],
  ['| the JSON of a body', [`${count(mostJsonValues)} values`, `${mostJsonLevels} levels`]],
  ['| a form of Twilio', [`${count(mostFormFields)} fields`]],
  ['| a request line with its headers |', [size(limits.headerBytes), `${limits.headers} headers`]],
  ['| requests of a connection that wait', [count(limits.pipelined)]],
  ['| connections to a gateway |', [count(limits.connections)]],
  ['| bringing the headers', [seconds(limits.headersTimeoutMs), seconds(limits.requestTimeoutMs)]],
  ['| requests of a session', [`${limits.requestsOfSession} a minute`]],
  ['| long-polls |', [count(limits.waiting), count(limits.waitingOfAccount)]],
  [
    '| pages of texts',
    [size(limits.unreadBytes), size(limits.unreadBytesOfAccount), seconds(limits.answerTimeoutMs)],
  ],
  ['| a connection on which nothing moves', [seconds(limits.idleTimeoutMs)]],
  [
    'on their way to a core |',
    [
      ...[count(limits.batcherItems), seconds(limits.batcherWaitMs), count(limits.callsInFlight)],
      `${limits.callsInFlightOfAccount} of an account`,
    ],
  ],
  ['| bodies that are coming in |', [size(limits.bodiesBytes)]],
  [
    '| a call over gRPC |',
    [
      ...[`${count(mostEntries)} entries`, `${count(mostValuesOfCall)} values and ${mostJsonLevels} levels`],
      size(sessionMegabytes * 1024 ** 2),
      `${mostUnauthenticated} connections that have shown no credential`,
    ],
  ],
  [
    '| links of devices |',
    [
      `| ${count(linkBounds.links)}, `,
      `${linkBounds.ofDevice} of a device`,
      `${count(linkBounds.ending)} that are being closed`,
      `${count(linkBounds.unauthenticated)} connections that have shown no token`,
    ],
  ],
  ['| requests to webhooks |', [`${quickSlots} that are quick and ${slowSlots} that are slow`]],
  ["| a carrier's texts and receipts", [`${maxUnderWay} of a connection`]],
  ['| answers to an SMPP SMSC', [count(maxUnconfirmed)]],
  ['people who write', [`${count(mostConversations)} conversations with ${mostWriters} people`]],
  ['| texts that wait for the phone', [count(maxQueuedJobs)]],
  ['| texts whose outcome an Android phone', [count(openTextBounds.maxTexts)]],
  ["| an agent's journal: texts to send", [count(maxQueuedJobs), count(maxKept)]],
  ['| phones |', [count(defaultMostPhones), count(defaultMostPhones / 2), `${mostStreams} streams`]],
  ['| received texts | 10', [count(maxUnackedInbound), count(maxKept)]],
  ['| parts of received long texts | 5', [count(maxWaitingParts)]],
  ['| a frame |', [size(maxFrameBytes)]],
  ['| SIMs |', [count(mostSims)]],
])('the row "%s" says its numbers', (words, said) => {
  const [row = '', ...others] = rows.filter((line) => line.includes(words));
  expect([row === '', others]).toEqual([false, []]);
  expect(said.filter((one) => !row.includes(one))).toEqual([]);
});
