// The last deliveries of a webhook: what was sent, what the endpoint answered, and the way to send it again.
import { useQuery } from '@tanstack/react-query';
import { useAccountId } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { keyOf, listOf } from '../../api/queries.ts';
import type { Schemas } from '../../api/types.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Instant } from '../../ui/instant.tsx';
import { ResourceTable } from '../../ui/resources.tsx';
import { delivery as say } from '../../words/en/delivery.ts';
import { DeliveryFault } from './delivery_fault.tsx';

type Attempt = Schemas['WebhookAttempt'];

/** The seq of the change that an event is; undefined for a notice, which is no change of a text. */
function seqOf(event: string): number | undefined {
  const [, seq] = /^\d+\.(\d+)\./.exec(event) ?? [];
  return seq === undefined ? undefined : Number(seq);
}

/** A payload with its lines broken, where it is whole JSON. */
function laidOut(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}

/** The outcome of a delivery, with what was sent and what the endpoint said; of the answer 256 bytes are kept. */
const Outcome = ({ attempt }: { attempt: Attempt }) => {
  const { error, status, answer, payload } = attempt;
  const said = error === null ? status : <DeliveryFault of={attempt} />;
  return answer === '' && payload === '' ? (
    said
  ) : (
    <details>
      <summary>{said}</summary>
      {payload !== '' && (
        <>
          <p className="facts">
            <strong>{say.payload}</strong>
          </p>
          <pre className="whole-body">{laidOut(payload)}</pre>
          <p className="quiet facts">{say.payloadHelp}</p>
        </>
      )}
      {answer !== '' && (
        <>
          <p className="facts">
            <strong>{say.answer}</strong>
          </p>
          <pre className="whole-body">{answer}</pre>
        </>
      )}
    </details>
  );
};

function SendAgain({ name, attempt }: { name: string; attempt: Attempt }) {
  const account = useAccountId();
  const seq = seqOf(attempt.first_event);
  if (seq === undefined) return null;
  return (
    <Confirm
      label={say.sendAgain}
      title={say.sendAgainTitle}
      action={say.sendAgain}
      isDanger={false}
      run={() => ask('POST /webhooks/{name}/replay', { account, path: { name }, body: { seq: seq - 1 } })}
      changes={keyOf('/webhooks', account)}
    >
      {say.sendAgainWhy}
    </Confirm>
  );
}

export function WebhookAttempts({ name, mayRepeat }: { name: string; mayRepeat: boolean }) {
  const account = useAccountId();
  const query = useQuery(listOf('GET /webhooks/{name}/attempts', 'attempts', { account, path: { name } }));
  return (
    <>
      {query.data?.length === 0 && <p className="quiet">{say.nothingDelivered}</p>}
      <ResourceTable
        query={query}
        isBare
        keyOf={({ number }) => number}
        columns={[
          [say.ended, ({ at }) => <Instant at={at} />],
          [say.events, ({ event_count }) => event_count],
          [say.answer, (attempt) => <Outcome attempt={attempt} />],
          [say.took, ({ took_ms }) => <span className="number">{say.milliseconds(took_ms)}</span>],
        ]}
        {...(mayRepeat && { action: (attempt: Attempt) => <SendAgain name={name} attempt={attempt} /> })}
      />
    </>
  );
}
