// The contacts that fit what is typed into a field of numbers: the browser offers them, and takes the number of the chosen one.
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { contactsQuery } from '../../api/contacts.ts';

const leastCharacters = 2;

/** The list, and its id for the field. */
export function usePeople(account: number, typed: string): { id: string; list: ReactNode } {
  const id = useId();
  const [q] = useDebouncedValue(typed.trim().slice(0, 100), 200);
  const { data = [] } = useInfiniteQuery({
    ...contactsQuery(account, q, ''),
    placeholderData: keepPreviousData,
    enabled: q.length >= leastCharacters,
  });
  const list = (
    <datalist id={id}>
      {data.map(({ id: contact, name, address }) => (
        <option key={contact} value={address}>
          {name}
        </option>
      ))}
    </datalist>
  );
  return { id, list };
}
