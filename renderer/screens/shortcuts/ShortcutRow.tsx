/** One row of the shortcut sheet. A chord of another command is refused and that command is named. */
import { Fragment, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Command } from '#renderer/commands/command-table.ts';
import { chordOf, chordText, chordWords } from '#renderer/commands/key-chord.ts';
import { commandWithKey, keysOf } from '#renderer/commands/keymap.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { usePreferences } from '#renderer/state/preferences-store.ts';

interface ShortcutRowProps {
  readonly command: Command;
  readonly changing: boolean;
  readonly onChosen: (keys: readonly string[]) => void;
}

/** Shows a command and its keys; while changing, the next pressed chord becomes its key. */
export function ShortcutRow({ command, changing, onChosen }: ShortcutRowProps) {
  const { t } = useTranslation();
  const values = usePreferences((state) => state.values);
  const [listening, setListening] = useState(false);
  const [taken, setTaken] = useState<string>();
  const name = t(`commands.${command.id}`);
  const keys = keysOf(command, values);
  const listen = (event: KeyboardEvent) => {
    if (!listening) return;
    const chord = chordOf(event.nativeEvent);
    if (chord === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    // Single letters and arrows are reserved for typing and lists.
    if (chord !== 'Esc' && chord !== 'Tab' && !/Ctrl\+|Alt\+|^(Shift\+)?F\d/.test(chord)) return;
    const owner = commandWithKey(chord, command.id);
    if (owner) {
      // Keep listening, because the next chord may be free.
      setTaken(t('commands.sheet.taken', { keys: chordText(chord), command: t(`commands.${owner.id}`) }));
      return;
    }
    setListening(false);
    setTaken(undefined);
    if (chord !== 'Esc' && chord !== 'Tab') onChosen([chord]);
  };
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {listening ? (
          <span className="note">{t('commands.sheet.press')}</span>
        ) : (
          keys.map((chord, index) => (
            <Fragment key={chord}>
              {index > 0 ? <span className="dim">{t('common.or')}</span> : null}
              {chordWords(chord).map((key) => (
                <span key={key} className="keycap">
                  {key}
                </span>
              ))}
            </Fragment>
          ))
        )}
        {changing && !command.fixed ? (
          // biome-ignore lint/a11y/noStaticElementInteractions: catches the chord its button waits for
          <span onKeyDown={listen}>
            <Button
              kind="quiet"
              size="s"
              icon="keyboard"
              label={t('commands.sheet.set', { command: name })}
              pressed={listening}
              onPress={() => setListening(true)}
            />
          </span>
        ) : null}
      </dd>
      {taken ? (
        <dd className="taken" role="alert">
          {taken}
        </dd>
      ) : null}
    </>
  );
}
