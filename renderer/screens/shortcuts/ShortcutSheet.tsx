/**
 * Sheet of all keyboard shortcuts, generated from the command table. Can be filtered and changed in place;
 * conflicts are refused by name.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { matchesAll, wordsOf } from '#records/folded-text.ts';
import { COMMAND_GROUPS, COMMANDS, type Command } from '#renderer/commands/command-table.ts';
import { keysOf, restoreDefaultKeys, setKeys } from '#renderer/commands/keymap.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Dialog } from '#renderer/components/dialogs/Dialog.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { usePreferences } from '#renderer/state/preferences-store.ts';
import { ShortcutFamilyRow } from './ShortcutFamilyRow.tsx';
import { ShortcutRow } from './ShortcutRow.tsx';
import { shortcutLines } from './shortcut-lines.ts';

/** Shortcuts that the vault did not save, and that last until this window locks. */
interface FailedKeeping {
  readonly error: unknown;
  readonly again: () => void;
}

interface ShortcutSheetProps {
  readonly onClose: () => void;
  /** True to begin with changing keys. */
  readonly changes?: boolean;
}

export function ShortcutSheet({ onClose, changes = false }: ShortcutSheetProps) {
  const { t } = useTranslation();
  const values = usePreferences((state) => state.values);
  const [filter, setFilter] = useState('');
  const [changing, setChanging] = useState(changes);
  const [failed, setFailed] = useState<FailedKeeping>();
  const keep = (act: () => Promise<void>): void => {
    setFailed(undefined);
    act().catch((error: unknown) => setFailed({ error, again: () => keep(act) }));
  };
  const wanted = wordsOf(filter);
  const shown = COMMANDS.filter((command: Command) => {
    const keys = keysOf(command, values);
    if (keys.length === 0 && !changing) return false;
    return matchesAll(wordsOf(`${t(`commands.${command.id}`)} ${keys.join(' ')}`), wanted);
  });
  return (
    <Dialog title={t('commands.sheet.title')} className="keys" titleHidden isSearch onClose={onClose}>
      <div className="kh">
        <span className="kh-title" aria-hidden="true">
          {t('commands.sheet.title')}
        </span>
        <div className="inp">
          <Icon name="search" />
          <input
            type="text"
            aria-label={t('commands.sheet.filter')}
            placeholder={t('commands.sheet.filter')}
            data-autofocus
            autoComplete="off"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long sheet is scrolled by keyboard */}
      <section className="kcols scroll" tabIndex={0} aria-label={t('commands.sheet.title')}>
        {shown.length === 0 ? <p className="dim">{t('commands.sheet.nothing')}</p> : null}
        {COMMAND_GROUPS.map((group) => {
          const members = shown.filter((command) => command.group === group);
          if (members.length === 0) return null;
          return (
            <section key={group}>
              <h3>{t(`commands.group.${group}`)}</h3>
              <dl>
                {shortcutLines(members, changing || filter !== '', values).map((line) =>
                  line.kind === 'family' ? (
                    <ShortcutFamilyRow key={line.family} family={line.family} keys={line.keys} />
                  ) : (
                    <ShortcutRow
                      key={line.command.id}
                      command={line.command}
                      changing={changing}
                      onChosen={(keys) => keep(() => setKeys(line.command.id, keys))}
                    />
                  ),
                )}
              </dl>
            </section>
          );
        })}
      </section>
      {failed ? (
        <ErrorNotice error={failed.error} title={t('commands.sheet.notKept')} onRetry={failed.again} />
      ) : null}
      <div className="f">
        <Button pressed={changing} onPress={() => setChanging(!changing)}>
          {changing ? t('commands.sheet.changeDone') : t('commands.sheet.change')}
        </Button>
        <Button kind="quiet" onPress={() => keep(restoreDefaultKeys)}>
          {t('commands.sheet.restore')}
        </Button>
        <Button kind="quiet" icon="printer" onPress={() => print()}>
          {t('common.print')}
        </Button>
        <span className="gap" />
        <Button kind="quiet" hint="Esc" onPress={onClose}>
          {t('common.close')}
        </Button>
      </div>
    </Dialog>
  );
}
