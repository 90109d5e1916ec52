// One call of a tool, which asks the REST interface in this process with its caller's key: rights, limits, bodies and errors are
// those of REST, and there is no second door to anything.
import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describeError } from '../errors/error_body.ts';
import { publicError } from '../errors/error_codes.ts';
import { toRefusal } from '../http/error_answer.ts';
import type { Services } from '../interface/route.ts';
import { nameEarlierRefs } from '../routes/messages/earlier_refs.ts';
import type { Given, RestRoutes } from './rest_routes.ts';

/** What REST refused, in its words, for a model to act on. */
export class ToolRefusal extends Error {
  readonly detail: Record<string, unknown>;

  constructor(detail: Record<string, unknown>) {
    super('refused');
    this.detail = detail;
  }
}

export interface VisitParts {
  rest: RestRoutes;
  log: Services['log'];
}

type Line = Parameters<RestRoutes['ask']>[0];

export class Visit {
  /** Emits close once nobody waits for the answer: that ends waits, and never a send. */
  readonly #client = Object.assign(new EventEmitter(), { destroyed: false });
  readonly #parts: VisitParts;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #admission: FastifyRequest['atTheDoor'];
  /** Whether REST said that the key is not valid. */
  isKeyRefused = false;

  constructor(parts: VisitParts, request: FastifyRequest, reply: FastifyReply) {
    this.#parts = parts;
    this.#request = request;
    this.#reply = reply;
    this.#admission = request.atTheDoor;
  }

  get isGone(): boolean {
    return this.#client.destroyed;
  }

  get apiKey(): string {
    return this.#request.presentedKey ?? '';
  }

  leave(): void {
    if (this.isGone) return;
    this.#client.destroyed = true;
    this.#client.emit('close');
  }

  /** What a route of REST answers. Throws ToolRefusal for what it refuses. */
  ask<Answer>(line: Line, given: Given = {}): Promise<Answer> {
    return this.#ask(line, given, this.#reply);
  }

  /** The same for what waits. Undefined once nobody waits for the answer any more. */
  async wait<Answer>(line: Line, given: Given): Promise<Answer | undefined> {
    if (this.isGone) return undefined;
    const left = new Promise<undefined>((resolve) => this.#client.once('close', () => resolve(undefined)));
    const reply: FastifyReply = Object.create(this.#reply, { raw: { value: this.#client } });
    return Promise.race([this.#ask<Answer>(line, given, reply), left]);
  }

  /** Sends a text that may have been sent before under one of `earlierRefs`; `isRepeated` for one that was. */
  async send(body: object, earlierRefs: string[]): Promise<{ message: never; isRepeated: boolean }> {
    nameEarlierRefs(this.#request.raw, earlierRefs);
    const { message } = await this.ask<{ message: never }>('POST /api/v1/messages', { body });
    const isRepeated = this.#reply.hasHeader('idempotent-replayed');
    // The tool says it in words of its own.
    for (const name of ['idempotent-replayed', 'idempotent-differs']) this.#reply.removeHeader(name);
    return { message, isRepeated };
  }

  async #ask<Answer>(line: Line, given: Given, reply: FastifyReply): Promise<Answer> {
    const { rest, log } = this.#parts;
    try {
      if (!this.#admission) throw new Error('only a call of a tool has a key to be judged');
      const asked = { request: this.#request, reply, admission: this.#admission };
      return (await rest.ask(line, given, asked)) as Answer;
    } catch (error) {
      const refusal = toRefusal(error, log);
      if (refusal.status === 401) this.isKeyRefused = true;
      const { message, code, retryAfterSeconds } = refusal;
      throw new ToolRefusal({
        ...describeError(message, publicError(code).code),
        ...(retryAfterSeconds !== undefined && { retry_after_seconds: Math.max(1, retryAfterSeconds) }),
      });
    }
  }
}
