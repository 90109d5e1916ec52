import { expect, test } from 'vitest';
import { tools } from './server.ts';
import { ToolLists } from './tool_lists.ts';

const headers = { accept: 'application/json', 'content-type': 'application/json' };

function provide(status = 200) {
  const lists = new ToolLists();
  const asked: object[] = [];
  const ask = async (message: object) => {
    asked.push(message);
    const { id } = message as { id?: unknown };
    return { status, headers: {}, text: JSON.stringify({ jsonrpc: '2.0', id, result: { tools: [] } }) };
  };
  const list = async (id: unknown, more: object = {}, its = headers, known = tools) => {
    const message = { jsonrpc: '2.0', id, method: 'tools/list', ...more };
    return JSON.parse((await lists.answer({ headers: its, message, tools: known }, ask)).text);
  };
  return { asked, list };
}

test('the library is asked once for one list, and each message is answered by its own id', async () => {
  const { asked, list } = provide();
  for (const id of [1, 'b', '$&', '"quoted"', 0])
    expect(await list(id)).toMatchObject({ id, result: { tools: [] } });
  expect(asked).toHaveLength(1);
});

test('what may change the answer is asked for itself', async () => {
  const { asked, list } = provide();
  await list(1);
  await list(1, { params: { cursor: 'x' } });
  await list(1, {}, { ...headers, accept: 'text/event-stream' });
  await list(1, {}, headers, tools.slice(1));
  expect(asked).toHaveLength(4);
});

test('a refusal, an odd id and a long question are not kept', async () => {
  const refused = provide(400);
  for (let times = 0; times < 2; times++) await refused.list(1);
  expect(refused.asked).toHaveLength(2);
  const { asked, list } = provide();
  for (const id of [null, 1.5, undefined]) await list(id);
  for (let times = 0; times < 2; times++) await list(1, { params: { cursor: 'x'.repeat(4_000) } });
  expect(asked).toHaveLength(5);
});
