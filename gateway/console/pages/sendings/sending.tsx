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
import { bulk } from '../../words/en/bulk.ts';
import { often } from '../../words/en/often.ts';
import { sendings as say } from '../../words/en/sendings.ts';
import { number } from '../../words/formats.ts';
import { Say } from '../../words/say.tsx';
import { SendingRows } from './rows.tsx';
import { pauseWords, type Sending, SendingState } from './words.tsx';

/**
 * How often a sending is read anew that changes, and any other, in milliseconds. The service counts its texts anew after half a second,
 * so that what happened is seen within two. News of texts have it read at once.
 */
const changingMs = 1_000;
const restingMs = 15_000;

const ends = (sending: Sending) => sending.delivered + sending.failed + sending.cancelled;
const isUnderWay = ({ state }: Sending) => state === 'running' || state === 'paused';

/** The share of a part, in per cent. */
const share = (part: number, { rows }: Sending) => (rows === 0 ? 0 : (part / rows) * 100);

function HowFar({ sending }: { sending: Sending }) {
  const { rows, accepted, refused, delivered, failed, cancelled, replied, state } = sending;
  const underWay = Math.max(accepted - ends(sending), 0);
  const parts = [
    [often.delivered, delivered, 'green.8'],
    [often.failed, failed, 'red.8'],
    [say.onTheirWay, underWay, 'blue.6'],
    [often.cancelled, cancelled, 'gray.5'],
    [say.refused, refused, 'gray.6'],
  ] as const;
  const left = rows - accepted - refused;
  const lines = [
    ...parts,
    [state === 'cancelled' ? say.notSent : say.toGo, left],
    [often.replied, replied],
  ] as const;
  return (
    <section className="panel" aria-label={say.progress}>
      <p className="big">
        {number(accepted + refused)}
        <small> {say.ofRecipients(rows)}</small>
      </p>
      <Progress.Root mt="sm" mb="md" size="lg">
        {parts.map(([name, count, color]) => (
          <Progress.Section
            key={name}
            value={share(count, sending)}
            color={color}
            aria-label={say.partShare(name, Math.round(share(count, sending)))}
          />
        ))}
      </Progress.Root>
      <Facts facts={lines.map(([name, count]) => [name, number(count)] as const)} />
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
      label={say.cancelRest}
      title={say.cancelRestTitle}
      keep={often.keepIt}
      run={() => ask('POST /sendings/{id}/cancel', { account, path: { id: sending.id } })}
      changes={keyOf('/sendings', account)}
    >
      {say.cancelRestWhy}
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
        body: { name: say.nameOfFailed(sending.name.slice(0, 80)) },
      }),
    onSuccess: async ({ sending: { id } }) => {
      refresh(keyOf('/sendings', account));
      await navigate({ to: `/accounts/${account}/sendings/${id}` as '/' });
    },
  });
  return (
    <>
      <Button variant="default" loading={isPending} onClick={() => mutate()}>
        {say.sendToFailed}
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
      {state === 'draft' && rows > 0 && <Move sending={sending} move="start" label={say.sendTo(rows)} />}
      {state === 'running' && <Move sending={sending} move="pause" label={say.pause} />}
      {state === 'paused' && <Move sending={sending} move="resume" label={say.goOn} />}
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
          {say.pausedItself(pauseWords(reason))}
        </Alert>
      )}
      {state === 'paused' && reason === null && <p className="quiet">{say.pausedHelp}</p>}
      {(at !== null || urgent || of !== null) && (
        <p className="quiet">
          {at !== null && (
            <>
              <Say words={say.begins} parts={{ at: <Instant at={at} /> }} />{' '}
            </>
          )}
          {urgent && `${say.urgent} `}
          {of !== null && (
            <Say
              words={say.ofFailed}
              parts={{ link: (words) => <AccountLink to={`/sendings/${of}`}>{words}</AccountLink> }}
            />
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
      <Page title={say.sending}>
        <div className="panel">
          <Empty title={say.noSuch} action={<AccountLink to="/sendings">{say.all}</AccountLink>}>
            {say.noSuchHelp}
          </Empty>
        </div>
      </Page>
    );
  const sending = query.data?.sending;
  return (
    <Page
      title={sending?.name ?? say.sending}
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
          <Panel title={bulk.theText}>
            <p className="text-body">{sending.template}</p>
          </Panel>
          <SendingRows sending={sending} />
        </Stack>
      )}
    </Page>
  );
}
