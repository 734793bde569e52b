/** Dialog in columns: where to or from, what becomes of it, its facts, and one act, also by Ctrl Enter from anywhere. */
import type { KeyboardEvent, ReactNode } from 'react';
import { Button } from '#renderer/components/controls/Button.tsx';
import { CancelButton, Dialog } from './Dialog.tsx';

interface WaysDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly act: string;
  /** True while the act cannot be done, for a reason that the columns show. */
  readonly unavailable: boolean;
  /** Why the act cannot be done now, where the columns do not show it. */
  readonly refusal: string | undefined;
  readonly onAct: () => void;
  /** Stands beside the button that cancels. */
  readonly note?: string;
  readonly children: ReactNode;
}

export function WaysDialog(props: WaysDialogProps) {
  const { title, onClose, act, unavailable, refusal, onAct, note, children } = props;
  const isRefused = unavailable || refusal !== undefined;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!isRefused) onAct();
  };
  return (
    <Dialog title={title} className="ways" onClose={onClose} isSearch>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the key of the one button below, from anywhere inside */}
      <div className="way-cols" onKeyDown={onKeyDown}>
        {children}
        <div className="f">
          <Button kind="primary" hint="Ctrl Enter" unavailable={isRefused} onPress={onAct}>
            {act}
          </Button>
          <span className="gap" />
          <span className="note" role="status">
            {refusal ?? note}
          </span>
          <CancelButton />
        </div>
      </div>
    </Dialog>
  );
}
