import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { compilersFactory } from './schema_compilers.ts';

const isWell = { type: 'object', required: ['is'], properties: { is: { type: 'string' } } };

/** A server of one route, which answers more than its schema has. */
function serverOf(body: object, answer: object) {
  const app = fastify({ schemaController: { compilersFactory } });
  app.post('/', { schema: { body, response: { 200: answer } } }, async () => ({ is: 'well', more: 1 }));
  return (payload: object) => app.inject({ method: 'POST', url: '/', payload });
}

test('a server starts without having compiled a schema', async () => {
  const ask = serverOf({ type: 'nothing that a schema knows' }, isWell);
  expect((await ask({})).json().message).toContain('schema is invalid');
});

test('requests are read and answers written by their schemas, the second as the first', async () => {
  const ask = serverOf(isWell, isWell);
  for (let time = 0; time < 2; time += 1) {
    const refused = await ask({});
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      "body must have required property 'is'",
    ]);
    expect((await ask({ is: 'well' })).json()).toEqual({ is: 'well' });
  }
});
