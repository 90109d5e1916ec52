// Asks for the admission of a request whose handler admits itself, and does nothing else with it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Core } from '../core/client.ts';
import { takeAdmission } from '../edge/app.ts';
import { refusalFrom } from '../edge/errors/errors.ts';
import { rateHeaders } from '../edge/rate_limit.ts';

/** Counts the request, and sets its caller. Throws the Refusal if there is one. */
export async function admitNow(
  request: FastifyRequest,
  { core }: { core: Pick<Core, 'admit'> },
  reply: FastifyReply,
): Promise<void> {
  const { outcome, rate } = await core.admit(takeAdmission(request));
  if (rate) reply.headers(rateHeaders(rate));
  if (outcome.case === 'error') throw refusalFrom(outcome.value);
  request.caller = outcome.value?.caller ?? null;
}
