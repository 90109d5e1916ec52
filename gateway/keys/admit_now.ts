// Asks for the admission of a request whose handler admits itself, and does nothing else with it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Core } from '../core_client/client.ts';
import { takeAdmission } from '../edge/app.ts';
import { applyAdmission } from './admission.ts';

/** Counts the request, and sets its caller. Throws the Refusal if there is one. */
export async function admitNow(
  request: FastifyRequest,
  { core }: { core: Pick<Core, 'admit'> },
  reply: FastifyReply,
): Promise<void> {
  const refusal = applyAdmission(request, reply, await core.admit(takeAdmission(request)));
  if (refusal) throw refusal;
}
