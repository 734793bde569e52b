/**
 * The settings at a glance: every row is a link that shows what holds now. Typing finds a row by its name, by other
 * words for it and by its value. What nobody has used yet is out of sight and found by search.
 */
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { matchesAll, wordsOf } from '#records/folded-text.ts';
import { useCommand } from '#renderer/commands/command-registry.ts';
import { useKeyHint } from '#renderer/commands/keymap.ts';
import { KeyHint } from '#renderer/components/controls/KeyHint.tsx';
import { Link } from '#renderer/components/controls/Link.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { Highlighted } from '#renderer/components/lists/Highlighted.tsx';
import { FACT_ICONS } from '#renderer/screens/settings/StatusFact.tsx';
import { GROUP_NAMES, type Section } from '#renderer/screens/settings/settings-sections.ts';
import { navigate } from '#renderer/state/shell/route-store.ts';
import { SETTING_ROWS, type SettingRowId } from './setting-rows.ts';
import { type SettingValue, useSettingValues } from './use-setting-values.ts';

/** Not shown before it is known whether they are used, so that no row comes and goes. */
const MAY_BE_UNUSED: ReadonlySet<SettingRowId> = new Set(['groups', 'receiver', 'outbox', 'sdk']);

export function SettingsOverview({ shown }: { readonly shown: ReadonlySet<Section> }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { hint, keyShortcut } = useKeyHint('find');
  const values = useSettingValues(shown);
  useCommand('find', () => field.current?.select());
  const wanted = wordsOf(text);
  const found = SETTING_ROWS.filter((row) => {
    if ('section' in row && !shown.has(row.section)) return false;
    const value = values[row.id];
    if (wanted.length === 0)
      return value === undefined ? !MAY_BE_UNUSED.has(row.id) : value.isUnused !== true;
    const words = [t(`settings.overview.row.${row.id}`), t(`settings.overview.also.${row.id}`), value?.words];
    return matchesAll(wordsOf(words.join(' ')), wanted);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setText('');
    const [first] = found;
    if (event.key !== 'Enter' || first === undefined) return;
    event.preventDefault();
    navigate([...first.to]);
  };
  return (
    <main className="main" id="main" aria-label={t('settings.label')} data-pane>
      <div className="main-h">
        <h1>{t('settings.label')}</h1>
        <div className="search set-find">
          <Icon name="search" />
          <input
            ref={field}
            type="text"
            // biome-ignore lint/a11y/noAutofocus: typing anywhere searches
            autoFocus
            aria-label={t('settings.overview.search')}
            aria-keyshortcuts={keyShortcut}
            placeholder={t('settings.overview.search')}
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <KeyHint>{text === '' ? (hint ?? '') : 'Esc'}</KeyHint>
        </div>
      </div>
      <p className="vh" role="status">
        {wanted.length === 0 || found.length === 0
          ? ''
          : t('settings.overview.found', { count: found.length })}
      </p>
      {found.length === 0 ? (
        <p className="set-lead" role="status">
          {t('settings.overview.none', { text: text.trim() })}
        </p>
      ) : null}
      <div className="over">
        {GROUP_NAMES.map((group) => {
          const rows = found.filter((row) => row.group === group);
          if (rows.length === 0) return null;
          const title = t(`settings.overview.group.${group}`);
          return (
            <section key={group} aria-label={title}>
              <h2>{title}</h2>
              <ul>
                {rows.map((row) => (
                  <li key={row.id}>
                    <Link to={row.to}>
                      <span>
                        <Highlighted text={t(`settings.overview.row.${row.id}`)} wanted={wanted} />
                      </span>
                      <Value value={values[row.id]} />
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </main>
  );
}

function Value({ value }: { readonly value: SettingValue | undefined }) {
  if (value === undefined) return <span className="dim">…</span>;
  const { words, tone, note, isUnused } = value;
  return (
    <span className={isUnused ? 'dim' : undefined}>
      {tone === undefined ? (
        words
      ) : (
        <span className={`state ${tone}`}>
          <Icon name={FACT_ICONS[tone]} />
          {words}
        </span>
      )}
      {note ? <em>{note}</em> : null}
    </span>
  );
}
