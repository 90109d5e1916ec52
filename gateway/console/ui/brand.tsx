// The mark and the name.
export const Brand = ({ href = '/' }: { href?: string }) => (
  <a className="brand" href={href}>
    <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="#0b6e63" />
      <path d="M8 10.5h10.5a4 4 0 0 1 4 4a4 4 0 0 1-4 4H13l-5 4z" fill="#fff" />
      <circle cx="24.5" cy="9" r="2.5" fill="#8ee4d6" />
    </svg>
    Textrelay
  </a>
);
