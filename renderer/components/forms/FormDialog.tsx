/** Layout of dialogs with a form. A lock stashes typed input for the same person, under the name in `keptAs`. */
import type { ReactNode } from 'react';
import { Button } from '#renderer/components/controls/Button.tsx';
import { CancelButton, Dialog } from '#renderer/components/dialogs/Dialog.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import type { Submit } from './use-submit.ts';

interface FormDialogProps {
  readonly title: string;
  /** Label of the submit button. */
  readonly act: string;
  readonly submit: Submit;
  readonly onClose: () => void;
  /** Fields of the form. */
  readonly children: ReactNode;
  readonly className?: string;
  readonly fieldsClass?: string;
  /** True if submitting is impossible; the fields show the reason. */
  readonly unavailable?: boolean;
  /** Note at the end of the button row. */
  readonly note?: ReactNode;
  /** Name under which a lock stashes typed input. */
  readonly keptAs?: string;
}

/** Dialog with a form: fields, error, submit and cancel. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    act,
    submit,
    onClose,
    children,
    className = '',
    fieldsClass = 'b panel-fields',
    unavailable = false,
    note,
    keptAs,
  } = props;
  return (
    <Dialog title={title} className={className} onClose={onClose} keptAs={keptAs}>
      <form ref={submit.form} onSubmit={submit.onSubmit} aria-busy={submit.busy} noValidate>
        <div className={fieldsClass}>
          {children}
          {submit.error === undefined ? null : (
            <div className="c2">
              <ErrorNotice error={submit.error} />
            </div>
          )}
        </div>
        <div className="f">
          <Button kind="primary" type="submit" hint="Enter" unavailable={unavailable}>
            {act}
          </Button>
          <CancelButton />
          {note ? <span className="gap" /> : null}
          {note}
        </div>
      </form>
    </Dialog>
  );
}
