// Collects the evidence of the stories: what clients wrote down, beside what the counterparts' ledgers say of it.
import { createHmac } from 'node:crypto';
import type { Keyword, StopRound } from '../../load/stories/stop_rounds.ts';
import type { Stories } from '../../load/stories/stories.ts';
import type { EndpointRequest } from '../../world/endpoints/endpoints.ts';
import { heldBySimulated } from '../../world/phones.ts';
import type { World } from '../../world/world.ts';
import type { EventGot, KeywordFate, RequestGot, StopFate, StoryEvidence } from './evidence.ts';

/** Reads what there is. */
export function gatherStories(world: World, stories: Stories): StoryEvidence {
  const { played, imports, consumers, cancels, batches } = stories;
  const requests = Map.groupBy(world.endpoints.requests(), ({ endpoint }) => endpoint);
  return {
    played,
    stops: gatherStops(world, stories.stops),
    imports,
    webhooks: stories.webhooks.map((webhook) => ({
      ...webhook,
      requests: (requests.get(webhook.name) ?? []).map((request) =>
        readRequest(world, request, webhook.secret),
      ),
    })),
    consumers,
    cancels,
    batches,
  };
}

function gatherStops(world: World, rounds: readonly StopRound[]): StopFate[] {
  const ledgers = world.smscs.map((smsc) => smsc.ledger());
  const held = new Set(world.phones.filter(({ modem }) => modem === null).flatMap(heldBySimulated));
  const atSmsc = ({ name, askedMs }: Keyword): KeywordFate => {
    const part = `${name}.0`;
    const epochMs = ledgers.flatMap(({ textsReceived }) => textsReceived.get(part) ?? [])[0];
    return {
      askedMs,
      acknowledgedMs: epochMs === undefined ? null : world.timeline.since(epochMs),
      isHeld: epochMs === undefined,
      isTwice: ledgers.some(({ textsTwice }) => textsTwice.has(part)),
    };
  };
  const atPhone = ({ name, askedMs, goneMs }: Keyword): KeywordFate => ({
    askedMs,
    acknowledgedMs: goneMs,
    isHeld: held.has(name),
    isTwice: false,
  });
  return rounds
    .filter(({ stop }) => stop.askedMs > 0)
    .map((round) => {
      const fateOf = round.way === 'smsc' ? atSmsc : atPhone;
      return { ...round, stop: fateOf(round.stop), start: round.start && fateOf(round.start) };
    });
}

function readRequest(world: World, request: EndpointRequest, secret: string | null): RequestGot {
  const { atMs, requestId, body, status } = request;
  const events = (JSON.parse(body) as { events: { id: string; type: string; data: Data }[] }).events;
  return {
    atMs: world.timeline.since(atMs),
    requestId,
    isSigned: secret === null || isSignedWith(secret, request),
    events: events.map(
      ({ id, type, data }): EventGot => ({
        id,
        content: JSON.stringify([type, data]),
        text: data.seq === undefined ? null : { id: data.id as number, seq: data.seq },
      }),
    ),
    status,
  };
}

interface Data {
  id?: number;
  seq?: number;
}

/** As Standard Webhooks has it; its time is not looked at, because cores' clocks step. */
function isSignedWith(secret: string, { requestId, timestamp, signature, body }: EndpointRequest): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const mine = createHmac('sha256', key).update(`${requestId}.${timestamp}.${body}`).digest('base64');
  return signature.split(' ').includes(`v1,${mine}`);
}
