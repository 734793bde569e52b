import { useTranslation } from 'react-i18next';
import { keyNames } from '#renderer/state/key-names.ts';

interface KeyHintProps {
  /** Keys by the table's names or already in the interface's words, with spaces between them: `Ctrl Enter`. */
  readonly children: string;
  readonly className?: string;
}

/** Shows a key beside a label, visually only: `aria-keyshortcuts` has it for screen readers. */
export function KeyHint({ children, className }: KeyHintProps) {
  const { i18n } = useTranslation();
  const names = keyNames(i18n.language);
  return (
    <kbd className={className} aria-hidden="true">
      {children
        .split(' ')
        .map((key) => names[key] ?? key)
        .join(' ')}
    </kbd>
  );
}
