// When the plan is paid anew, and the way to its invoices, which are the payment provider's.
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ask } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { dateOf, Instant } from '../../ui/instant.tsx';
import { Fault, Pending } from '../../ui/state.tsx';
import { billing as say } from '../../words/en/billing.ts';
import { Say } from '../../words/say.tsx';

export function Renewal({ account }: { account: number }) {
  const query = useQuery(queryOf('GET /plan/renewal', { account }));
  const open = useMutation({
    mutationFn: () => ask('POST /plan/portal', { account }),
    onSuccess: ({ url }) => location.assign(url),
  });
  if (!query.data) return query.error ? <Pending of={query} /> : null;
  const { at, ends, portal } = query.data;
  if (at === null && !portal) return null;
  return (
    <section className="panel renewal" aria-label={say.payment}>
      {at !== null && (
        <p>
          <Say words={ends ? say.endsOn : say.renewsOn} parts={{ at: <Instant at={at} as={dateOf} /> }} />
        </p>
      )}
      {portal && (
        <Button variant="default" loading={open.isPending} onClick={() => open.mutate()}>
          {say.invoices}
        </Button>
      )}
      {open.error && <Fault error={open.error} />}
    </section>
  );
}
