import { useState } from 'react';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { FormDialog } from './FormDialog.tsx';
import { type SubmitOptions, useSubmit } from './use-submit.ts';

interface NameDialogProps {
  readonly title: string;
  readonly label: string;
  /** Error shown for an empty name. */
  readonly missing: string;
  readonly act: string;
  readonly initial?: string;
  /** Help text below the field. */
  readonly help?: string;
  readonly send: (name: string, options: SubmitOptions) => Promise<void>;
  readonly onClose: () => void;
  /** Name under which a lock stashes typed input. */
  readonly keptAs?: string;
}

/** Dialog for one name or one line of text. */
export function NameDialog(props: NameDialogProps) {
  const { title, label, missing, act, initial = '', help, send, onClose, keptAs } = props;
  const [name, setName] = useState(initial);
  const trimmed = name.trim();
  const submit = useSubmit({ body: trimmed || undefined, send });
  return (
    <FormDialog
      title={title}
      act={act}
      submit={submit}
      onClose={onClose}
      {...(keptAs === undefined ? {} : { keptAs })}
    >
      <TextField
        label={label}
        value={name}
        onChange={setName}
        {...(help === undefined ? {} : { help })}
        error={submit.tried && trimmed === '' ? missing : undefined}
        autoFocus
      />
    </FormDialog>
  );
}
