// gnokii's encoder, by way of its fake phone: for the same text and settings our PDU must be the very same octets. It
// knows no surrogate pairs, no wide references and no validity but its own; those are tshark's to judge.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf } from '../../device-agent/pdu/address.ts';
import type { PduEncoding } from '../../device-agent/pdu/coding_scheme.ts';
import { unwrap, wrap } from '../../device-agent/pdu/frame.ts';
import { decodeSubmit, encodeSubmit } from '../../device-agent/pdu/submit.ts';
import type { Part } from '../../device-agent/pdu/user_data.ts';
import { splitText } from '../../server/domain/messages/text.ts';
import { nightSeed } from '../support/extent.ts';
import { hasProgram } from '../support/programs.ts';
import { gsmText, longAsciiText, plainUcs2Text } from './pdu_texts.ts';

const hasEncoder = hasProgram('gnokii');
const title = (text: string) => (hasEncoder ? text : `${text} [skipped: no gnokii here]`);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pdu-judge-'));
  await writeFile(join(folder, 'config'), '[global]\nport = none\nmodel = fake\nconnection = serial\n');
});
afterAll(() => rm(folder, { recursive: true }));

/** A text as gnokii sends it. */
interface Sending {
  body: string;
  recipient: string;
  statusReport: boolean;
}

/** What gnokii gives its modem for each part, as `AT+CMGS=` has it: the length, and the line of hex. */
async function encodeElsewhere({ body, recipient, statusReport }: Sending) {
  const output = await new Promise<string>((resolve, reject) => {
    const report = statusReport ? ['-r'] : [];
    const child = execFile(
      'gnokii',
      ['--config', join(folder, 'config'), '--sendsms', recipient, ...report, '--smsc', '+12063130004'],
      { env: { ...process.env, LC_ALL: 'C.UTF-8' }, timeout: 20_000, killSignal: 'SIGKILL' },
      (error, stdout, stderr) => (error ? reject(error) : resolve(stdout + stderr)),
    );
    child.stdin?.end(body);
  });
  return [...output.matchAll(/AT\+CMGS=(\d+)\s+([0-9A-F]+)/g)].map(([, length, hex]) => ({
    tpduLength: Number(length),
    hex: hex!,
  }));
}

/** The same by our codec, from the very parts that gnokii cut. */
function encodeHere({ recipient, statusReport }: Sending, encoding: PduEncoding, parts: readonly Part[]) {
  const to = addressOf(recipient);
  return parts.map((part) =>
    wrap(encodeSubmit({ recipient: to, part, encoding, statusReport, validityMinutes: 5 })),
  );
}

const isOnePart = (text: string) => splitText(text, 8).parts.length === 1;
const isUcs2 = (text: string) => splitText(text, 8).encoding === 'ucs2';

test.skipIf(!hasEncoder)(
  title('120 texts in both alphabets, 150 parts, are the very octets that gnokii makes of them'),
  async () => {
    // It cuts a newline off the end of what it reads; and 7-bit texts of several parts it cuts by their octets in
    // UTF-8, wrongly, so that those are of ASCII here.
    const body = fc.oneof(gsmText.filter(isOnePart), longAsciiText, plainUcs2Text);
    const sendings = fc.sample(
      fc.record({
        body: body.filter((text) => text !== '' && !text.endsWith('\n')),
        recipient: fc.constantFrom('+15551234567', '+447700900123', '+4915112345678'),
        statusReport: fc.boolean(),
      }),
      { numRuns: 120, seed: nightSeed },
    );
    let count = 0;
    for (const [index, sending] of sendings.entries()) {
      const name = `text ${index} of seed ${nightSeed}`;
      const theirs = await encodeElsewhere(sending);
      const parts = theirs.map(({ hex }) => decodeSubmit(unwrap(hex).tpdu).part);
      const ours = splitText(sending.body, 8);
      expect(encodeHere(sending, ours.encoding, parts), name).toEqual(theirs);
      const texts = parts.map(({ text }) => text);
      if (ours.parts.length === 1 || !isUcs2(sending.body)) {
        expect(texts, name).toEqual(ours.parts);
      } else {
        // It reckons with 67 units of UCS-2 a part but fills only 66, and so may leave out a unit of each at the end.
        const whole = texts.join('');
        expect(whole, name).toBe(sending.body.slice(0, whole.length));
        expect(whole.length, name).toBeGreaterThanOrEqual(sending.body.length - texts.length);
      }
      count += texts.length;
    }
    expect(sendings.length).toBe(120);
    expect(count).toBeGreaterThan(150);
  },
  60_000,
);
