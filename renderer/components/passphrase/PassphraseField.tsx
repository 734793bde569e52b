import { type ReactNode, type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';

export interface PassphraseFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  readonly refusable?: boolean;
  readonly size?: 'm' | 'l';
  readonly autoFocus?: boolean;
  /** True if the field has its own show button; a repeated passphrase follows the first field. */
  readonly shown?: boolean;
  readonly onShownChange?: (shown: boolean) => void;
  readonly autoComplete?: 'current-password' | 'new-password';
  readonly below?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
}

export function PassphraseField(props: PassphraseFieldProps) {
  const { t } = useTranslation();
  const [ownShown, setOwnShown] = useState(false);
  const shown = props.shown ?? ownShown;
  const toggle = () => {
    setOwnShown(!shown);
    props.onShownChange?.(!shown);
  };
  const hasToggle = props.shown === undefined || props.onShownChange !== undefined;
  return (
    <TextField
      label={props.label}
      value={props.value}
      onChange={props.onChange}
      error={props.error}
      refusable={props.refusable ?? false}
      size={props.size ?? 'l'}
      type={shown ? 'text' : 'password'}
      autoFocus={props.autoFocus ?? false}
      autoComplete={props.autoComplete ?? 'current-password'}
      below={props.below}
      {...(props.ref ? { ref: props.ref } : {})}
    >
      {hasToggle ? (
        <button
          type="button"
          className="link"
          aria-pressed={shown}
          aria-label={shown ? t('gate.hidePassphrase') : t('gate.showPassphrase')}
          onClick={toggle}
        >
          <Icon name="eye" size={20} />
        </button>
      ) : null}
    </TextField>
  );
}
