// One text, and all that is known of it.
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
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
import { failureOf, leavesAt, statusOf, TextStatus } from '../../ui/text_status.tsx';
import { often } from '../../words/en/often.ts';
import { texts as say } from '../../words/en/texts.ts';
import { served } from '../../words/language.ts';
import { Say } from '../../words/say.tsx';
import { textQuery } from './text_queries.ts';
import { TextTimeline } from './timeline.tsx';

type TextDetail = Schemas['TextDetail'];
type WordlessText = Schemas['WordlessText'];

function routeOf({ route, device_id, sim, carrier }: WordlessText): string {
  if (route === 'gateway') return carrier ? say.byCarrier(carrier) : say.aCarrier;
  if (device_id === null) return say.deviceNotChosen;
  return sim === null ? say.byDevice(device_id) : say.bySim(device_id, sim);
}

/** Whether a text may still be cancelled, as far as the page knows: the service decides, and gives its reason. */
const isCancellable = ({ direction, status, route, carrier }: TextDetail) =>
  direction === 'out' &&
  (status === 'queued' || (status === 'sending' && route === 'gateway' && carrier === null));

function CancelText({ text, account }: { text: TextDetail; account: number }) {
  return (
    <Confirm
      label={say.cancel}
      title={say.cancelTitle}
      action={say.cancelAction}
      keep={often.keepIt}
      run={() => ask('DELETE /messages/{id}', { account, path: { id: text.id } })}
      changes={['account', account, 'text']}
    >
      {say.cancelWhy}
    </Confirm>
  );
}

/** Its error, which is a stable code and a sentence; the code stays as programs know it. To be cancelled is no error. */
function errorOf(text: WordlessText): string | null {
  if (statusOf(text) === 'cancelled') return null;
  const [code] = text.error?.split(':') ?? [];
  return text.error && served(text.error, [code, failureOf(text)].filter(Boolean).join(': '));
}

/** What is known of a text's way; `who` is the other party as it is shown. */
export function factsOf(text: WordlessText, who: ReactNode): ComponentProps<typeof Lines>['facts'] {
  const isOut = text.direction === 'out';
  const size = text.encoding === 'gsm7' ? say.sizeShort(text.segments) : say.sizeLong(text.segments);
  const mono = (value: string | null) => value !== null && <span className="mono">{value}</span>;
  return [
    [often.status, <TextStatus key="status" text={text} />],
    [isOut ? often.to : often.from, who],
    [say.asGiven, text.address !== text.address_norm && text.address],
    [
      leavesAt(text) === null ? say.scheduledFor : say.leaves,
      text.send_at !== null && <Instant at={text.send_at} />,
    ],
    [say.route, routeOf(text)],
    [say.size, text.parts_delivered ? say.sizeDelivered(size, text.parts_delivered) : size],
    [say.tries, isOut && text.attempt],
    ['client_ref', mono(text.client_ref)],
    [say.error, mono(errorOf(text))],
  ];
}

export const Deadline = ({ at }: { at: string | null }) =>
  at !== null && (
    <p className="quiet">
      <Say words={say.decidedBy} parts={{ at: <Instant at={at} /> }} />
    </p>
  );

const Shown = ({ text, account }: { text: TextDetail; account: number }) => (
  <div className="tiles">
    <section className="panel tile-wide" aria-label={often.text}>
      <p className="whole-body">{text.body}</p>
    </section>
    <Panel title={say.whatHappened}>
      <TextTimeline account={account} id={String(text.id)} />
      <Deadline at={text.deadline_at} />
    </Panel>
    <Panel title={say.details}>
      <Lines facts={factsOf(text, <ThreadLink address={text.address_norm} hasNumber />)} />
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
      title={say.textOf(textId)}
      actions={
        <>
          {data && isCancellable(data.message) && (
            <OnlyMembers isSaid>
              <CancelText text={data.message} account={account} />
            </OnlyMembers>
          )}
          <AccountLink to="/texts">{say.allTexts}</AccountLink>
        </>
      }
    >
      {hasCode(error, 'not_found') ? (
        <Empty title={say.noSuch}>{say.noSuchHelp}</Empty>
      ) : (
        <Pending of={query} />
      )}
      {data && <Shown text={data.message} account={account} />}
    </Page>
  );
}
