// The filters of the log. They stand in the address, so that a link shows the same and going back undoes one.
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useAccountId } from '../../api/account.ts';
import { localOf } from '../../ui/local_time.ts';
import { filterWords } from '../../ui/text_status.tsx';
import { often } from '../../words/en/often.ts';
import { texts as say } from '../../words/en/texts.ts';
import { usePeople } from '../threads/people_list.tsx';
import type { Filters } from './text_queries.ts';

const choices = () => ({
  direction: { label: say.direction, any: say.both, options: { out: often.sent, in: often.received } },
  status: { label: often.status, any: often.any, options: Object.fromEntries(filterWords()) },
  route: { label: say.route, any: often.any, options: { device: often.device, gateway: often.carrier } },
});

/** A day of the reader's calendar as the instant at which it begins, or the next one does. */
function instantOfDay(day: string, isEnd: boolean): string | undefined {
  if (day === '') return undefined;
  const at = new Date(`${day}T00:00:00`);
  if (isEnd) at.setDate(at.getDate() + 1);
  return at.toISOString();
}

function dayOfInstant(iso: string | undefined, isEnd: boolean): string {
  if (iso === undefined) return '';
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return '';
  if (isEnd) at.setMilliseconds(-1);
  return localOf(at).slice(0, 10);
}

export function FilterBar({ filters, change }: { filters: Filters; change: (filters: Filters) => void }) {
  const [address, setAddress] = useState(filters.address ?? '');
  const people = usePeople(useAccountId(), address);
  const [isOpen, setOpen] = useState(false);
  const further = Object.keys(filters).filter((field) => field !== 'address').length;
  const set = (field: keyof Filters, value: string | undefined) => {
    const { [field]: _, ...others } = filters;
    change(value === undefined || value === '' ? others : { ...others, [field]: value });
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    set('address', address.trim());
  };
  return (
    <form className={isOpen ? 'filters filters-open' : 'filters'} onSubmit={submit} aria-label={say.filters}>
      <TextInput
        size="sm"
        label={often.number}
        type="search"
        list={people.id}
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
        onBlur={() => set('address', address.trim())}
      />
      {people.list}
      <Button
        className="filters-more"
        variant="default"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {further === 0 ? say.filters : say.filtersSet(further)}
      </Button>
      {(['direction', 'status', 'route'] as const).map((field) => {
        const { label, any, options } = choices()[field];
        return (
          <NativeSelect
            key={field}
            className="filters-further"
            size="sm"
            label={label}
            value={filters[field] ?? ''}
            onChange={(event) => set(field, event.currentTarget.value)}
            data={[
              { value: '', label: any },
              ...Object.entries(options).map(([value, name]) => ({ value, label: name })),
            ]}
          />
        );
      })}
      {(['from', 'to'] as const).map((field) => (
        <TextInput
          key={field}
          className="filters-further"
          size="sm"
          label={field === 'from' ? often.from : say.untilDay}
          type="date"
          value={dayOfInstant(filters[field], field === 'to')}
          onChange={(event) => set(field, instantOfDay(event.currentTarget.value, field === 'to'))}
        />
      ))}
      {Object.keys(filters).length > 0 && (
        <Button
          variant="subtle"
          onClick={() => {
            setAddress('');
            change({});
          }}
        >
          {say.clear}
        </Button>
      )}
    </form>
  );
}
