import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeyHint } from '#renderer/commands/keymap.ts';
import { KeyHint } from '#renderer/components/controls/KeyHint.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { navigate, useRoute } from '#renderer/state/shell/route-store.ts';
import { searchedList, setSearch, useSearch } from '#renderer/state/shell/search-store.ts';

export function SearchBox() {
  const { t } = useTranslation();
  const text = useSearch((state) => state.text);
  const path = useRoute((route) => route.path);
  const { hint, keyShortcut } = useKeyHint('search');
  const field = useRef<HTMLInputElement>(null);
  // On a screen without a list, typing opens the worklist.
  const onList = searchedList(path) !== undefined;

  const change = (next: string) => {
    setSearch(next);
    if (next !== '' && !onList) navigate(['worklist']);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      if (text === '') focusList();
      setSearch('');
    }
    if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault();
      focusList();
    }
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: `search` the element is not in every engine we meet
    <div className="search" role="search">
      <Icon name="search" />
      <input
        ref={field}
        id="vault-search"
        type="text"
        aria-label={t('frame.search')}
        aria-keyshortcuts={keyShortcut}
        placeholder={t('frame.searchPlaceholder')}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <KeyHint>{text === '' ? (hint ?? '') : 'Esc'}</KeyHint>
    </div>
  );
}

function focusList(): void {
  document.querySelector<HTMLElement>('main [role="grid"]')?.focus();
}
