import type { RouteOptions } from 'fastify';
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { AccountService } from '../../proto/gen/textrelay/v1/account_service_pb.ts';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { describeSchema } from './components.ts';
import { describeInterface } from './document.ts';
import { refusalsOf } from './responses.ts';

const limits = { bodyBytes: 1000 };
const handler = async () => '';

/** A route that has all that a description needs. */
function route(config: RouteOptions['config'] = {}, more: Partial<RouteOptions> = {}): RouteOptions {
  return {
    method: 'GET',
    url: '/api/v1/tiers',
    config: { id: 'listTiers', tag: 'Plans', summary: 'Tiers.', ...config },
    schema: { response: { 200: Type.Object({}) } },
    handler,
    ...more,
  };
}

describe('a route', () => {
  test('a route without a summary is no part of the interface', () => {
    const page: RouteOptions = { method: 'GET', url: '/docs', handler };
    expect(Object.keys(describeInterface([page, route()], limits).paths)).toEqual(['/api/v1/tiers']);
  });

  test('a route that lacks what a description needs ends the start', () => {
    for (const missing of ['id', 'tag'] as const) {
      const lacking = route();
      delete lacking.config?.[missing];
      expect(() => describeInterface([lacking], limits)).toThrow('has no id, summary or tag');
    }
    expect(() => describeInterface([route({}, { schema: {} })], limits)).toThrow('has no answer');
    const wordless = { response: { 200: Type.Object({ name: Type.String() }, { title: 'Thing' }) } };
    expect(() => describeInterface([route({ id: 'another' }, { schema: wordless })], limits)).toThrow(
      'Thing.name has no example',
    );
    expect(() => describeInterface([route({}, { url: '/api/v1/x/:id' })], limits)).toThrow(
      'does not describe id',
    );
  });

  test('a route has the statuses of its door, its body and its own', () => {
    const of = (asked: RouteOptions) => [...refusalsOf(asked)].map(([status, codes]) => `${status} ${codes}`);
    expect(of(route())).toEqual(['400 invalid_request', '408 invalid_request', '431 invalid_request']);
    const sending = route(
      {
        admittedFor: MessageService.method.sendMessages,
        refusals: ['invalid_address', 'no_plan', 'cap_reached'],
      },
      { method: 'POST' },
    );
    expect(of(sending)).toEqual([
      '400 invalid_request,invalid_address',
      '401 invalid_api_key',
      '402 no_plan,cap_reached',
      '403 platform_key_scope,key_ended,key_scope',
      '404 not_found',
      '408 invalid_request',
      '413 invalid_request',
      '415 invalid_request',
      '429 rate_limited',
      '431 invalid_request',
      '503 unavailable',
    ]);
    expect(of(route({ admittedFor: AccountService.method.getUsage })).join()).not.toContain(
      'platform_key_scope',
    );
  });
});

describe('a titled schema', () => {
  test('a titled schema is written once and referred to, also within others', () => {
    const inner = Type.Object({ a: Type.String() }, { title: 'Inner' });
    const schemas = {};
    const outer = describeSchema(Type.Object({ one: inner, many: Type.Array(inner) }), schemas);
    const $ref = '#/components/schemas/Inner';
    expect(outer).toMatchObject({ properties: { one: { $ref }, many: { items: { $ref } } } });
    expect(Object.keys(schemas)).toEqual(['Inner']);
  });

  test('a titled schema cannot share its title with another one', () => {
    const schemas = {};
    describeSchema(Type.Object({ a: Type.String() }, { title: 'Same' }), schemas);
    expect(() => describeSchema(Type.Object({ b: Type.String() }, { title: 'Same' }), schemas)).toThrow(
      'Same',
    );
  });
});
