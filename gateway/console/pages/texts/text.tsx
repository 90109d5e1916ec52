// One text, and all that is known of it.
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAccountId } from '../../api/account.ts';
import { ask, hasCode } from '../../api/ask.ts';
import type { Schemas } from '../../api/types.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Instant } from '../../ui/instant.tsx';
import { AppLink } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { Coming, Empty, Fault } from '../../ui/state.tsx';
import { leavesAt, TextStatus } from '../../ui/text_status.tsx';
import { textQuery } from './text_queries.ts';
import { TextTimeline } from './timeline.tsx';

type TextDetail = Schemas['TextDetail'];

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="line">
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const parts = (count: number) => `${count} ${count === 1 ? 'segment' : 'segments'}`;

function routeOf({ route, device_id, sim, carrier }: TextDetail): string {
  if (route === 'gateway') return carrier ? `Carrier ${carrier}` : 'A carrier';
  if (device_id === null) return 'A device, not chosen yet';
  return sim === null ? `Device ${device_id}` : `Device ${device_id}, SIM ${sim}`;
}

/** What may still be cancelled, as far as the page knows: the service decides, and says why where it refuses. */
const isCancellable = ({ direction, status, route, carrier }: TextDetail) =>
  direction === 'out' &&
  (status === 'queued' || (status === 'sending' && route === 'gateway' && carrier === null));

function CancelText({ text, account }: { text: TextDetail; account: number }) {
  return (
    <Confirm
      label="Cancel this text"
      title="Cancel this text?"
      action="Do not send it"
      run={() => ask('DELETE /messages/{id}', { account, path: { id: text.id } })}
      changes={['account', account, 'text']}
    >
      It does not leave, and does not count as a text any more. This cannot be undone.
    </Confirm>
  );
}

function Shown({ text, account }: { text: TextDetail; account: number }) {
  return (
    <div className="tiles">
      <section className="panel tile-wide" aria-label="Text">
        <p className="whole-body">{text.body}</p>
      </section>
      <section className="panel" aria-labelledby="story-title">
        <h2 id="story-title" className="section-title">
          What happened
        </h2>
        <TextTimeline account={account} id={String(text.id)} />
        {text.deadline_at && (
          <p className="quiet">
            Decided by <Instant at={text.deadline_at} /> at the latest.
          </p>
        )}
      </section>
      <section className="panel" aria-labelledby="facts-title">
        <h2 id="facts-title" className="section-title">
          Facts
        </h2>
        <dl className="lines">
          <Line name="Status">
            <TextStatus status={text.status} />
          </Line>
          <Line name={text.direction === 'out' ? 'To' : 'From'}>
            <AppLink
              className="link number"
              to={`/accounts/${account}/threads/${encodeURIComponent(text.address_norm)}`}
            >
              {text.address_norm}
            </AppLink>
          </Line>
          {text.address !== text.address_norm && <Line name="As given">{text.address}</Line>}
          {text.send_at !== null && (
            <Line name={leavesAt(text) === null ? 'Sent for' : 'Leaves'}>
              <Instant at={text.send_at} />
            </Line>
          )}
          <Line name="Route">{routeOf(text)}</Line>
          <Line name="Size">
            {parts(text.segments)} in {text.encoding === 'gsm7' ? 'the short alphabet' : 'UCS-2'}
            {text.parts_delivered !== null &&
              text.parts_delivered > 0 &&
              `, ${text.parts_delivered} delivered`}
          </Line>
          {text.direction === 'out' && <Line name="Tries">{text.attempt}</Line>}
          {text.client_ref !== null && (
            <Line name="client_ref">
              <span className="mono">{text.client_ref}</span>
            </Line>
          )}
          {text.error !== null && (
            <Line name="Error">
              <span className="mono">{text.error}</span>
            </Line>
          )}
        </dl>
      </section>
    </div>
  );
}

export function TextPage() {
  const account = useAccountId();
  const { textId = '' } = useParams({ strict: false }) as { textId?: string };
  const { data, error, refetch } = useQuery(textQuery(account, textId));
  return (
    <Page
      title={`Text ${textId}`}
      actions={
        <>
          {data && isCancellable(data.message) && <CancelText text={data.message} account={account} />}
          <AppLink className="link" to={`/accounts/${account}/texts`}>
            All texts
          </AppLink>
        </>
      }
    >
      {hasCode(error, 'not_found') && (
        <Empty title="There is no such text">The account has no text of this id.</Empty>
      )}
      {error && !data && !hasCode(error, 'not_found') && <Fault error={error} retry={() => void refetch()} />}
      {!data && !error && <Coming />}
      {data && <Shown text={data.message} account={account} />}
    </Page>
  );
}
