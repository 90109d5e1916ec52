// The console's icons: strokes on a grid of 24, drawn for it, so that no library of thousands is installed for thirty.
const shapes = {
  overview: 'M4 13h6V4H4zM14 20h6V11h-6zM4 20h6v-3H4zM14 7h6V4h-6z',
  threads: 'M4 5h11v8H8l-4 3zM18 9h2v10l-3-2h-7v-1',
  texts: 'M5 6h14M5 12h14M5 18h9',
  stats: 'M4 4v16h16M8 16v-4M12 16V8M16 16v-6',
  webhooks: 'M13 3L5 14h6l-1 7 8-11h-6z',
  consumers: 'M4 13v5a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-5h-5l-1.5 3h-3L9 13zM4 13l3-8h10l3 8',
  platformKeys: 'M12 3l7 3v5c0 4.5-3 8-7 10-4-2-7-5.5-7-10V6zM12 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM12 12v4',
  answers: 'M4 5h16v11H9l-5 4zM8 9h8M8 12h5',
  devices: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2',
  keys: 'M14 10a4 4 0 1 0-3.4 4L13 16h2v2h2v2h3v-3l-6-5.5M9.5 9.5h.01',
  bulk: 'M12 15V4M8 8l4-4 4 4M4 15v4a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-4',
  optOuts: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM6.5 6.5l11 11',
  contacts:
    'M6 4h12v16H6zM4 8h2M4 12h2M4 16h2M12 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM9 16.5c.4-1.6 1.6-2.5 3-2.5s2.6.9 3 2.5',
  plan: 'M4 6h16v12H4zM4 10h16M8 15h3',
  platforms: 'M9 15l6-6M10 6l1-1a4 4 0 0 1 6 6l-1 1M14 18l-1 1a4 4 0 0 1-6-6l1-1',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c0-3.3 2.7-5.5 6-5.5s6 2.2 6 5.5M16 4.5a3.5 3.5 0 0 1 0 6M18 14.8c1.8.8 3 2.7 3 5.2',
  settings:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  accounts: 'M4 20V6l8-3 8 3v14M9 20v-5h6v5M9 9h.01M15 9h.01M12 9h.01M9 12h.01M15 12h.01M12 12h.01',
  carriers:
    'M12 13v8M9 21h6M12 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM7.5 14.5a6.5 6.5 0 0 1 0-9M16.5 5.5a6.5 6.5 0 0 1 0 9',
  numbers: 'M9 4L7 20M17 4l-2 16M4 9h16M4 15h16',
  health: 'M3 12h4l3-7 4 14 3-7h4',
  docs: 'M12 6.5C10.5 5 8 4.5 4 4.5v13c4 0 6.5.5 8 2 1.5-1.5 4-2 8-2v-13c-4 0-6.5.5-8 2zM12 6.5v13',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-4-4',
  send: 'M5 12l15-7-5 15-3-6zM12 14l8-9',
  plus: 'M12 5v14M5 12h14',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'M5 12l5 5 9-10',
  chevron: 'M8 10l4 4 4-4',
  back: 'M19 12H5M11 6l-6 6 6 6',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6l1.5 1.5M16.9 16.9l1.5 1.5M5.6 18.4l1.5-1.5M16.9 7.1l1.5-1.5',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
  warning: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  clock: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 8v4l3 2',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  download: 'M12 4v11M8 11l4 4 4-4M4 20h16',
  menu: 'M4 7h16M4 12h16M4 17h16',
  passkey:
    'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM3 20c0-3.5 2.7-6 6-6 1.2 0 2.3.3 3.2.9M17.5 15a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM17.5 15v6l2-1.5M17.5 18h2',
  leave: 'M14 4h5a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1h-5M10 8l-4 4 4 4M6 12h10',
} as const;

export type IconName = keyof typeof shapes;

/** An icon. It says nothing to a screen reader: what stands beside it does. */
export const Icon = ({ name, size = 18 }: { name: IconName; size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.75"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <path d={shapes[name]} />
  </svg>
);
