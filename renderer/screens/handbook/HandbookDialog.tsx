/**
 * The handbook on F1: contents, one page, and the keys of the region the person came from. Typing searches, Alt+Left
 * goes back, Esc returns to the caret. While locked there is no region, and no keys are listed.
 */
import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { PROGRAM_VERSION } from '#contract/program-version.ts';
import { wordsOf } from '#records/folded-text.ts';
import { chordOf, chordText } from '#renderer/commands/key-chord.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Dialog } from '#renderer/components/dialogs/Dialog.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { closeHandbook, type HandbookPlace } from '#renderer/state/shell/handbook-store.ts';
import { HandbookArticle } from './HandbookArticle.tsx';
import { HandbookContents, KEYS_PAGE } from './HandbookContents.tsx';
import { handbookIn } from './handbook-pages.ts';
import { PagesFound } from './PagesFound.tsx';
import { ScreenKeys } from './ScreenKeys.tsx';
import { searchPages } from './search-pages.ts';

const BACK = 'Alt+Left';

export function HandbookDialog({ place }: { readonly place: HandbookPlace }) {
  const { t, i18n } = useTranslation();
  const book = handbookIn(i18n.language);
  const [trail, setTrail] = useState([place.page]);
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const here = trail.at(-1) ?? place.page;
  const page = book.pages.get(here);
  const wanted = wordsOf(text);
  const isSearching = wanted.length > 0;
  const found = isSearching ? searchPages(book.pages.values(), wanted) : [];
  const show = (next: readonly string[]) => {
    // Rendered at once, because the focus goes to the new page's title.
    flushSync(() => {
      setText('');
      setTrail([...next]);
    });
    title.current?.focus();
  };
  const open = (id: string) => show(id === here ? trail : [...trail, id]);
  const goBack = () => {
    if (isSearching) show(trail);
    else if (trail.length > 1) show(trail.slice(0, -1));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const chord = chordOf(event.nativeEvent);
    if (chord === BACK) {
      event.preventDefault();
      goBack();
      return;
    }
    const isInField = event.target === field.current;
    // A letter typed anywhere goes to the search; the focus moves before the letter is entered.
    if (!isInField && event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.altKey)
      field.current?.focus();
    if (!isInField || !isSearching) return;
    const first = event.currentTarget.querySelector<HTMLElement>('.pages-found button');
    if (chord === 'Enter' && found[0]) open(found[0].page.id);
    else if (chord === 'Down' && first) first.focus();
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={t('handbook.title')} className="book" titleHidden isSearch onClose={closeHandbook}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the whole handbook */}
      <div className="book-in" onKeyDown={onKeyDown}>
        <header>
          <span className="book-title" aria-hidden="true">
            {t('handbook.title')}
          </span>
          <div className="inp">
            <Icon name="search" />
            <input
              ref={field}
              type="text"
              aria-label={t('handbook.search')}
              placeholder={t('handbook.search')}
              data-autofocus
              autoComplete="off"
              spellCheck={false}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </div>
          <span className="note">{t('handbook.forVersion', { version: PROGRAM_VERSION })}</span>
          <span className="gap" />
          {trail.length > 1 ? (
            <Button kind="quiet" hint={chordText(BACK)} keyShortcut="Alt+ArrowLeft" onPress={goBack}>
              {t('handbook.back')}
            </Button>
          ) : null}
          <Button kind="quiet" hint={chordText('Esc')} onPress={closeHandbook}>
            {t('common.close')}
          </Button>
        </header>
        <HandbookContents
          book={book}
          current={isSearching ? undefined : here}
          hasKeys={place.region !== undefined}
          onOpen={open}
        />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long page is scrolled by keyboard */}
        <div className="book-page" tabIndex={0} key={isSearching ? 'found' : here}>
          {isSearching ? (
            <PagesFound
              text={text.trim()}
              wanted={wanted}
              found={found}
              language={book.language}
              onOpen={open}
            />
          ) : null}
          {!isSearching && page ? (
            <HandbookArticle book={book} page={page} titleRef={title} onOpen={open} />
          ) : null}
          {!isSearching && here === KEYS_PAGE && place.region ? (
            <div className="book-keys">
              <ScreenKeys region={place.region} />
            </div>
          ) : null}
        </div>
        {place.region ? (
          <aside className="book-keys" aria-label={t('handbook.onScreen')}>
            <ScreenKeys region={place.region} />
          </aside>
        ) : null}
      </div>
    </Dialog>
  );
}
