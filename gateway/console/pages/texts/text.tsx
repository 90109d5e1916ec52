// One text, and all that is known of it.
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { useAccountId } from '../../api/account.ts';
import { ask, hasCode } from '../../api/ask.ts';
import type { Schemas } from '../../api/types.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Instant } from '../../ui/instant.tsx';
import { AccountLink, ThreadLink } from '../../ui/link.tsx';
import { OnlyMembers } from '../../ui/only_members.tsx';
import { Page } from '../../ui/page.tsx';
import { Lines, Panel } from '../../ui/panel.tsx';
import { Empty, Pending } from '../../ui/state.tsx';
import { leavesAt, TextStatus } from '../../ui/text_status.tsx';
import { textQuery } from './text_queries.ts';
import { TextTimeline } from './timeline.tsx';

type TextDetail = Schemas['TextDetail'];

const parts = (count: number) => `${count} ${count === 1 ? 'segment' : 'segments'}`;

function routeOf({ route, device_id, sim, carrier }: TextDetail): string {
  if (route === 'gateway') return carrier ? `Carrier ${carrier}` : 'A carrier';
  if (device_id === null) return 'A device, not chosen yet';
  return sim === null ? `Device ${device_id}` : `Device ${device_id}, SIM ${sim}`;
}

/** Whether a text may still be cancelled, as far as the page knows: the service decides, and gives its reason. */
const isCancellable = ({ direction, status, route, carrier }: TextDetail) =>
  direction === 'out' &&
  (status === 'queued' || (status === 'sending' && route === 'gateway' && carrier === null));

function CancelText({ text, account }: { text: TextDetail; account: number }) {
  return (
    <Confirm
      label="Cancel this text"
      title="Cancel this text?"
      action="Cancel the text"
      keep="Keep it"
      run={() => ask('DELETE /messages/{id}', { account, path: { id: text.id } })}
      changes={['account', account, 'text']}
    >
      It is not sent, and no longer counts as a text. This cannot be undone.
    </Confirm>
  );
}

function factsOf(text: TextDetail): ComponentProps<typeof Lines>['facts'] {
  const isOut = text.direction === 'out';
  const delivered = text.parts_delivered ? `, ${text.parts_delivered} delivered` : '';
  const mono = (value: string | null) => value !== null && <span className="mono">{value}</span>;
  return [
    ['Status', <TextStatus key="status" text={text} />],
    [isOut ? 'To' : 'From', <ThreadLink key="address" address={text.address_norm} hasNumber />],
    ['As given', text.address !== text.address_norm && text.address],
    [leavesAt(text) === null ? 'Sent for' : 'Leaves', text.send_at !== null && <Instant at={text.send_at} />],
    ['Route', routeOf(text)],
    [
      'Size',
      `${parts(text.segments)} in ${text.encoding === 'gsm7' ? 'the short alphabet' : 'UCS-2'}${delivered}`,
    ],
    ['Tries', isOut && text.attempt],
    ['client_ref', mono(text.client_ref)],
    ['Error', mono(text.error)],
  ];
}

const Shown = ({ text, account }: { text: TextDetail; account: number }) => (
  <div className="tiles">
    <section className="panel tile-wide" aria-label="Text">
      <p className="whole-body">{text.body}</p>
    </section>
    <Panel title="What happened">
      <TextTimeline account={account} id={String(text.id)} />
      {text.deadline_at && (
        <p className="quiet">
          It is decided by <Instant at={text.deadline_at} /> at the latest.
        </p>
      )}
    </Panel>
    <Panel title="Facts">
      <Lines facts={factsOf(text)} />
    </Panel>
  </div>
);

export function TextPage() {
  const account = useAccountId();
  const { textId = '' } = useParams({ strict: false }) as { textId?: string };
  const query = useQuery(textQuery(account, textId));
  const { data, error } = query;
  return (
    <Page
      title={`Text ${textId}`}
      actions={
        <>
          {data && isCancellable(data.message) && (
            <OnlyMembers isSaid>
              <CancelText text={data.message} account={account} />
            </OnlyMembers>
          )}
          <AccountLink to="/texts">All texts</AccountLink>
        </>
      }
    >
      {hasCode(error, 'not_found') ? (
        <Empty title="There is no such text">The account has no text of this id.</Empty>
      ) : (
        <Pending of={query} />
      )}
      {data && <Shown text={data.message} account={account} />}
    </Page>
  );
}
