import { useTranslation } from 'react-i18next';
import type { Handbook } from './handbook-pages.ts';

/** Place of the keys among the pages, where the window has no room for them beside a page. */
export const KEYS_PAGE = 'keys-of-this-screen';

function showInList(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

interface HandbookContentsProps {
  readonly book: Handbook;
  readonly current: string | undefined;
  readonly hasKeys: boolean;
  readonly onOpen: (id: string) => void;
}

export function HandbookContents({ book, current, hasKeys, onOpen }: HandbookContentsProps) {
  const { t, i18n } = useTranslation();
  const entry = (id: string, title: string | undefined) => (
    <button
      type="button"
      // Below the others in a short window, the present page would be out of sight.
      ref={id === current ? showInList : undefined}
      aria-current={id === current ? 'page' : undefined}
      onClick={() => onOpen(id)}
    >
      {title}
    </button>
  );
  return (
    <nav aria-label={t('handbook.contents')} lang={book.language}>
      {book.groups.map((group) => (
        <section key={group.title}>
          <h3>{group.title}</h3>
          <ul>
            {group.pages.map((id) => (
              <li key={id}>{entry(id, book.pages.get(id)?.title)}</li>
            ))}
          </ul>
        </section>
      ))}
      {hasKeys ? (
        <section className="keys-last" lang={i18n.language}>
          <h3>{t('handbook.onScreen')}</h3>
          <ul>
            <li>{entry(KEYS_PAGE, t('handbook.keys'))}</li>
          </ul>
        </section>
      ) : null}
    </nav>
  );
}
