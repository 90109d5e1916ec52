// One text, and all that is known of its way.
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAccountId } from '../../api/account.ts';
import { hasCode } from '../../api/ask.ts';
import { Instant } from '../../ui/instant.tsx';
import { AppLink } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { Coming, Empty, Fault } from '../../ui/state.tsx';
import { failureOf, TextStatus } from '../../ui/text_status.tsx';
import { type TextDetail, textQuery } from './text_queries.ts';

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="line">
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const parts = (count: number) => `${count} ${count === 1 ? 'segment' : 'segments'}`;

function wayOf({ route, device_id, sim, carrier }: TextDetail): string {
  if (route === 'gateway') return carrier ? `Carrier ${carrier}` : 'A carrier';
  if (device_id === null) return 'A device, not chosen yet';
  return sim === null ? `Device ${device_id}` : `Device ${device_id}, SIM ${sim}`;
}

function Way({ text }: { text: TextDetail }) {
  if (text.direction === 'in')
    return (
      <ol className="steps-list">
        <li>
          <p>Received</p>
          <p className="quiet">
            <Instant at={text.created_at} />
          </p>
        </li>
      </ol>
    );
  const failure = failureOf(text);
  return (
    <ol className="steps-list">
      <li>
        <p>Accepted{text.charged ? '' : ', and its unit given back'}</p>
        <p className="quiet">
          <Instant at={text.created_at} />
        </p>
      </li>
      {text.sent_at && (
        <li>
          <p>Sent: the network took it</p>
          <p className="quiet">
            <Instant at={text.sent_at} />
          </p>
        </li>
      )}
      {text.delivered_at && (
        <li>
          <p>Delivered to the recipient’s phone</p>
          <p className="quiet">
            <Instant at={text.delivered_at} />
          </p>
        </li>
      )}
      {failure !== null && (
        <li className="step-bad">
          <p>Failed</p>
          <p className="quiet">{failure}</p>
        </li>
      )}
      {!text.delivered_at && failure === null && text.deadline_at && (
        <li>
          <p>Waiting</p>
          <p className="quiet">
            Decided by <Instant at={text.deadline_at} /> at the latest.
          </p>
        </li>
      )}
    </ol>
  );
}

function Shown({ text, account }: { text: TextDetail; account: number }) {
  return (
    <div className="tiles">
      <section className="panel tile-wide" aria-label="Text">
        <p className="whole-body">{text.body}</p>
      </section>
      <section className="panel" aria-labelledby="way-title">
        <h2 id="way-title" className="section-title">
          Its way
        </h2>
        <Way text={text} />
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
          <Line name="Way">{wayOf(text)}</Line>
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
        <AppLink className="link" to={`/accounts/${account}/texts`}>
          All texts
        </AppLink>
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
