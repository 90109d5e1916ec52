// The carriers of the service, as they are now.

import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/queries.ts';
import { Page } from '../../ui/page.tsx';
import { Empty, Pending } from '../../ui/state.tsx';

export function OperatorCarriersPage() {
  const query = useQuery({ ...queryOf('GET /operator/carriers'), refetchInterval: 10_000 });
  const { data } = query;
  return (
    <Page
      title="Carriers"
      lead={
        <>
          Companies that take texts over SMPP or HTTP. They are set in a file:{' '}
          <a className="link" href="/docs/carriers">
            how
          </a>
          .
        </>
      }
    >
      <Pending of={query} />
      {data?.carriers.length === 0 && (
        <div className="panel">
          <Empty title="No carrier is set">Texts leave through devices alone.</Empty>
        </div>
      )}
      <div className="stack">
        {data?.carriers.map((carrier) => (
          <article className="panel device" key={carrier.name} aria-label={carrier.name}>
            <header className="device-head">
              <h2>{carrier.name}</h2>
              <span className={`status ${carrier.up ? 'status-good' : 'status-bad'}`}>
                {carrier.up ? 'Up' : 'Down'}
              </span>
            </header>
            {carrier.detail && (
              <p className={carrier.up ? 'quiet facts' : 'device-problem'}>{carrier.detail}</p>
            )}
            <dl className="device-facts">
              <div>
                <dt>Kind</dt>
                <dd>{carrier.kind}</dd>
              </div>
              <div>
                <dt>Priority</dt>
                <dd>{carrier.priority}</dd>
              </div>
              {carrier.shared_sender && (
                <div>
                  <dt>Shared sender</dt>
                  <dd>{carrier.shared_sender}</dd>
                </div>
              )}
            </dl>
          </article>
        ))}
      </div>
    </Page>
  );
}
