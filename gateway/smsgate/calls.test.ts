// How often the core is asked for a request of SMSGate's interface.
import { afterEach, expect, test } from 'vitest';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { sampleMessage } from '../testing/samples.ts';
import { type Pair, startPair } from '../testing/start_pair.ts';

let pair: Pair;
afterEach(() => pair.stop());

test.each([{}, { id: 'visit-81' }, { deviceId: '1', simNumber: 2 }])(
  'a message to one recipient is judged together with its key, by one call: %o',
  async (fields) => {
    pair = await startPair({ config: { servesSmsgate: true } });
    const asked = { textMessage: { text: 'hello' }, phoneNumbers: ['+15005550006'], ...fields };
    expect((await pair.post('/3rdparty/v1/messages', asked)).status).toBe(202);
    const { texts, admissions } = pair.core.asked;
    expect(texts).toMatchObject([{ body: 'hello', admission: { method: 'MessageService/SendMessages' } }]);
    // That of the text: the fake core counts it as well.
    expect(admissions).toHaveLength(1);
  },
);

/** A core whose log has these texts, and a list of what is asked for by series. */
async function startWithLog(refs: readonly string[]) {
  const asked: { series: string[]; knownIds: bigint[] }[] = [];
  const messages = refs.map((clientRef, index) =>
    sampleMessage({ id: BigInt(refs.length - index), clientRef, body: `words of ${clientRef}` }),
  );
  pair = await startPair({
    config: { servesSmsgate: true },
    on: {
      services: (router) =>
        router.service(MessageService, {
          listMessages: () => ({ messages }),
          listMessagesByRef: ({ series, knownIds }) => {
            asked.push({ series, knownIds });
            return { messages: [], answered: series.length };
          },
        }),
    },
  });
  const list = async (query: string) => (await pair.get(`/3rdparty/v1/messages?${query}`)).json();
  return { asked, list };
}

test('a list asks for no text of a message twice, where it has the first and oldest of them', async () => {
  const { asked, list } = await startWithLog(['smsgate:b:1', 'smsgate:a:2', 'smsgate:a:1']);
  expect(await list('includeContent=true')).toMatchObject([
    { id: 'b', recipients: [{}], textMessage: { text: 'words of smsgate:b:1' } },
    { id: 'a', recipients: [{}, {}], textMessage: { text: 'words of smsgate:a:2' } },
  ]);
  expect(asked).toEqual([]);
});

test('a list asks for the texts that a message may lack, and for no others', async () => {
  const { asked, list } = await startWithLog(['smsgate:b:1', 'smsgate:x\u001fy:2']);
  await list('limit=50');
  expect(asked).toEqual([{ series: ['smsgate:x\u001fy:'], knownIds: [1n] }]);
  // Newer texts than the range has may belong to either.
  await list('to=2027-01-01T00:00:00Z');
  expect(asked[1]).toEqual({ series: ['smsgate:b:', 'smsgate:x\u001fy:'], knownIds: [2n, 1n] });
});

test('a message that is read is asked for by its series alone', async () => {
  const { asked } = await startWithLog([]);
  expect((await pair.get('/3rdparty/v1/messages/visit-81')).status).toBe(404);
  expect(asked).toEqual([{ series: ['smsgate:visit-81:'], knownIds: [] }]);
});
