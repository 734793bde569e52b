/** Logo of the product: a ring about to close around a keyhole. */
export function Logo() {
  return (
    <svg className="mark" viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <path d="M18.2 5.1A9.2 9.2 0 1 1 12 2.8" stroke="currentColor" strokeWidth="2.4" />
      <path className="mark-seal" d="M13.9 3a9.2 9.2 0 0 1 2.9 1.2" strokeWidth="2.4" />
      <circle cx="12" cy="9.4" r="2.5" fill="currentColor" />
      <path d="M10.6 13.4h2.8M9.7 16h4.6" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}
