// Above a thread whose recipient wants no texts.
import { Alert } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { dateOf, Instant } from '../../ui/instant.tsx';
import { AccountLink } from '../../ui/link.tsx';
import { optOutsKey, optOutsQuery } from '../opt_outs/opt_out_queries.ts';

interface OptedOutProps {
  account: number;
  address: string;
  /** The newest text's id: a new one may have been a keyword. */
  newest: number | undefined;
}

export function OptedOut({ account, address, newest }: OptedOutProps) {
  const client = useQueryClient();
  const { data } = useInfiniteQuery(optOutsQuery(account, address));
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new text may have changed it
  useEffect(() => {
    void client.invalidateQueries({ queryKey: optOutsKey(account) });
  }, [client, account, newest]);
  const optOut = data?.[0];
  if (!optOut) return null;
  return (
    <Alert color="yellow" variant="light" icon={<Icon name="warning" />} role="status">
      They want no texts since <Instant at={optOut.since} as={dateOf} />: what you send is refused.{' '}
      <AccountLink to="/opt-outs">Opt-outs</AccountLink>
    </Alert>
  );
}
