/** Dialog in columns: where to or from, what becomes of it, its facts, and one act, also by Ctrl Enter from anywhere. */
import type { KeyboardEvent, ReactNode } from 'react';
import { Button } from '#renderer/components/controls/Button.tsx';
import { CancelButton, Dialog } from './Dialog.tsx';

interface WaysDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly act: string;
  /** True while the act cannot be done; the key does nothing then either, which `onAct` sees to. */
  readonly unavailable: boolean;
  readonly onAct: () => void;
  /** Stands beside the button that cancels. */
  readonly note?: string;
  readonly children: ReactNode;
}

export function WaysDialog({ title, onClose, act, unavailable, onAct, note, children }: WaysDialogProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    onAct();
  };
  return (
    <Dialog title={title} className="ways" onClose={onClose} isSearch>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the key of the one button below, from anywhere inside */}
      <div className="way-cols" onKeyDown={onKeyDown}>
        {children}
        <div className="f">
          <Button kind="primary" hint="Ctrl Enter" unavailable={unavailable} onPress={onAct}>
            {act}
          </Button>
          <span className="gap" />
          {note === undefined ? null : <span className="note">{note}</span>}
          <CancelButton />
        </div>
      </div>
    </Dialog>
  );
}
