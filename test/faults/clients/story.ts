// The program of the stories, as it is written with the TypeScript client: it sends what its input says, a line each, and prints
// every change that it reads.
import { createInterface } from 'node:readline';
import { fileCursor } from '../../../gateway/clients/typescript/src/file_cursor.ts';
import { Textrelay } from '../../../gateway/clients/typescript/src/textrelay.ts';

const [baseUrl = '', key = '', readKey = '', place = ''] = process.argv.slice(2);
const textrelay = new Textrelay({ baseUrl, key, longestWaitSeconds: 1 });
const reader = new Textrelay({ baseUrl, key: readKey, longestWaitSeconds: 1 });
const say = (...words: unknown[]) => process.stdout.write(`${words.join(' ')}\n`);

async function read(): Promise<void> {
  for await (const { id, seq } of reader.changes({ since: 0, cursor: fileCursor(place) }))
    say('change', seq, id);
}

async function send(): Promise<void> {
  for await (const ref of createInterface({ input: process.stdin })) {
    const { message } = await textrelay.send({
      address: '+15005550006',
      body: ref,
      client_ref: ref,
    });
    say('sent', ref, message.id);
  }
}

await Promise.race([read(), send()]);
