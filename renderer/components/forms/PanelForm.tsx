/**
 * Layout of forms in a panel beside a list of the settings. Closing asks first when something is typed; a lock
 * stashes it.
 */
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { ThrowAway } from '#renderer/components/dialogs/Dialog.tsx';
import { useTypedForm } from '#renderer/components/dialogs/use-typed-form.ts';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import type { Submit } from './use-submit.ts';

interface PanelFormProps {
  readonly title: string;
  /** Label of the submit button. */
  readonly act: string;
  readonly className?: string;
  readonly submit: Submit;
  readonly onClose: () => void;
  /** Name under which a lock stashes typed input. */
  readonly keptAs: string;
  readonly children: ReactNode;
}

/** Form in the panel beside the list it belongs to. */
export function PanelForm(props: PanelFormProps) {
  const { title, act, submit, className = 'panel', onClose, keptAs, children } = props;
  const { form, error, busy, onSubmit } = submit;
  const { t } = useTranslation();
  const panel = useRef<HTMLElement>(null);
  const typed = useTypedForm(panel, { onClose, keptAs });
  // Focus the first field, because the person opened the form to fill it in.
  useLayoutEffect(() => {
    const fields = '[data-autofocus], input, select, textarea';
    form.current?.querySelector<HTMLElement>(fields)?.focus();
  }, [form]);
  const onKeyDown = (event: KeyboardEvent) => {
    // In a select or in the question, Escape closes only that.
    const { target } = event;
    if (event.key !== 'Escape' || event.defaultPrevented || !(target instanceof HTMLElement)) return;
    if (target instanceof HTMLSelectElement || target.closest('dialog')) return;
    event.preventDefault();
    typed.close();
  };
  return (
    <aside ref={panel} className={className} aria-label={title} data-pane>
      <form
        className="panel-form"
        ref={form}
        onSubmit={onSubmit}
        onKeyDown={onKeyDown}
        aria-busy={busy}
        noValidate
      >
        <h2 className="panel-h">{title}</h2>
        <div className="panel-b panel-fields">
          {children}
          {error === undefined ? null : <ErrorNotice error={error} />}
        </div>
        <div className="panel-f">
          <Button kind="primary" type="submit">
            {act}
          </Button>
          <Button kind="quiet" hint="Esc" onPress={typed.close}>
            {t('common.cancel')}
          </Button>
        </div>
      </form>
      <ThrowAway form={typed} />
    </aside>
  );
}
