// The public door: HTTP through the gateway.
import type { Answer, Ask } from '../../support/http_client.ts';
import type { Stack } from '../../support/stack.ts';
import { actOf } from './delivery.ts';
import type { Caller, Door, Outcome } from './door.ts';

const numberIn = (pattern: RegExp, header: unknown) => Number(pattern.exec(String(header))?.[1]);

function toOutcome({ status, headers, json }: Answer): Outcome {
  const rate = headers.ratelimit && {
    limit: numberIn(/q=(\d+)/, headers['ratelimit-policy']),
    windowSeconds: numberIn(/w=(\d+)/, headers['ratelimit-policy']),
    remaining: numberIn(/r=(\d+)/, headers.ratelimit),
  };
  const outcome = status === 200 ? { code: 'ok', answer: json } : { code: json.code };
  const saysWhen = status === 429 && { saysWhen: Number(headers['retry-after']) > 0 };
  return { ...outcome, ...saysWhen, ...(rate && { rate }) };
}

function query(values: Record<string, string | number | undefined>): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) given.set(name, String(value));
  return given.size === 0 ? '' : `?${given}`;
}

/** The door of a stack's gateway. */
export function openRestDoor(stack: Pick<Stack, 'ask'>): Door {
  const ask = ({ key, target }: Caller, path: string, more: Partial<Ask> = {}) =>
    stack.ask({
      path: `/api/v1/${path}`,
      key,
      ...(target !== undefined && { headers: { 'x-svc-account': target } }),
      ...more,
    });
  const read = async (caller: Caller, path: string) => toOutcome(await ask(caller, path));

  return {
    async send(caller, text) {
      const answer = await ask(caller, 'messages', { method: 'POST', body: text });
      const outcome = toOutcome(answer);
      if (outcome.code !== 'ok') return outcome;
      const { 'idempotent-replayed': replayed, 'idempotent-differs': differs } = answer.headers;
      return { ...outcome, replay: { replayed: replayed === 'true', differs: differs === 'true' } };
    },
    getMessage: (caller, id) => read(caller, `messages/${id}`),
    listChanges: (caller, { limit, from }) => read(caller, `messages${query({ limit, since: from })}`),
    listThreads: (caller, { limit, from }) => read(caller, `threads${query({ limit, cursor: from })}`),
    listThreadMessages: (caller, address, { limit, from }) =>
      read(caller, `threads/${encodeURIComponent(address)}/messages${query({ limit, before: from })}`),
    getMe: async (caller) => {
      const { answer, ...outcome } = await read(caller, 'me');
      if (answer === undefined) return outcome;
      // Over gRPC a method of its own describes the key.
      const { key: _key, ...rest } = answer as Record<string, unknown>;
      return { ...outcome, answer: rest };
    },
    getUsage: (caller) => read(caller, 'usage'),
    listStats: (caller, asked) => read(caller, `stats${query({ ...asked })}`),
    listAccounts: (caller) => read(caller, 'accounts'),
    changePlan: async (caller, plan) =>
      toOutcome(await ask(caller, 'plan', { method: 'POST', body: { plan } })),
    listOptOuts: (caller, asked) => read(caller, `opt-outs${query(asked)}`),
    addOptOut: async (caller, address) =>
      toOutcome(await ask(caller, `opt-outs/${encodeURIComponent(address)}`, { method: 'PUT' })),
    removeOptOut: async (caller, address) =>
      toOutcome(await ask(caller, `opt-outs/${encodeURIComponent(address)}`, { method: 'DELETE' })),
    cancel: async (caller, id) => toOutcome(await ask(caller, `messages/${id}`, { method: 'DELETE' })),
    listEvents: (caller, id) => read(caller, `messages/${id}/events?with=message`),
    findOutcome: (caller, id) => read(caller, `messages/${id}/outcome`),
    arrange: async (caller, act, name, body = {}) => {
      const { method, path, request } = actOf(act);
      return toOutcome(await ask(caller, path(name), { method, ...(request && { body }) }));
    },
    readConsumer: (caller, name, lease) => read(caller, `consumers/${name}/messages${query({ lease })}`),
    getQuietHours: (caller) => read(caller, 'quiet-hours'),
    setQuietHours: async (caller, hours) =>
      toOutcome(await ask(caller, 'quiet-hours', { method: 'PUT', body: hours })),
    clearQuietHours: async (caller) => toOutcome(await ask(caller, 'quiet-hours', { method: 'DELETE' })),
    importOptOuts: async (caller, csv) =>
      toOutcome(await ask(caller, 'opt-outs/import', { method: 'POST', body: { csv } })),
  };
}
