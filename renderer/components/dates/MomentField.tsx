/**
 * Text field for a date and time: a key enters the present time, a time alone or both can be typed. Shows the
 * result below.
 */
import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { KeyHint } from '#renderer/components/controls/KeyHint.tsx';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { exchangedDay } from './lenient-date.ts';
import { momentText, parseMoment } from './lenient-moment.ts';
import { ParsedDate } from './ParsedDate.tsx';

interface MomentFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error?: string | undefined;
}

export function MomentField({ label, value, onChange, error }: MomentFieldProps) {
  const { t } = useTranslation();
  /** Text that the key entered; letters typed right after it are ignored. */
  const written = useRef<string>(undefined);
  const key = t('common.now').slice(0, 1).toLowerCase();
  const setNow = () => {
    written.current = momentText(new Date().toISOString());
    onChange(written.current);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key: pressed, ctrlKey, altKey, metaKey, target } = event;
    if (ctrlKey || altKey || metaKey || !(target instanceof HTMLInputElement)) return;
    const isAllChosen = target.selectionStart === 0 && target.selectionEnd === target.value.length;
    const isNow = pressed.toLowerCase() === key && isAllChosen;
    const isRestOfWord = value === written.current && /^\p{L}$/u.test(pressed);
    if (isNow) setNow();
    if (isNow || isRestOfWord) event.preventDefault();
  };
  const read = parseMoment(value);
  return (
    <TextField
      label={label}
      value={value}
      onChange={onChange}
      onKeyDown={onKeyDown}
      error={error}
      below={
        <ParsedDate
          iso={read || undefined}
          other={read ? exchangedDay(value) : undefined}
          onChoose={onChange}
        />
      }
    >
      <button
        type="button"
        className="link"
        tabIndex={-1}
        aria-label={`${label}: ${t('common.now')}`}
        onClick={setNow}
      >
        {t('common.now')}
      </button>
      <KeyHint>{key.toUpperCase()}</KeyHint>
    </TextField>
  );
}
