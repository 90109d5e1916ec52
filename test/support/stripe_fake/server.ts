// The HTTP side of the fake: one request after the other through faults, authentication, idempotency and an endpoint.
// Every request is written down, whatever became of it.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import qs from 'qs';
import { type Answer, cardDeclined, keyInUse, serverFailure, wrongKey } from './answers.ts';
import { checkoutRoutes, expireDue } from './checkout_routes.ts';
import { customerRoutes } from './customer_routes.ts';
import { eventRoutes } from './event_routes.ts';
import type { FaultQueue } from './faults.ts';
import type { Form } from './form.ts';
import { IdempotencyKeys } from './idempotency.ts';
import { invoiceRoutes } from './invoice_routes.ts';
import { portalRoutes } from './portal_routes.ts';
import { route } from './routes.ts';
import { createId, type StripeStore } from './store.ts';
import { subscriptionRoutes } from './subscription_routes.ts';

/** A request as it came, and what became of it. */
export interface RecordedCall {
  requestId: string;
  method: string;
  path: string;
  idempotencyKey: string | undefined;
  authorization: string | undefined;
  params: Form;
  /** What was answered; `dropped` for a connection that was closed in its place, undefined while there is no answer. */
  status: number | 'dropped' | undefined;
  /** True when the answer was one that was kept under the key. */
  isReplay: boolean;
}

export interface ServerOptions {
  store: StripeStore;
  faults: FaultQueue;
  calls: RecordedCall[];
  secretKey: string;
}

const routes = [
  ...customerRoutes,
  ...checkoutRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
  ...portalRoutes,
  ...eventRoutes,
];
/** Nothing that is asked of Stripe here is near this. */
const maxBodyBytes = 64 * 1024;

/** The client went away before it had said everything. */
const isAbort = (error: unknown) =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === 'ECONNRESET';

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > maxBodyBytes) throw new Error('the request is larger than any of Stripe');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A request as it is written down before it is answered. */
async function recordOf(request: IncomingMessage): Promise<RecordedCall> {
  const { method = '', url = '', headers } = request;
  const [path = '', query = ''] = url.split('?');
  const body = await readBody(request);
  return {
    requestId: createId('req'),
    method,
    path,
    idempotencyKey: headers['idempotency-key']?.toString(),
    authorization: headers.authorization,
    params: qs.parse(method === 'POST' ? body : query),
    status: undefined,
    isReplay: false,
  };
}

/** Serves it on a free port of this machine. */
export async function startServer({ store, faults, calls, secretKey }: ServerOptions) {
  const keys = new IdempotencyKeys(store.nowSeconds);

  const carryOut = async (call: RecordedCall): Promise<Answer> => {
    const { method, path, params } = call;
    const take = (stage: Parameters<FaultQueue['take']>[0]) => faults.take(stage, method, path);
    const before = take('before');
    if (before?.kind === 'hold_before') await before.hold();
    const fault = take('work');
    let answer: Answer;
    if (fault?.kind === 'decline') answer = cardDeclined();
    else if (fault?.kind === 'fail_kept') answer = serverFailure(fault.status, undefined, true);
    else {
      expireDue(store);
      store.events.request = { id: call.requestId, idempotency_key: call.idempotencyKey ?? null };
      answer = route(routes, method, { store, path, form: params });
      store.events.request = { id: null, idempotency_key: null };
    }
    const after = take('after');
    if (after?.kind === 'hold_after') await after.hold();
    return answer;
  };

  /** The answer to a request; undefined when its connection is closed in its place. */
  const answerTo = async (call: RecordedCall): Promise<Answer | undefined> => {
    const { method, path, idempotencyKey, requestId } = call;
    const arrival = faults.take('arrival', method, path);
    if (arrival?.kind === 'drop_before') return undefined;
    if (arrival?.kind === 'hold_arrival') await arrival.hold();
    const presented = call.authorization?.replace(/^Bearer /, '');
    if (presented !== secretKey) return wrongKey(presented);
    if (arrival?.kind === 'fail') return serverFailure(arrival.status, arrival.retryAfterSeconds);
    if (arrival?.kind === 'in_flight') return keyInUse(idempotencyKey ?? '');
    const key = method === 'POST' ? idempotencyKey : undefined;
    const asked = JSON.stringify([method, path, call.params]);
    const answer = await keys.run({ key, asked, requestId }, () => carryOut(call));
    return faults.take('answer', method, path) ? undefined : answer;
  };

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const call = await recordOf(request);
    calls.push(call);
    const answer = await answerTo(call);
    if (!answer) {
      call.status = 'dropped';
      request.socket.destroy();
      return;
    }
    call.status = answer.status;
    call.isReplay = answer.headers?.['idempotent-replayed'] === 'true';
    const own = { 'content-type': 'application/json', 'request-id': call.requestId };
    const echo = call.idempotencyKey === undefined ? {} : { 'idempotency-key': call.idempotencyKey };
    response
      .writeHead(answer.status, { ...own, ...echo, ...answer.headers })
      .end(JSON.stringify(answer.body));
  };

  const ownFaults: unknown[] = [];
  const server = createServer((request, response) => {
    // A fault of the fake itself must not pass for one of Stripe's: it is thrown when the fake is stopped.
    serve(request, response).catch((error: unknown) => {
      request.socket.destroy();
      if (!isAbort(error)) ownFaults.push(error);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      faults.clear();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      if (ownFaults.length > 0) throw ownFaults[0];
    },
  };
}
