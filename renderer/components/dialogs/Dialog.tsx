/**
 * A dialog that asks: the platform's modal (focus trapped, the rest inert), top aligned, named by its act. Focus goes to
 * the element marked `data-autofocus`, else to the first control, and comes back after. Escape closes the innermost
 * thing only; what was typed is thrown away only once that was asked.
 */
import {
  createContext,
  type ReactNode,
  useContext,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { listenForEscape } from './open-dialogs.ts';
import { type TypedForm, useTypedForm } from './use-typed-form.ts';

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
  /** Under this name a lock keeps what is typed in it. */
  readonly keptAs?: string | undefined;
}

/** Closes the dialog around it as Escape does. */
const CloseDialog = createContext<() => void>(() => undefined);

export function Dialog(props: DialogProps) {
  const { title, onClose, children, className = '', titleHidden = false } = props;
  const { isSearch = false, hasInput = false, keptAs } = props;
  const element = useRef<HTMLDialogElement>(null);
  const form = useTypedForm(element, { onClose, isSearch, hasInput, keptAs });
  const { close } = form;
  const titleId = useId();
  const onEscape = useEffectEvent(close);
  // With what it shows: the next key is the dialog's, and when it is gone, the text's.
  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    const before = document.activeElement;
    dialog.showModal();
    const endEscape = listenForEscape(dialog, onEscape);
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      endEscape();
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
      <ThrowAway form={form} />
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

interface QuestionProps {
  readonly title: string;
  /** Words of the button that changes nothing; it has the focus, and Escape means the same. */
  readonly stay: string;
  readonly onStay: () => void;
  readonly act: string;
  readonly onAct: () => void;
  readonly isDanger?: boolean;
  readonly children: ReactNode;
}

/** A question of two answers, the harmless one first. */
export function Question({ title, stay, onStay, act, onAct, isDanger = false, children }: QuestionProps) {
  return (
    <Dialog title={title} onClose={onStay}>
      <div className="b stack">{children}</div>
      <div className="f">
        <Button kind="primary" autoFocus onPress={onStay}>
          {stay}
        </Button>
        <Button {...(isDanger ? { kind: 'danger' } : {})} onPress={onAct}>
          {act}
        </Button>
      </div>
    </Dialog>
  );
}

/** The question before what is typed is thrown away; nothing until it is asked. */
export function ThrowAway({ form }: { readonly form: TypedForm }) {
  const { t } = useTranslation();
  if (!form.isAsking) return null;
  return (
    <Question
      title={t('common.throwAway.title')}
      stay={t('common.throwAway.stay')}
      onStay={form.stay}
      act={t('common.throwAway.act')}
      onAct={form.throwAway}
    >
      <p>{t('common.throwAway.text')}</p>
    </Question>
  );
}
