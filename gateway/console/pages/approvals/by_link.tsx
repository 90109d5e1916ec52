// The page of a link that decides one text. Opening it asks and sends nothing: its buttons do.
import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, hasCode } from '../../api/ask.ts';
import type { Schemas } from '../../api/types.ts';
import { Instant } from '../../ui/instant.tsx';
import { Fault } from '../../ui/state.tsx';
import { approvals as say } from '../../words/en/approvals.ts';
import { door } from '../../words/en/door.ts';
import { Say } from '../../words/say.tsx';
import { DoorCard, DoorPending, takeToken } from '../door/door_card.tsx';

type Linked = Schemas['LinkedApproval'];

function Ask({ token, value }: { token: string; value: Linked }) {
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: (decision: 'approve' | 'reject') =>
      ask('POST /console/approval-links/decide', { body: { token, decision } }),
  });
  if (data) {
    const isApproved = data.approval.decision === 'approved';
    return <DoorCard title={isApproved ? say.approvedTitle : say.rejectedTitle} lead={say.linkDone} />;
  }
  return (
    <DoorCard
      title={say.linkAsks}
      lead={
        <Say
          words={say.linkLead}
          parts={{
            account: value.account_name,
            to: <span className="number">{value.address_norm}</span>,
            until: <Instant at={value.expires_at} />,
          }}
        />
      }
    >
      <Stack gap="md">
        <p className="whole-body">{value.body}</p>
        {error && <Fault error={error} />}
        <Group gap="sm">
          <Button size="md" loading={isPending} onClick={() => mutate('approve')}>
            {say.approve}
          </Button>
          <Button size="md" variant="default" disabled={isPending} onClick={() => mutate('reject')}>
            {say.reject}
          </Button>
        </Group>
      </Stack>
    </DoorCard>
  );
}

export function ApproveTextPage() {
  const [token] = useState(takeToken);
  const query = useQuery({
    queryKey: ['approval-link', token],
    queryFn: () => ask('POST /console/approval-links/read', { body: { token: token ?? '' } }),
    enabled: token !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data, error } = query;
  if (token === null) return <DoorCard title={say.linkAsks} lead={door.incomplete} />;
  if (hasCode(error, 'link_expired') || hasCode(error, 'approval_not_pending'))
    return <DoorCard title={door.deadTitle} lead={say.linkDead} />;
  if (!data) return <DoorPending of={query} />;
  return <Ask token={token} value={data.approval} />;
}
