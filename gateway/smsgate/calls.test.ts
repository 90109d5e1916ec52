// How often the core is asked for a request of SMSGate's interface.
import { afterEach, expect, test } from 'vitest';
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
