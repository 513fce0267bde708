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
