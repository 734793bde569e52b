import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';

interface AskRowProps {
  readonly columns: number;
  readonly title: string;
  readonly text: string;
  /** Label of the action's button. */
  readonly act: string;
  readonly onAct: () => void;
  readonly onKeep: () => void;
}

/** Table row that asks before an irreversible action. The safe button has the focus. */
export function ConfirmRow({ columns, title, text, act, onAct, onKeep }: AskRowProps) {
  const { t } = useTranslation();
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <tr
      className="asking"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onKeep();
      }}
    >
      <td colSpan={columns}>
        <div className="ask">
          <span>
            <b>{title}</b>
            <em>{text}</em>
          </span>
          <Button size="s" kind="danger" onPress={onAct}>
            {act}
          </Button>
          <Button size="s" kind="quiet" ref={keep} onPress={onKeep}>
            {t('settings.keep')}
          </Button>
        </div>
      </td>
    </tr>
  );
}
