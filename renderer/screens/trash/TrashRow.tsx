/**
 * One entry of the trash. Editors restore, only owners purge, and a purge needs a word typed because it cannot be
 * undone.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { foldText } from '#records/folded-text.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import type { IconName } from '#renderer/components/icons/icon-names.ts';
import { OnlineOnlyButton } from '#renderer/components/travelling-copy/OnlineOnlyButton.tsx';
import { changedAt } from '#renderer/messages/dates.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import type { TrashEntry } from './trash-entry.ts';

interface TrashRowProps {
  readonly entry: TrashEntry;
  readonly icon: IconName;
  readonly asking: boolean;
  readonly onAsk: () => void;
  readonly onKeep: () => void;
  readonly onRestore: () => void;
  readonly onPurge: () => Promise<void>;
}

/** Row of the trash. Purging asks for a typed word first. */
export function TrashRow({ entry, icon, asking, onAsk, onKeep, onRestore, onPurge }: TrashRowProps) {
  const { t } = useTranslation();
  const role = useSession(
    (state) =>
      state.session?.groups.find((group) => group.security_group_id === entry.security_group_id)?.role ??
      'viewer',
  );
  const name = entry.name || t('states.noKey');
  if (asking) {
    const whole = [entry.of, name, entry.what].filter(Boolean).join(', ');
    return <AskingRow name={whole} isSigned={entry.is_signed} onKeep={onKeep} onPurge={onPurge} />;
  }
  return (
    <tr>
      <td>
        <span className="fn">
          <Icon name={icon} />
          {t(`trash.one.${entry.kind}`)}
        </span>
      </td>
      <td>
        <b>{name}</b>
      </td>
      <td className="mid">{[entry.of, entry.what].filter(Boolean).join(', ')}</td>
      <td className="dim">{changedAt(entry.changed_at)}</td>
      <td className="acts">
        {role === 'viewer' ? null : (
          <Button size="s" icon="restore" onPress={onRestore}>
            {t('trash.restore')}
          </Button>
        )}
        {role === 'owner' ? (
          <OnlineOnlyButton size="s" onPress={onAsk}>
            {t('trash.purge')}
          </OnlineOnlyButton>
        ) : (
          <span className="note">{t('trash.ownersOnly')}</span>
        )}
      </td>
    </tr>
  );
}

interface AskingRowProps extends Pick<TrashRowProps, 'onKeep' | 'onPurge'> {
  /** Name with what tells it from others, such as patient and date. */
  readonly name: string;
  readonly isSigned: boolean;
}

function AskingRow({ name, isSigned, onKeep, onPurge }: AskingRowProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const word = t('trash.word');
  const right = foldText(typed.trim()) === foldText(word);
  const { form, onSubmit } = useSubmit({ body: right ? word : undefined, send: onPurge });
  return (
    <tr className="asking">
      <td colSpan={5}>
        <form
          className="ask"
          ref={form}
          onSubmit={onSubmit}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onKeep();
          }}
        >
          <span>
            <b>{t('trash.askTitle', { name })}</b>
            <em>
              {isSigned ? `${t('worklist.trashSigned')} ` : ''}
              {t('trash.askText', { word })}
            </em>
          </span>
          <span className="inp">
            <input
              type="text"
              aria-label={t('trash.confirmLabel', { word })}
              autoComplete="off"
              // biome-ignore lint/a11y/noAutofocus: the row has just asked for this word
              autoFocus
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </span>
          <Button size="s" kind="danger" type="submit" unavailable={!right}>
            {t('trash.purge')}
          </Button>
          <Button size="s" kind="quiet" onPress={onKeep}>
            {t('trash.keep')}
          </Button>
        </form>
      </td>
    </tr>
  );
}
