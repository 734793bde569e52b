import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Highlighted } from '#renderer/components/lists/Highlighted.tsx';
import type { FoundPage } from './search-pages.ts';

interface PagesFoundProps {
  readonly text: string;
  readonly wanted: readonly string[];
  readonly found: readonly FoundPage[];
  readonly language: string;
  readonly onOpen: (id: string) => void;
}

/** Pages that match what was typed, each with the sentence that matches. Arrow keys move between them. */
export function PagesFound({ text, wanted, found, language, onOpen }: PagesFoundProps) {
  const { t } = useTranslation();
  if (found.length === 0)
    return (
      <p className="none" role="status">
        {t('handbook.none', { text })}
      </p>
    );
  return (
    <>
      <p className="vh" role="status">
        {t('handbook.found', { count: found.length })}
      </p>
      <ul className="pages-found" lang={language} onKeyDown={moveBetween}>
        {found.map(({ page, sentence }) => (
          <li key={page.id}>
            <button type="button" onClick={() => onOpen(page.id)}>
              <b>
                <Highlighted text={page.title} wanted={wanted} />
              </b>
              <span>
                <Highlighted text={sentence} wanted={wanted} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function moveBetween(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const next = buttons[buttons.findIndex((button) => button.matches(':focus')) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
