// What people, keys and the operator changed in the account, for its owners.
import { NativeSelect } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useAccountId } from '../../api/account.ts';
import { pagesOf } from '../../api/queries.ts';
import { refusalWords } from '../../api/refusals.ts';
import type { Schemas } from '../../api/types.ts';
import { Instant } from '../../ui/instant.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceTable } from '../../ui/resources.tsx';
import { auditLog as say } from '../../words/en/audit_log.ts';
import { dataRetention } from '../../words/en/data_retention.ts';
import { parts } from '../../words/en/parts.ts';
import { wordOf } from '../../words/language.ts';
import { actorName } from './actor_name.ts';

type AuditEvent = Schemas['AuditEvent'];

/** Who made the changes that are shown, and what they are about; both stand in the address. */
interface Filters {
  actor?: string | undefined;
  method?: string | undefined;
}

function useFilters(): [Filters, (filters: Filters) => void] {
  const { actor, method } = useSearch({ strict: false }) as Filters;
  const navigate = useNavigate();
  return [{ actor, method }, (changed) => void navigate({ to: '.', search: changed as never })];
}

const optionsOf = (all: string, words: object) => [
  { value: '', label: all },
  ...Object.entries(words).map(([value, label]) => ({ value, label: String(label) })),
];

function FilterBar({ filters, change }: { filters: Filters; change: (filters: Filters) => void }) {
  return (
    <form className="filters" aria-label={say.filters}>
      <NativeSelect
        size="sm"
        label={say.who}
        value={filters.actor ?? ''}
        data={optionsOf(say.everybody, say.actors)}
        onChange={(event) => change({ ...filters, actor: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        size="sm"
        label={say.what}
        value={filters.method ?? ''}
        data={optionsOf(say.everything, say.subjects)}
        onChange={(event) => change({ ...filters, method: event.currentTarget.value || undefined })}
      />
    </form>
  );
}

function resultOf({ outcome }: AuditEvent): string {
  if (outcome === null) return say.notKnown;
  if (outcome === 'done') return say.done;
  return outcome === 'failed' ? say.failed : say.refused(refusalWords(outcome, outcome));
}

const columns = () =>
  [
    [parts.when, ({ at }: AuditEvent) => <Instant at={at} />],
    [say.who, (change: AuditEvent) => <span title={change.actor_name}>{actorName(change)}</span>],
    [
      say.what,
      ({ method, object }: AuditEvent) => (
        <span title={`${method} ${object}`.trim()}>
          {wordOf(say.methods, method)}{' '}
          <span className="quiet">{object.replace(/\b(\w+_)?id (?=\d)/g, '#')}</span>
        </span>
      ),
    ],
    [say.result, (change: AuditEvent) => resultOf(change)],
  ] as const;

export function AuditLogPage() {
  const account = useAccountId();
  const [filters, change] = useFilters();
  const query = useInfiniteQuery(
    pagesOf('GET /audit-events', 'audit_events', { account, query: { ...filters } }),
  );
  const isFiltered = filters.actor !== undefined || filters.method !== undefined;
  return (
    <Page title={dataRetention.auditLog} lead={say.lead} guide="/docs/retention#audit-log" wide>
      <FilterBar filters={filters} change={change} />
      <ResourceTable
        query={query}
        lines={6}
        keyOf={({ at, method, object }) => `${at} ${method} ${object}`}
        columns={columns()}
        empty={
          isFiltered ? { title: say.noneFit, text: say.noneFitHelp } : { title: say.none, text: say.noneHelp }
        }
      />
    </Page>
  );
}
