// The carriers of the service, as they are now.
import { useQuery } from '@tanstack/react-query';
import { listOf } from '../../api/queries.ts';
import { Page } from '../../ui/page.tsx';
import { Facts } from '../../ui/panel.tsx';
import { List } from '../../ui/resources.tsx';

export function OperatorCarriersPage() {
  const query = useQuery({ ...listOf('GET /operator/carriers', 'carriers', {}), refetchInterval: 10_000 });
  return (
    <Page
      title="Carriers"
      lead="Companies that take texts over SMPP or HTTP. They are set in a file."
      guide="/docs/carriers"
    >
      <List query={query} empty={{ title: 'No carrier is set', text: 'Texts leave through devices alone.' }}>
        {(carriers) => (
          <div className="stack">
            {carriers.map(({ name, kind, priority, shared_sender, up, detail }) => (
              <article className="panel device" key={name} aria-label={name}>
                <header className="device-head">
                  <h2>{name}</h2>
                  <span className={`status ${up ? 'status-good' : 'status-bad'}`}>{up ? 'Up' : 'Down'}</span>
                </header>
                {detail && <p className={up ? 'quiet facts' : 'device-problem'}>{detail}</p>}
                <Facts
                  facts={[
                    ['Kind', kind],
                    ['Priority', priority],
                    ['Shared sender', shared_sender],
                  ]}
                />
              </article>
            ))}
          </div>
        )}
      </List>
    </Page>
  );
}
