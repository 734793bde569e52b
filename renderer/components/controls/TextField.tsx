/**
 * Labelled text field with help beside the label and the error below. Always a plain text or password input,
 * never a date or search input, because input is parsed leniently.
 */
import {
  type HTMLInputTypeAttribute,
  type KeyboardEventHandler,
  type ReactNode,
  type Ref,
  useId,
} from 'react';
import { Icon } from '#renderer/components/icons/Icon.tsx';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly help?: string;
  readonly error?: string | undefined;
  /** True if the vault validates the value; its error then comes after the action and is announced. */
  readonly refusable?: boolean;
  readonly placeholder?: string | undefined;
  readonly size?: 'm' | 'l';
  readonly type?: Extract<HTMLInputTypeAttribute, 'text' | 'password'>;
  readonly mono?: boolean;
  readonly multiline?: boolean;
  readonly wide?: boolean;
  readonly autoFocus?: boolean;
  readonly autoComplete?: string;
  readonly readOnly?: boolean;
  readonly inputId?: string;
  readonly onBlur?: () => void;
  readonly onFocus?: () => void;
  readonly onKeyDown?: KeyboardEventHandler;
  /** Suggestions shown while typing, never selected automatically; any other text is valid. */
  readonly suggestions?: readonly string[];
  readonly ref?: Ref<HTMLInputElement>;
  /** Icon or button inside the field, after the text. */
  readonly children?: ReactNode;
  /** Content below the field, for example a strength meter. */
  readonly below?: ReactNode;
}

export function TextField(props: TextFieldProps) {
  const { label, value, onChange, help, error, size = 'm', type = 'text', below, children } = props;
  const ownId = useId();
  const id = props.inputId ?? ownId;
  const helpId = `${id}-help`;
  const errorId = `${id}-error`;
  const described = [help ? helpId : '', error ? errorId : ''].filter(Boolean).join(' ') || undefined;
  const shared = {
    id,
    value,
    placeholder: props.placeholder,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': described,
    autoComplete: props.autoComplete ?? 'off',
    spellCheck: false,
    readOnly: props.readOnly,
    'data-autofocus': props.autoFocus || undefined,
    onBlur: props.onBlur,
    onFocus: props.onFocus,
    onKeyDown: props.onKeyDown,
  };
  const box = ['inp', size === 'l' ? 'l' : '', props.mono ? 'mono' : '', props.multiline ? 'area' : ''];
  return (
    <div className={`fld${error ? ' bad' : ''}${props.wide ? ' c2' : ''}`}>
      <div className="lab">
        <label htmlFor={id}>{label}</label>
        {help ? (
          <span className="dim" id={helpId}>
            {help}
          </span>
        ) : null}
      </div>
      <div className={box.filter(Boolean).join(' ')}>
        {props.multiline ? (
          <textarea {...shared} rows={3} onChange={(event) => onChange(event.target.value)} />
        ) : (
          <input
            {...shared}
            ref={props.ref}
            type={type}
            list={props.suggestions === undefined ? undefined : `${id}-list`}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
        {children}
      </div>
      {props.suggestions === undefined ? null : (
        <datalist id={`${id}-list`}>
          {props.suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
      {below}
      {error ? (
        <p className="note" id={errorId} role={props.refusable ? 'alert' : undefined}>
          <Icon name="state-error" />
          {error}
        </p>
      ) : null}
    </div>
  );
}
