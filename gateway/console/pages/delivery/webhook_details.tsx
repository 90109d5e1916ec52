// One webhook: its last deliveries, and what an admin can do with it.

import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useAccountId, useRole } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import type { Schemas } from '../../api/types.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Fault, Pending } from '../../ui/state.tsx';

export const webhooksPath = '/api/v1/webhooks';

export type Webhook = Schemas['Webhook'];
type Attempt = Schemas['WebhookAttempt'];
const whyDisabled = {
  asked: 'Somebody of the account disabled it.',
  gone: 'The endpoint answered that it is gone for good.',
  failing: 'It failed for five days.',
  operator: 'The service’s operator disabled it, and only the operator can enable it.',
};

interface DetailsProps {
  webhook: Webhook;
  close: () => void;
  refresh: () => void;
  showSecret: (secret: string) => void;
}

export function WebhookDetails({ webhook, close, refresh, showSecret }: DetailsProps) {
  const account = useAccountId();
  const { isAdmin } = useRole();
  const client = useQueryClient();
  const { name, disabled_reason: reason, disabled_at: disabledAt } = webhook;
  const path = `${webhooksPath}/${name}`;
  const queryKey = ['account', account, 'webhooks', name];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => ask<{ attempts: Attempt[] }>(`${path}/attempts`, { account, signal }),
  });
  const { data } = query;
  const renew = () => {
    refresh();
    void client.invalidateQueries({ queryKey });
  };
  const act = (what: string, body?: unknown) =>
    ask<{ secret?: string; acknowledged?: boolean; error?: string | null }>(`${path}/${what}`, {
      method: 'POST',
      account,
      ...(body !== undefined && { body }),
    });
  const test = useMutation({ mutationFn: () => act('test'), onSuccess: renew });
  const toggle = useMutation({
    mutationFn: () => act(disabledAt ? 'enable' : 'disable'),
    onSuccess: renew,
  });
  return (
    <Modal opened onClose={close} title={name} size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="sm">
        {!reason && webhook.next_attempt_at !== null && (
          <Alert color="yellow" variant="light">
            It fails, and is tried again at <Instant at={webhook.next_attempt_at} />.
          </Alert>
        )}
        {reason && (
          <Alert color="yellow" variant="light">
            {whyDisabled[reason]}
          </Alert>
        )}
        {test.data && (
          <Alert variant="light" color={test.data.acknowledged ? 'teal' : 'yellow'} role="status">
            {test.data.acknowledged ? 'The endpoint took the test.' : `Not taken: ${test.data.error}.`}
          </Alert>
        )}
        {(test.error ?? toggle.error) && <Fault error={test.error ?? toggle.error} />}
        {isAdmin && reason !== 'operator' && (
          <Group gap="xs">
            <Button size="compact-sm" loading={test.isPending} onClick={() => test.mutate()}>
              Send a test
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => toggle.mutate()}>
              {disabledAt ? 'Enable' : 'Disable'}
            </Button>
            <Confirm
              label="Replay"
              title="Deliver everything again?"
              action="Deliver again"
              isDanger={false}
              run={() => act('replay', { seq: 0 })}
              onDone={renew}
            >
              Every text of the account is delivered once more, as it is now. From a later place, programs can
              ask.
            </Confirm>
            <Confirm
              label="New secret"
              title="Give it a new secret?"
              action="Make a new secret"
              isDanger={false}
              run={async () => showSecret((await act('rotate')).secret ?? '')}
              onDone={renew}
            >
              The one before signs as well for 24 hours.
            </Confirm>
            <Confirm
              label="Remove"
              title={`Remove “${name}”?`}
              action="Remove"
              run={() => ask(path, { method: 'DELETE', account })}
              onDone={() => {
                close();
                refresh();
              }}
            >
              Nothing is delivered there any more, and its deliveries are forgotten.
            </Confirm>
          </Group>
        )}
        <Pending of={query} />
        {data && data.attempts.length === 0 && <p className="quiet">Nothing was delivered yet.</p>}
        {data && data.attempts.length > 0 && (
          <table className="rows rows-stack">
            <thead>
              <tr>
                <th scope="col">Ended</th>
                <th scope="col">Events</th>
                <th scope="col">Answer</th>
                <th scope="col">Took</th>
              </tr>
            </thead>
            <tbody>
              {data.attempts.map((attempt) => (
                <tr key={attempt.number}>
                  <td>
                    <Instant at={attempt.at} />
                  </td>
                  <td data-label="Events">{attempt.event_count}</td>
                  <td data-label="Answer">{attempt.error ?? attempt.status}</td>
                  <td data-label="Took">{attempt.took_ms} ms</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Stack>
    </Modal>
  );
}
