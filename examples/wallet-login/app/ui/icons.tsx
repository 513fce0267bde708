const paths = {
  passkey: 'M7.5 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM11.5 12H21v3M17 12v2.5',
  snow: 'M12 2v20M4 7l16 10M20 7 4 17M9.500 4 12 6.500 14.500 4M9.500 20l2.500-2.500 2.500 2.500',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2',
  shield: 'M12 3l8 3v6c0 5-3.500 8-8 9-4.500-1-8-4-8-9V6z',
  send: 'M4 12 20 4l-5 16-4-6z',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  device: 'M4 5h16v11H4zM2 20h20',
} as const;

/** The name of an icon. */
export type IconName = keyof typeof paths;

/** A small drawing beside words with the same meaning. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}

/** The platform's name. */
export function Wordmark() {
  return (
    <span className="wordmark">
      <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <rect width="32" height="32" rx="8" />
        <path d="M16 5l7 9h-4l6 8H7l6-8H9zM14.500 22h3v5h-3z" />
      </svg>
      Larch
    </span>
  );
}
