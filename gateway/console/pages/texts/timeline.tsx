// What happened to a text, step by step, and what it waits for.
import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../api/types.ts';
import { Instant } from '../../ui/instant.tsx';
import { Pending } from '../../ui/state.tsx';
import { stats } from '../../words/en/stats.ts';
import { texts as say } from '../../words/en/texts.ts';
import { asSentence, capitalised } from '../../words/english.ts';
import { served, wordOf } from '../../words/language.ts';
import { Quoted } from '../../words/quoted.tsx';
import { Say } from '../../words/say.tsx';
import { timelineQuery } from './text_queries.ts';

type TextEvent = Schemas['MessageEvent'];

/** Kinds after which something went wrong. A text that somebody cancelled is none of them, nor did it succeed. */
const bad = /^(part_refused|part_failed|expired|failed|answers_stopped)$/;

type Place = Pick<TextEvent, 'device_id' | 'sim' | 'carrier'>;

const placeOf = ({ device_id, sim, carrier }: Place) => {
  if (carrier !== null) return say.places.carrier(carrier);
  if (device_id === null) return '';
  return sim === null ? say.places.device(device_id) : say.places.sim(device_id, sim);
};

function titleOf(event: TextEvent): string {
  const title = wordOf(say.events, event.kind);
  if (event.kind === 'handed_over') return say.handedTo(title, placeOf(event));
  return event.part === null ? title : say.partOf(event.part, event.parts ?? event.part, title);
}

function senderOf({ by }: TextEvent): string {
  if (!by) return '';
  return ` ${by.user ? say.byUser : say.byKey(by.label ?? '', by.hint ?? '')}`;
}

/** What a step means: by its kind, or where it says why it ended by that reason. What a network said is its own words. */
function Meaning({ of: { kind, reason, meaning } }: { of: TextEvent }) {
  if (Object.hasOwn(say.meanings, kind)) return wordOf(say.meanings, kind);
  const said = `${asSentence(meaning)}.`;
  if (kind === 'cancelled') return served(said, say.cancelledFirst);
  if (kind === 'omitted') return served(said, say.stepsLeftOut);
  const words = reason === null ? '' : wordOf(stats.reasons, reason, '');
  return words === '' ? <Quoted words={meaning} /> : served(said, `${words}.`);
}

const sentence = (words: string) => `${capitalised(words)}.`;

const Until = ({ at }: { at: string | null }) =>
  at !== null && (
    <>
      {' '}
      <Say words={say.untilAt} parts={{ at: <Instant at={at} /> }} />
    </>
  );

function Step({ event }: { event: TextEvent }) {
  const { at, kind, code, ref, until } = event;
  const ended = kind === 'cancelled' ? 'step-quiet' : undefined;
  return (
    <li className={bad.test(kind) ? 'step-bad' : ended}>
      <p>{titleOf(event)}</p>
      <p className="quiet">
        <Meaning of={event} />
        {senderOf(event)}
        {code !== null && ` ${say.networkCode(code)}`}
        {ref !== null && (
          <>
            {' '}
            <Say words={say.networkRef} parts={{ ref: <span className="mono">{ref}</span> }} />
          </>
        )}
        <Until at={until} />
      </p>
      {at !== null && (
        <p className="quiet">
          <Instant at={at} />
        </p>
      )}
    </li>
  );
}

export function Steps({ events, waiting_for: waiting }: Schemas['Timeline']) {
  return (
    <ol className="steps-list">
      {events.map((event, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have no name, and are only ever added to.
        <Step key={index} event={event} />
      ))}
      {waiting && (
        <li>
          <p>{say.waiting}</p>
          <p className="quiet">
            {served(`${asSentence(waiting.meaning)}.`, say.waits[waiting.what])}{' '}
            {placeOf(waiting) !== '' && sentence(placeOf(waiting))}
            <Until at={waiting.until} />
          </p>
        </li>
      )}
    </ol>
  );
}

export function TextTimeline({ account, id }: { account: number; id: string }) {
  const query = useQuery(timelineQuery(account, id));
  return query.data ? <Steps {...query.data} /> : <Pending of={query} />;
}
