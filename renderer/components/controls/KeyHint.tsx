interface KeyHintProps {
  readonly children: string;
  readonly className?: string;
}

/** A key shown beside a word, for the eye: the accessible name is the word alone, `aria-keyshortcuts` has the key. */
export function KeyHint({ children, className }: KeyHintProps) {
  return (
    <kbd className={className} aria-hidden="true">
      {children}
    </kbd>
  );
}
