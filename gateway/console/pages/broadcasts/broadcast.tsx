// One broadcast: how far it is, what became of its texts, and what can be done.
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
import { broadcasts as say } from '../../words/en/broadcasts.ts';
import { bulk } from '../../words/en/bulk.ts';
import { often } from '../../words/en/often.ts';
import { number } from '../../words/formats.ts';
import { Say } from '../../words/say.tsx';
import { BroadcastRecipients } from './recipients.tsx';
import { type Broadcast, BroadcastState, pauseWords } from './words.tsx';

/**
 * How often a broadcast is read anew that changes, and any other, in milliseconds. The service counts its texts anew after half a second,
 * so that what happened is seen within two. News of texts have it read at once.
 */
const changingMs = 1_000;
const restingMs = 15_000;

const ends = (broadcast: Broadcast) => broadcast.delivered + broadcast.failed + broadcast.cancelled;
const isUnderWay = ({ state }: Broadcast) => state === 'running' || state === 'paused';

/** The share of a part, in per cent. */
const share = (part: number, { recipients }: Broadcast) => (recipients === 0 ? 0 : (part / recipients) * 100);

function HowFar({ broadcast }: { broadcast: Broadcast }) {
  const { recipients, accepted, refused, delivered, failed, cancelled, replied, state } = broadcast;
  const underWay = Math.max(accepted - ends(broadcast), 0);
  const parts = [
    [often.delivered, delivered, 'green.8'],
    [often.failed, failed, 'red.8'],
    [say.onTheirWay, underWay, 'blue.6'],
    [often.cancelled, cancelled, 'gray.5'],
    [say.refused, refused, 'gray.6'],
  ] as const;
  const left = recipients - accepted - refused;
  const lines = [
    ...parts,
    [state === 'cancelled' ? say.notSent : say.toGo, left],
    [often.replied, replied],
  ] as const;
  return (
    <section className="panel" aria-label={say.progress}>
      <p className="big">
        {number(accepted + refused)}
        <small> {say.ofRecipients(recipients)}</small>
      </p>
      <Progress.Root mt="sm" mb="md" size="lg">
        {parts.map(([name, count, color]) => (
          <Progress.Section
            key={name}
            value={share(count, broadcast)}
            color={color}
            aria-label={say.partShare(name, Math.round(share(count, broadcast)))}
          />
        ))}
      </Progress.Root>
      <Facts facts={lines.map(([name, count]) => [name, number(count)] as const)} />
    </section>
  );
}

/** The button of a move that needs no question. */
function Move({
  broadcast,
  move,
  label,
}: {
  broadcast: Broadcast;
  move: 'pause' | 'resume' | 'start';
  label: string;
}) {
  const account = useAccountId();
  const refresh = useRefresh();
  const asked = { account, path: { id: broadcast.id } };
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      move === 'start'
        ? ask('POST /broadcasts/{id}/start', { ...asked, body: { recipients: broadcast.recipients } })
        : ask(`POST /broadcasts/{id}/${move}`, asked),
    onSettled: () => refresh(keyOf('/broadcasts', account)),
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

function CancelRest({ broadcast }: { broadcast: Broadcast }) {
  const account = useAccountId();
  return (
    <Confirm
      label={say.cancelRest}
      title={say.cancelRestTitle}
      keep={often.keepIt}
      run={() => ask('POST /broadcasts/{id}/cancel', { account, path: { id: broadcast.id } })}
      changes={keyOf('/broadcasts', account)}
    >
      {say.cancelRestWhy}
    </Confirm>
  );
}

function SendToFailed({ broadcast }: { broadcast: Broadcast }) {
  const account = useAccountId();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      ask('POST /broadcasts/{id}/failed', {
        account,
        path: { id: broadcast.id },
        body: { name: say.nameOfFailed(broadcast.name.slice(0, 80)) },
      }),
    onSuccess: async ({ broadcast: { id } }) => {
      refresh(keyOf('/broadcasts', account));
      await navigate({ to: `/accounts/${account}/broadcasts/${id}` as '/' });
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

const Actions = ({ broadcast }: { broadcast: Broadcast }) => {
  const { state, accepted, failed, recipients } = broadcast;
  const waits = isUnderWay(broadcast) || (state === 'done' && accepted > ends(broadcast));
  return (
    <Group gap="sm">
      {state === 'draft' && recipients > 0 && (
        <Move broadcast={broadcast} move="start" label={say.sendTo(recipients)} />
      )}
      {state === 'running' && <Move broadcast={broadcast} move="pause" label={say.pause} />}
      {state === 'paused' && <Move broadcast={broadcast} move="resume" label={say.goOn} />}
      {failed > 0 && <SendToFailed broadcast={broadcast} />}
      {waits && <CancelRest broadcast={broadcast} />}
    </Group>
  );
};

function Notes({ broadcast }: { broadcast: Broadcast }) {
  const { state, pause_reason: reason, send_at: at, failed_of: of, urgent } = broadcast;
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
              parts={{ link: (words) => <AccountLink to={`/broadcasts/${of}`}>{words}</AccountLink> }}
            />
          )}
        </p>
      )}
    </>
  );
}

export function BroadcastPage() {
  const account = useAccountId();
  const { broadcastId } = useParams({ strict: false }) as { broadcastId: string };
  const query = useQuery({
    ...queryOf('GET /broadcasts/{id}', { account, path: { id: broadcastId } }),
    refetchInterval: ({ state: { data } }) =>
      data && (data.broadcast.state === 'running' || data.broadcast.accepted > ends(data.broadcast))
        ? changingMs
        : restingMs,
  });
  if (hasCode(query.error, 'not_found'))
    return (
      <Page title={say.broadcast}>
        <div className="panel">
          <Empty title={say.noSuch} action={<AccountLink to="/broadcasts">{say.all}</AccountLink>}>
            {say.noSuchHelp}
          </Empty>
        </div>
      </Page>
    );
  const broadcast = query.data?.broadcast;
  return (
    <Page
      title={broadcast?.name ?? say.broadcast}
      lead={broadcast && <BroadcastState broadcast={broadcast} />}
      actions={
        broadcast && (
          <OnlyMembers isSaid>
            <Actions broadcast={broadcast} />
          </OnlyMembers>
        )
      }
      wide
    >
      <Pending of={query} />
      {broadcast && (
        <Stack gap="md">
          <Notes broadcast={broadcast} />
          <HowFar broadcast={broadcast} />
          <Panel title={bulk.theText}>
            <p className="text-body">{broadcast.template}</p>
          </Panel>
          <BroadcastRecipients broadcast={broadcast} />
        </Stack>
      )}
    </Page>
  );
}
