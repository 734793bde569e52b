/**
 * A dialog that asks: the platform's modal (focus trapped, the rest inert), top aligned, named by its act. Focus goes to
 * the element marked `data-autofocus`, else to the first control, and comes back after. Escape closes the innermost
 * thing only; what was typed is thrown away only once that was asked.
 */
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { listenForEscape } from './open-dialogs.ts';
import { type TypedInput, watchTyped } from './typed-input.ts';

interface DialogProps {
  readonly title: string;
  /** By the person; what was typed has been asked about. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly className?: string;
  /** Hides the visible title where the content has its own head. */
  readonly titleHidden?: boolean;
  /** What is typed in it only looks for something. */
  readonly isSearch?: boolean;
  /** More was decided in it than its fields tell. */
  readonly hasInput?: boolean;
}

/** Closes the dialog around it as Escape does. */
const CloseDialog = createContext<() => void>(() => undefined);

export function Dialog(props: DialogProps) {
  const { title, onClose, children, className = '', titleHidden = false } = props;
  const { isSearch = false, hasInput = false } = props;
  const element = useRef<HTMLDialogElement>(null);
  const typed = useRef<TypedInput>(undefined);
  const [asking, setAsking] = useState<'no' | 'asked' | 'thrown_away'>('no');
  const titleId = useId();
  const close = () => {
    if (hasInput || (!isSearch && typed.current?.isTyped())) setAsking('asked');
    else onClose();
  };
  const onEscape = useEffectEvent(close);
  const throwAway = useEffectEvent(onClose);
  // One after the other: the question gives the focus back to what is about to go.
  useEffect(() => {
    if (asking === 'thrown_away') throwAway();
  }, [asking]);
  // With what it shows: the next key is the dialog's, and when it is gone, the text's.
  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    const before = document.activeElement;
    dialog.showModal();
    const endEscape = listenForEscape(dialog, onEscape);
    const watched = watchTyped(dialog);
    typed.current = watched;
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      endEscape();
      watched.end();
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
        if (event.target !== element.current) return;
        event.preventDefault();
        close();
      }}
      onMouseDown={(event) => {
        if (event.target !== element.current) return;
        // The press would take the focus from the question that it opens.
        event.preventDefault();
        close();
      }}
    >
      <CloseDialog value={close}>
        <h2 id={titleId} className={titleHidden ? 'vh' : undefined}>
          {title}
        </h2>
        {children}
      </CloseDialog>
      {asking === 'asked' ? (
        <ThrowAway onStay={() => setAsking('no')} onThrowAway={() => setAsking('thrown_away')} />
      ) : null}
    </dialog>
  );
}

export function CancelButton({ autoFocus = false }: { readonly autoFocus?: boolean }) {
  const { t } = useTranslation();
  const close = useContext(CloseDialog);
  return (
    <Button kind="quiet" hint="Esc" autoFocus={autoFocus} onPress={close}>
      {t('common.cancel')}
    </Button>
  );
}

interface ThrowAwayProps {
  readonly onStay: () => void;
  readonly onThrowAway: () => void;
}

function ThrowAway({ onStay, onThrowAway }: ThrowAwayProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('common.throwAway.title')} onClose={onStay}>
      <div className="b stack">
        <p>{t('common.throwAway.text')}</p>
      </div>
      <div className="f">
        <Button kind="primary" autoFocus onPress={onStay}>
          {t('common.throwAway.stay')}
        </Button>
        <Button onPress={onThrowAway}>{t('common.throwAway.act')}</Button>
      </div>
    </Dialog>
  );
}
