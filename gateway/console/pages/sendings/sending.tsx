// One sending: how far it is, what became of its texts, and what can be done.
import { Alert, Button, Group, Progress, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useAccountId } from '../../api/account.ts';
import { ask, hasCode } from '../../api/ask.ts';
import { keyOf, queryOf } from '../../api/queries.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { useRefresh } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Instant } from '../../ui/instant.tsx';
import { AccountLink } from '../../ui/link.tsx';
import { OnlyMembers } from '../../ui/only_members.tsx';
import { Page } from '../../ui/page.tsx';
import { Facts, Panel } from '../../ui/panel.tsx';
import { Empty, Fault, Pending } from '../../ui/state.tsx';
import { SendingRows } from './rows.tsx';
import { pauseWords, recipients, type Sending, SendingState } from './words.tsx';

/** How often a sending is read anew that changes, and any other, in milliseconds. */
const changingMs = 1_500;
const restingMs = 15_000;

const ends = (sending: Sending) => sending.delivered + sending.failed;
const isUnderWay = ({ state }: Sending) => state === 'running' || state === 'paused';

/** The share of a part, in per cent. */
const share = (part: number, { rows }: Sending) => (rows === 0 ? 0 : (part / rows) * 100);

function HowFar({ sending }: { sending: Sending }) {
  const { rows, accepted, refused, delivered, failed, replied, state } = sending;
  const underWay = Math.max(accepted - ends(sending), 0);
  const parts = [
    ['Delivered', delivered, 'green.8'],
    ['Failed', failed, 'red.8'],
    ['On their way', underWay, 'blue.6'],
    ['Refused', refused, 'gray.6'],
  ] as const;
  const left = rows - accepted - refused;
  const lines = [
    ...parts,
    [state === 'cancelled' ? 'Not sent' : 'To go', left],
    ['Replied', replied],
  ] as const;
  return (
    <section className="panel" aria-label="Progress">
      <p className="big">
        {(accepted + refused).toLocaleString()}
        <small> of {recipients(rows)}</small>
      </p>
      <Progress.Root mt="sm" mb="md" size="lg">
        {parts.map(([name, count, color]) => (
          <Progress.Section
            key={name}
            value={share(count, sending)}
            color={color}
            aria-label={`${name}: ${Math.round(share(count, sending))} %`}
          />
        ))}
      </Progress.Root>
      <Facts facts={lines.map(([name, count]) => [name, count.toLocaleString()] as const)} />
    </section>
  );
}

/** The button of a move that needs no question. */
function Move({
  sending,
  move,
  label,
}: {
  sending: Sending;
  move: 'pause' | 'resume' | 'start';
  label: string;
}) {
  const account = useAccountId();
  const refresh = useRefresh();
  const asked = { account, path: { id: sending.id } };
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      move === 'start'
        ? ask('POST /sendings/{id}/start', { ...asked, body: { rows: sending.rows } })
        : ask(`POST /sendings/{id}/${move}`, asked),
    onSettled: () => refresh(keyOf('/sendings', account)),
  });
  return (
    <>
      <Button variant={move === 'pause' ? 'default' : 'filled'} loading={isPending} onClick={() => mutate()}>
        {label}
      </Button>
      {error && <Fault error={error} />}
    </>
  );
}

function CancelRest({ sending }: { sending: Sending }) {
  const account = useAccountId();
  return (
    <Confirm
      label="Cancel the rest"
      title="Cancel the rest of this sending?"
      keep="Keep it"
      run={() => ask('POST /sendings/{id}/cancel', { account, path: { id: sending.id } })}
      changes={keyOf('/sendings', account)}
    >
      Nothing more leaves, and texts that still wait are not sent either. What has left stays. This cannot be
      undone.
    </Confirm>
  );
}

function SendToFailed({ sending }: { sending: Sending }) {
  const account = useAccountId();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      ask('POST /sendings/{id}/failed', {
        account,
        path: { id: sending.id },
        body: { name: `${sending.name.slice(0, 80)} (those that failed)` },
      }),
    onSuccess: async ({ sending: { id } }) => {
      refresh(keyOf('/sendings', account));
      await navigate({ to: `/accounts/${account}/sendings/${id}` as '/' });
    },
  });
  return (
    <>
      <Button variant="default" loading={isPending} onClick={() => mutate()}>
        Send to those that failed
      </Button>
      {error && <Fault error={error} />}
    </>
  );
}

const Actions = ({ sending }: { sending: Sending }) => {
  const { state, accepted, failed, rows } = sending;
  const waits = isUnderWay(sending) || (state === 'done' && accepted > ends(sending));
  return (
    <Group gap="sm">
      {state === 'draft' && rows > 0 && (
        <Move sending={sending} move="start" label={`Send to ${recipients(rows)}`} />
      )}
      {state === 'running' && <Move sending={sending} move="pause" label="Pause" />}
      {state === 'paused' && <Move sending={sending} move="resume" label="Go on" />}
      {failed > 0 && <SendToFailed sending={sending} />}
      {waits && <CancelRest sending={sending} />}
    </Group>
  );
};

function Notes({ sending }: { sending: Sending }) {
  const { state, pause_reason: reason, send_at: at, failed_of: of, urgent } = sending;
  return (
    <>
      {reason !== null && (
        <Alert color="yellow" variant="light" icon={<Icon name="warning" />} role="status">
          It paused by itself. {pauseWords(reason)}
        </Alert>
      )}
      {state === 'paused' && reason === null && (
        <p className="quiet">
          No further row leaves until you go on. Texts that already wait for a phone or carrier, at most 500,
          still do.
        </p>
      )}
      {(at !== null || urgent || of !== null) && (
        <p className="quiet">
          {at !== null && (
            <>
              Begins <Instant at={at} />.{' '}
            </>
          )}
          {urgent && 'Leaves in quiet hours as well. '}
          {of !== null && (
            <>
              To those that failed of <AccountLink to={`/sendings/${of}`}>this sending</AccountLink>.
            </>
          )}
        </p>
      )}
    </>
  );
}

export function SendingPage() {
  const account = useAccountId();
  const { sendingId } = useParams({ strict: false }) as { sendingId: string };
  const query = useQuery({
    ...queryOf('GET /sendings/{id}', { account, path: { id: sendingId } }),
    refetchInterval: ({ state: { data } }) =>
      data && (data.sending.state === 'running' || data.sending.accepted > ends(data.sending))
        ? changingMs
        : restingMs,
  });
  if (hasCode(query.error, 'not_found'))
    return (
      <Page title="Sending">
        <div className="panel">
          <Empty
            title="There is no such sending"
            action={<AccountLink to="/sendings">All sendings</AccountLink>}
          >
            It may be a draft that was never started: those go after a month.
          </Empty>
        </div>
      </Page>
    );
  const sending = query.data?.sending;
  return (
    <Page
      title={sending?.name ?? 'Sending'}
      lead={sending && <SendingState sending={sending} />}
      actions={
        sending && (
          <OnlyMembers isSaid>
            <Actions sending={sending} />
          </OnlyMembers>
        )
      }
      wide
    >
      <Pending of={query} />
      {sending && (
        <Stack gap="md">
          <Notes sending={sending} />
          <HowFar sending={sending} />
          <Panel title="The text">
            <p className="text-body">{sending.template}</p>
          </Panel>
          <SendingRows sending={sending} />
        </Stack>
      )}
    </Page>
  );
}
