// Goes to anything of the account by a few letters or digits: pages, threads, devices.
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useState } from 'react';
import { devicesQuery } from '../api/account.ts';
import { leastDigits, threadsQuery } from '../pages/threads/queries.ts';
import { SearchInput } from '../ui/search_input.tsx';
import { shell as say } from '../words/en/shell.ts';
import type { Entry } from './navigation.tsx';

interface Place {
  to: string;
  label: string;
  kind: string;
}

/** Places that are shown of each kind. */
const mostOfKind = 8;

function usePlaces(account: number, pages: readonly Entry[], typed: string): Place[] {
  const words = typed.trim().toLowerCase();
  const [digits] = useDebouncedValue(typed.replace(/[^\d+]/g, ''), 200);
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
      return { to: `${home}/threads/${encodeURIComponent(address)}`, label: address, kind: say.kinds.thread };
    }),
    ...devices
      .filter(({ name }) => words !== '' && has(name))
      .slice(0, mostOfKind)
      .map(({ name }): Place => ({ to: `${home}/devices`, label: name, kind: say.kinds.device })),
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
  const go = (place: Place | undefined) => {
    if (!place) return;
    close();
    void navigate({ to: place.to as '/' });
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
            <span>{place.label}</span>
            <span className="quiet">{place.kind}</span>
          </div>
        ))}
      </div>
      {places.length === 0 && <p className="quiet">{say.nothingFound}</p>}
    </>
  );
}
