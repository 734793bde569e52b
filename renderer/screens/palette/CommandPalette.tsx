/**
 * Command palette (Ctrl+K): available commands, patients, exams, templates and views. Typing filters, Enter
 * runs.
 */
import { Command } from 'cmdk';
import { useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '#records/folded-text.ts';
import { KeyHint } from '#renderer/components/controls/KeyHint.tsx';
import { Dialog } from '#renderer/components/dialogs/Dialog.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { Highlighted } from '#renderer/components/lists/Highlighted.tsx';
import { count } from '#renderer/messages/numbers.ts';
import { closeOverlay } from '#renderer/state/shell/overlay-store.ts';
import { type PaletteGroup, usePaletteGroups } from './palette-groups.ts';

export function CommandPalette() {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const wanted = useMemo(() => wordsOf(text), [text]);
  const { groups, total } = usePaletteGroups(wanted);
  const shown = groups.reduce((sum, group) => sum + group.entries.length, 0);
  return (
    <Dialog
      title={t('commands.paletteLabel')}
      className="palette"
      titleHidden
      isSearch
      onClose={closeOverlay}
    >
      <Command shouldFilter={false} loop label={t('commands.paletteLabel')}>
        <div className="pal-in">
          <Icon name="search" size={20} />
          <Command.Input
            aria-label={t('commands.paletteInput')}
            placeholder={t('commands.palettePlaceholder')}
            value={text}
            onValueChange={setText}
            data-autofocus
          />
          <KeyHint>Esc</KeyHint>
        </div>
        <Command.List className="pal-list scroll" label={t('commands.paletteLabel')}>
          {shown === 0 ? <p className="gh">{t('commands.paletteNothing')}</p> : null}
          {groups.map((group) => (
            <Group key={group.title} group={group} wanted={wanted} />
          ))}
        </Command.List>
        <div className="pal-f">
          <span>
            <kbd>{t('commands.moveInList').replace(',', '')}</kbd>
            {t('commands.paletteChoose')}
          </span>
          <span>
            <kbd>Enter</kbd>
            {t('commands.paletteRun')}
          </span>
          <span className="gap" />
          <span>{t('commands.paletteCount', { shown: count(shown), all: count(total) })}</span>
        </div>
      </Command>
    </Dialog>
  );
}

interface GroupProps {
  readonly group: PaletteGroup;
  readonly wanted: readonly string[];
}

function Group({ group, wanted }: GroupProps) {
  if (group.entries.length === 0) return null;
  return (
    <Command.Group heading={<span className="gh">{group.title}</span>}>
      {group.entries.map((entry) => (
        <Command.Item
          key={entry.id}
          value={entry.id}
          className="opt"
          onSelect={() => {
            // Close the dialog first, so that its returned focus does not replace the command's. Both happen
            // before the next key, which must reach the text that the command opens.
            flushSync(closeOverlay);
            entry.run();
          }}
        >
          <Icon name={entry.icon} />
          <span>
            <Highlighted text={entry.label} wanted={wanted} />
            {entry.detail ? <em>{entry.detail}</em> : null}
          </span>
          {entry.hint ? <KeyHint>{entry.hint}</KeyHint> : null}
        </Command.Item>
      ))}
    </Command.Group>
  );
}
