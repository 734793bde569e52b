import { type FormEventHandler, type ReactNode, type RefObject, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';

interface PanelFormProps {
  readonly title: string;
  /** Of the button that sends it. */
  readonly submit: string;
  readonly className?: string;
  readonly form: RefObject<HTMLFormElement | null>;
  readonly error: unknown;
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form in the pane beside what it is about; `form`, `error` and `onSubmit` come from `useSubmit`. */
export function PanelForm(props: PanelFormProps) {
  const { title, submit, className = 'panel', form, error, onSubmit, onClose, children } = props;
  const { t } = useTranslation();
  // It was opened to be filled in: the button that opened it has done its work.
  useLayoutEffect(() => {
    const fields = '[data-autofocus], input, select, textarea';
    form.current?.querySelector<HTMLElement>(fields)?.focus();
  }, [form]);
  return (
    <aside className={className} aria-label={title} data-pane>
      <form className="panel-form" ref={form} onSubmit={onSubmit} noValidate>
        <h2 className="panel-h">{title}</h2>
        <div className="panel-b panel-fields">
          {children}
          {error === undefined ? null : <ErrorNotice error={error} />}
        </div>
        <div className="panel-f">
          <Button kind="primary" type="submit">
            {submit}
          </Button>
          <Button kind="quiet" onPress={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
      </form>
    </aside>
  );
}
