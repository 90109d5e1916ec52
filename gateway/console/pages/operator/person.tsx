// One person, as the operator sees them, and the accounts that they are in.
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { queryOf } from '../../api/queries.ts';
import type { Schemas } from '../../api/types.ts';
import { dateOf, Instant } from '../../ui/instant.tsx';
import { AppLink } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { Lines } from '../../ui/panel.tsx';
import { Section } from '../../ui/section.tsx';
import { Pending } from '../../ui/state.tsx';
import { roleWords } from '../people/people.tsx';

function Shown({ person, accounts }: Schemas['PersonRecordAndAccounts']) {
  return (
    <div className="stack">
      <Section
        title="At a glance"
        lead={
          <>
            A new start for who has lost everything: <code>people reset {person.email}</code> at your command
            line prints a link, once.
          </>
        }
      >
        <Lines
          facts={[
            [
              'Id',
              <span key="id" className="mono">
                {person.id}
              </span>,
            ],
            ['E-mail', `${person.email}, ${person.email_proved ? 'confirmed' : 'not confirmed'}`],
            ['Second factor', person.totp ? 'On' : 'Off'],
            ['Runs the service', person.is_operator && 'Yes'],
            ['Since', <Instant key="since" at={person.created_at} as={dateOf} />],
          ]}
        />
      </Section>
      <Section title="Accounts" lead="What they may do in each is for its owners to change.">
        {accounts.length === 0 && <p className="quiet">They are in none.</p>}
        <ul className="plain-list">
          {accounts.map(({ id, name, role }) => (
            <li key={id}>
              <AppLink className="link" to={`/operator/accounts/${id}`}>
                {name}
              </AppLink>
              <span className="quiet">{roleWords[role]}</span>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}

export function OperatorPersonPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const query = useQuery(queryOf('GET /operator/people/{id}', { path: { id } }));
  const { data } = query;
  return (
    <Page
      title={data?.person.name ?? 'Person'}
      lead={
        <AppLink className="link" to="/operator/people">
          All people
        </AppLink>
      }
    >
      <Pending of={query} />
      {data && <Shown {...data} />}
    </Page>
  );
}
