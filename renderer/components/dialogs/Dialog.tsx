/**
 * A dialog that asks: the platform's modal (focus trapped, Escape, the rest inert), top aligned, named by its
 * act. Focus goes to the element marked `data-autofocus`, else to the first control, and comes back after.
 */
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly className?: string;
  /** Hides the visible title where the content has its own head. */
  readonly titleHidden?: boolean;
}

export function Dialog({ title, onClose, children, className = '', titleHidden = false }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // With what it shows: the next key is the dialog's, and when it is gone, the text's.
  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    const before = document.activeElement;
    dialog.showModal();
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      className={`dialog ${className}`.trim()}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === element.current) onClose();
      }}
    >
      <h2 id={titleId} className={titleHidden ? 'vh' : undefined}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}
