// The carriers of the service, as they are now.
import { useQuery } from '@tanstack/react-query';
import { listOf } from '../../api/queries.ts';
import { Page } from '../../ui/page.tsx';
import { Facts } from '../../ui/panel.tsx';
import { List } from '../../ui/resources.tsx';
import { often } from '../../words/en/often.ts';
import { operator as say } from '../../words/en/operator.ts';
import { shell } from '../../words/en/shell.ts';
import { Quoted } from '../../words/quoted.tsx';

export function OperatorCarriersPage() {
  const query = useQuery({ ...listOf('GET /operator/carriers', 'carriers', {}), refetchInterval: 10_000 });
  return (
    <Page title={shell.carriers} lead={say.carriersLead} guide="/docs/carriers">
      <List query={query} empty={{ title: say.noCarrier, text: say.noCarrierHelp }}>
        {(carriers) => (
          <div className="stack">
            {carriers.map(({ name, kind, priority, shared_sender, up, detail }) => (
              <article className="panel device" key={name} aria-label={name}>
                <header className="device-head">
                  <h2>{name}</h2>
                  <span className={`status ${up ? 'status-good' : 'status-bad'}`}>
                    {up ? often.up : often.down}
                  </span>
                </header>
                {detail && (
                  <p className={up ? 'quiet facts' : 'device-problem'}>
                    <Quoted words={detail} />
                  </p>
                )}
                <Facts
                  facts={[
                    [say.kind, kind],
                    [say.priority, priority],
                    [say.sharedSender, shared_sender],
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
