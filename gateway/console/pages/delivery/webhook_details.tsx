// One webhook: its last deliveries, and what an admin can do with it.
import { Alert, Button, Group, Modal, NativeSelect, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccountId, useRole } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { keyOf } from '../../api/queries.ts';
import type { Schemas } from '../../api/types.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { useRefresh } from '../../ui/form.tsx';
import { FormDialog } from '../../ui/form_dialog.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Lines } from '../../ui/panel.tsx';
import { Fault } from '../../ui/state.tsx';
import { delivery as say } from '../../words/en/delivery.ts';
import { often } from '../../words/en/often.ts';
import { Say } from '../../words/say.tsx';
import { DeliveryFault } from './delivery_fault.tsx';
import { WebhookAttempts } from './webhook_attempts.tsx';
import { type EventType, isSomeTicked, tickedOf, typeBoxes, typesOf, wordsBox } from './webhook_types.ts';

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

/** Sends a test, with an example of the type that is chosen. */
function Test({ webhook }: { webhook: Webhook }) {
  const account = useAccountId();
  const refresh = useRefresh();
  const [type, setType] = useState('');
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: () =>
      ask('POST /webhooks/{name}/test', {
        account,
        path: { name: webhook.name },
        query: { type: type as EventType },
      }),
    onSuccess: () => refresh(keyOf('/webhooks', account)),
  });
  return (
    <>
      {data && (
        <Alert variant="light" color={data.acknowledged ? 'teal' : 'yellow'} role="status">
          {data.acknowledged ? (
            say.testTaken
          ) : (
            <Say words={say.testRefused} parts={{ why: <DeliveryFault of={data} /> }} />
          )}
        </Alert>
      )}
      {error && <Fault error={error} />}
      <Group gap="xs" align="end">
        <NativeSelect
          label={say.testType}
          size="xs"
          value={type}
          onChange={(event) => setType(event.currentTarget.value)}
          data={[
            { value: '', label: say.generalTest },
            ...typesOf(webhook).map((value) => ({ value, label: say.types[value] })),
          ]}
        />
        <Button size="xs" loading={isPending} onClick={() => mutate()}>
          {say.sendTest}
        </Button>
      </Group>
    </>
  );
}

function Actions({ webhook, close, showSecret }: ActionsProps) {
  const { name, disabled_at: disabledAt } = webhook;
  const [isChanging, setChanging] = useState(false);
  const account = useAccountId();
  const refresh = useRefresh();
  const changes = keyOf('/webhooks', account);
  const asked = { account, path: { name } };
  const toggle = useMutation({
    mutationFn: () =>
      ask(disabledAt ? 'POST /webhooks/{name}/enable' : 'POST /webhooks/{name}/disable', asked),
    onSuccess: () => refresh(changes),
  });
  return (
    <>
      {toggle.error && <Fault error={toggle.error} />}
      <Test webhook={webhook} />
      <Group gap="xs">
        <Button size="compact-sm" variant="default" onClick={() => setChanging(true)}>
          {say.changeWebhook}
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
      <ChangeDialog webhook={webhook} isOpen={isChanging} close={() => setChanging(false)} />
    </>
  );
}

/** Changes what it gets, and where. */
function ChangeDialog({ webhook, isOpen, close }: { webhook: Webhook; isOpen: boolean; close: () => void }) {
  const account = useAccountId();
  const { name, url, format, types, body } = webhook;
  const ownTypes = format === 'smsgate' ? undefined : types;
  return (
    <FormDialog
      isOpen={isOpen}
      close={close}
      title={say.changeOf(name)}
      action={often.save}
      fields={{
        url: { label: say.address, description: say.addressHelp, initial: url, maxLength: 2000 },
        ...typeBoxes(ownTypes),
        isBare: wordsBox(!body),
      }}
      lead={format !== 'standard' && <p className="quiet">{say.typesHelp}</p>}
      disabled={(values) => !isSomeTicked(values, format)}
      send={({ url: address, isBare, ...values }) =>
        ask('PUT /webhooks/{name}', {
          account,
          path: { name },
          body: {
            url: address,
            types: format === 'smsgate' ? types : tickedOf(values, format),
            body: !isBare,
          },
        })
      }
      changes={keyOf('/webhooks', account)}
    />
  );
}

export function WebhookDetails({ webhook, close, showSecret }: ActionsProps) {
  const { isAdmin } = useRole();
  const mayChange = isAdmin && webhook.disabled_reason !== 'operator';
  return (
    <Modal opened onClose={close} title={webhook.name} size="xl">
      <Stack gap="sm">
        <Warning webhook={webhook} />
        <Lines
          facts={[
            [
              say.address,
              <span key="url" className="mono">
                {webhook.url}
              </span>,
            ],
            [
              say.gets,
              <div key="gets">
                {webhook.types.map((type) => (
                  <div key={type}>{say.types[type]}</div>
                ))}
              </div>,
            ],
            [say.wordsOfTexts, webhook.body ? say.wordsSent : say.wordsLeftOut],
          ]}
        />
        {mayChange && <Actions webhook={webhook} close={close} showSecret={showSecret} />}
        <WebhookAttempts name={webhook.name} mayRepeat={mayChange} />
      </Stack>
    </Modal>
  );
}
