/**
 * Modal dialog based on the native element (focus trapped, the rest inert), top aligned. Focuses the element
 * marked `data-autofocus`, else the first control, and returns the focus afterwards. Escape closes only the
 * innermost dialog. Typed input is discarded only after asking.
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
  /** Called when the person closes it; discarding input has been confirmed. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly className?: string;
  /** True to hide the visible title if the content has its own. */
  readonly titleHidden?: boolean;
  /** True if input is only a search and may be discarded without asking. */
  readonly isSearch?: boolean;
  /** True if the dialog has input that its fields do not show. */
  readonly hasInput?: boolean;
  /** Name under which a lock stashes typed input. */
  readonly keptAs?: string | undefined;
}

/** Context that closes the surrounding dialog like Escape. */
const CloseDialog = createContext<() => void>(() => undefined);

export function Dialog(props: DialogProps) {
  const { title, onClose, children, className = '', titleHidden = false } = props;
  const { isSearch = false, hasInput = false, keptAs } = props;
  const element = useRef<HTMLDialogElement>(null);
  const form = useTypedForm(element, { onClose, isSearch, hasInput, keptAs });
  const { close } = form;
  const titleId = useId();
  const onEscape = useEffectEvent(close);
  // A layout effect, so that the next key goes to the shown dialog, or to the text after closing.
  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    const before = document.activeElement;
    dialog.showModal();
    const endEscape = listenForEscape(dialog, onEscape);
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    // A control focused before the dialog was shown may lie below the edge of a low window.
    const { activeElement } = document;
    if (dialog.contains(activeElement))
      (activeElement?.closest('.fld') ?? activeElement)?.scrollIntoView({ block: 'nearest' });
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
        // Prevent the press from taking the focus from the question it opens.
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
  /** Label of the button that changes nothing. It has the focus, and Escape means the same. */
  readonly stay: string;
  readonly onStay: () => void;
  readonly act: string;
  readonly onAct: () => void;
  readonly isDanger?: boolean;
  readonly children: ReactNode;
}

/** Question with two answers, the harmless one first. */
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

/** Asks before typed input is discarded; empty until then. */
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
