// One webhook: its last deliveries, and what an admin can do with it.
import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useAccountId, useRole } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { keyOf, listOf } from '../../api/queries.ts';
import type { Schemas } from '../../api/types.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { useRefresh } from '../../ui/form.tsx';
import { Instant } from '../../ui/instant.tsx';
import { ResourceTable } from '../../ui/resources.tsx';
import { Fault } from '../../ui/state.tsx';
import { delivery as say } from '../../words/en/delivery.ts';
import { often } from '../../words/en/often.ts';
import { Say } from '../../words/say.tsx';

export type Webhook = Schemas['Webhook'];

const Warning = ({ webhook: { disabled_reason: reason, next_attempt_at: next } }: { webhook: Webhook }) =>
  (reason || next) && (
    <Alert color="yellow" variant="light">
      {reason
        ? say.whyDisabled[reason]
        : next && <Say words={say.failing} parts={{ at: <Instant at={next} /> }} />}
    </Alert>
  );

interface ActionsProps {
  webhook: Webhook;
  close: () => void;
  showSecret: (secret: string) => void;
}

function Actions({ webhook: { name, disabled_at: disabledAt }, close, showSecret }: ActionsProps) {
  const account = useAccountId();
  const refresh = useRefresh();
  const changes = keyOf('/webhooks', account);
  const asked = { account, path: { name } };
  const test = useMutation({
    mutationFn: () => ask('POST /webhooks/{name}/test', asked),
    onSuccess: () => refresh(changes),
  });
  const toggle = useMutation({
    mutationFn: () =>
      ask(disabledAt ? 'POST /webhooks/{name}/enable' : 'POST /webhooks/{name}/disable', asked),
    onSuccess: () => refresh(changes),
  });
  const error = test.error ?? toggle.error;
  return (
    <>
      {test.data && (
        <Alert variant="light" color={test.data.acknowledged ? 'teal' : 'yellow'} role="status">
          {test.data.acknowledged ? say.testTaken : say.testRefused(test.data.error ?? '')}
        </Alert>
      )}
      {error && <Fault error={error} />}
      <Group gap="xs">
        <Button size="compact-sm" loading={test.isPending} onClick={() => test.mutate()}>
          {say.sendTest}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => toggle.mutate()}>
          {disabledAt ? say.enable : say.disable}
        </Button>
        <Confirm
          label={say.replay}
          title={say.replayTitle}
          action={say.replayAction}
          isDanger={false}
          run={() => ask('POST /webhooks/{name}/replay', { ...asked, body: { seq: 0 } })}
          changes={changes}
        >
          {say.replayWhy}
        </Confirm>
        <Confirm
          label={say.newSecret}
          title={say.newSecretTitle}
          action={say.newSecretAction}
          isDanger={false}
          run={async () => showSecret((await ask('POST /webhooks/{name}/rotate', asked)).secret)}
          changes={changes}
        >
          {say.newSecretWhy}
        </Confirm>
        <Confirm
          label={often.remove}
          title={say.removeOf(name)}
          run={() => ask('DELETE /webhooks/{name}', asked)}
          changes={changes}
          onDone={close}
        >
          {say.removeWebhook}
        </Confirm>
      </Group>
    </>
  );
}

/** The outcome of a delivery, and what the endpoint said; the service keeps the first 256 bytes. */
const Answered = ({ attempt: { error, status, answer } }: { attempt: Schemas['WebhookAttempt'] }) =>
  answer === '' ? (
    (error ?? status)
  ) : (
    <details>
      <summary>{error ?? status}</summary>
      <pre className="whole-body">{answer}</pre>
    </details>
  );

export function WebhookDetails({ webhook, close, showSecret }: ActionsProps) {
  const account = useAccountId();
  const { isAdmin } = useRole();
  const path = { name: webhook.name };
  const query = useQuery(listOf('GET /webhooks/{name}/attempts', 'attempts', { account, path }));
  return (
    <Modal opened onClose={close} title={webhook.name} size="lg">
      <Stack gap="sm">
        <Warning webhook={webhook} />
        {isAdmin && webhook.disabled_reason !== 'operator' && (
          <Actions webhook={webhook} close={close} showSecret={showSecret} />
        )}
        {query.data?.length === 0 && <p className="quiet">{say.nothingDelivered}</p>}
        <ResourceTable
          query={query}
          isBare
          keyOf={({ number }) => number}
          columns={[
            [say.ended, ({ at }) => <Instant at={at} />],
            [say.events, ({ event_count }) => event_count],
            [say.answer, (attempt) => <Answered attempt={attempt} />],
            [say.took, ({ took_ms }) => say.milliseconds(took_ms)],
          ]}
        />
      </Stack>
    </Modal>
  );
}
