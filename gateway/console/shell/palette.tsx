// Goes to anything of the account by a few letters or digits: pages, threads, people, broadcasts, devices, or a search.
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { asciiNumber } from '../../../runtime/texts/number_shape.ts';
import { devicesQuery } from '../api/account.ts';
import { contactsQuery } from '../api/contacts.ts';
import { pagesOf } from '../api/queries.ts';
import { leastCharacters } from '../pages/search/search_query.ts';
import { leastDigits, threadsQuery } from '../pages/threads/queries.ts';
import { SearchInput } from '../ui/search_input.tsx';
import { Who } from '../ui/who.tsx';
import { shell as say } from '../words/en/shell.ts';
import type { Entry } from './navigation.tsx';

interface Place {
  to: string;
  /** What a search looks for there. */
  q?: string;
  label: string;
  /** A number, which is shown by its name. */
  isNumber?: boolean;
  kind: string;
}

/** Places that are shown of each kind. */
const mostOfKind = 8;

/** Contacts and broadcasts that have the typed words in their names, and the search that goes through everything. */
function useNamed(account: number, typed: string): Place[] {
  const [words] = useDebouncedValue(typed.trim(), 200);
  const isLong = words.length >= leastCharacters;
  const people = useInfiniteQuery({ ...contactsQuery(account, words, ''), enabled: isLong });
  const broadcasts = useInfiniteQuery({
    ...pagesOf('GET /broadcasts', 'broadcasts', { account }),
    enabled: isLong,
  });
  if (!isLong) return [];
  const home = `/accounts/${account}`;
  const named = (broadcasts.data ?? []).filter(({ name }) =>
    name.toLowerCase().includes(words.toLowerCase()),
  );
  return [
    ...(people.data ?? []).slice(0, mostOfKind).map(({ address, name }): Place => {
      return { to: `${home}/threads/${encodeURIComponent(address)}`, label: name, kind: say.kinds.contact };
    }),
    ...named.slice(0, mostOfKind).map(({ id, name }): Place => {
      return { to: `${home}/broadcasts/${id}`, label: name, kind: say.kinds.broadcast };
    }),
    { to: `${home}/search`, q: words, label: say.searchAll(words), kind: say.search },
  ];
}

function usePlaces(account: number, pages: readonly Entry[], typed: string): Place[] {
  const words = typed.trim().toLowerCase();
  const [digits] = useDebouncedValue(asciiNumber(typed).replace(/[^\d+]/g, ''), 200);
  const named = useNamed(account, typed);
  const isNumber = digits.replace('+', '').length >= leastDigits;
  const found = useInfiniteQuery({ ...threadsQuery(account, digits), enabled: isNumber });
  const newest = useInfiniteQuery(threadsQuery(account));
  const { data: devices = [] } = useQuery(devicesQuery(account));
  const threads = (isNumber ? found.data : words === '' ? newest.data : undefined) ?? [];
  const has = (label: string) => label.toLowerCase().includes(words);
  const home = `/accounts/${account}`;
  return [
    ...pages
      .filter(({ label }) => has(label))
      .map(({ to, label }): Place => ({ to, label, kind: say.kinds.page }))
      .slice(0, words === '' ? mostOfKind : pages.length),
    ...threads.slice(0, mostOfKind).map(({ address_norm: address }): Place => {
      const to = `${home}/threads/${encodeURIComponent(address)}`;
      return { to, label: address, isNumber: true, kind: say.kinds.thread };
    }),
    ...devices
      .filter(({ name }) => words !== '' && has(name))
      .slice(0, mostOfKind)
      .map(({ name }): Place => ({ to: `${home}/devices`, label: name, kind: say.kinds.device })),
    ...named,
  ];
}

interface PaletteProps {
  account: number;
  pages: readonly Entry[];
  close: () => void;
}

export function Palette({ account, pages, close }: PaletteProps) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const places = usePlaces(account, pages, typed);
  const current = Math.min(chosen, places.length - 1);
  const navigate = useNavigate();
  const id = useId();
  // The dialog gives its cursor away when it opens, which is before these pages were loaded the first time.
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const go = (place: Place | undefined) => {
    if (!place) return;
    close();
    void navigate({ to: place.to as '/', search: (place.q === undefined ? {} : { q: place.q }) as never });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') go(places[current]);
    else if (event.key === 'ArrowDown') setChosen(Math.min(current + 1, places.length - 1));
    else if (event.key === 'ArrowUp') setChosen(Math.max(current - 1, 0));
    else return;
    event.preventDefault();
  };
  return (
    <>
      <SearchInput
        ref={field}
        label={say.paletteField}
        value={typed}
        onChange={(words) => {
          setTyped(words);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={places.length > 0 ? `${id}-${current}` : undefined}
        data-autofocus
      />
      <div className="places" id={id} role="listbox" aria-label={say.places}>
        {places.map((place, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes the keys
          <div
            key={`${place.kind} ${place.to} ${place.label}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            onClick={() => go(place)}
          >
            <span>{place.isNumber ? <Who address={place.label} /> : place.label}</span>
            <span className="quiet">{place.kind}</span>
          </div>
        ))}
      </div>
      {places.every(({ q }) => q !== undefined) && <p className="quiet">{say.nothingFound}</p>}
    </>
  );
}
