interface KeyHintProps {
  readonly children: string;
  readonly className?: string;
}

/** Shows a key beside a label, visually only: `aria-keyshortcuts` has it for screen readers. */
export function KeyHint({ children, className }: KeyHintProps) {
  return (
    <kbd className={className} aria-hidden="true">
      {children}
    </kbd>
  );
}
