/**
 * A labelled choice among a few values, with help and error text. Only values of the given list ever reach
 * `onChange`.
 */
import { useId } from 'react';
import { Icon } from '#renderer/components/icons/Icon.tsx';

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

interface SelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  readonly onChange: (value: Value) => void;
  readonly help?: string;
  readonly error?: string | undefined;
  readonly wide?: boolean;
  /** True to show the label to screen readers only, if the context makes it clear. */
  readonly labelHidden?: boolean;
}

/** Native select (keyboard, type-ahead, screen readers), drawn as a field. */
export function Select<Value extends string>({
  label,
  value,
  choices,
  onChange,
  help,
  error,
  wide = false,
  labelHidden = false,
}: SelectProps<Value>) {
  const id = useId();
  return (
    <div className={`fld${error ? ' bad' : ''}${wide ? ' c2' : ''}`}>
      <div className={labelHidden ? 'vh' : 'lab'}>
        <label htmlFor={id}>{label}</label>
        {help ? <span className="dim">{help}</span> : null}
      </div>
      <select
        id={id}
        className="inp select"
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => {
          const chosen = choices.find((choice) => choice.value === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      {error ? (
        <p className="note" id={`${id}-error`}>
          <Icon name="state-error" />
          {error}
        </p>
      ) : null}
    </div>
  );
}
