import type { ReactNode } from 'react';
import { Icon } from '#renderer/components/icons/Icon.tsx';

interface CheckboxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
  readonly className?: string;
  /** `switch` for settings that act at once. */
  readonly look?: 'box' | 'switch';
}

/** A real checkbox, unseen over a drawn one: forced colours, keyboard and names are the platform's. */
export function Checkbox({ checked, onChange, children, className = '', look = 'box' }: CheckboxProps) {
  return (
    <label className={`check ${className}`.trim()}>
      <input
        type="checkbox"
        role={look === 'switch' ? 'switch' : undefined}
        className="check-input"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={`${look}${checked ? ' on' : ''}`} aria-hidden="true">
        {checked && look === 'box' ? <Icon name="check" size={14} /> : null}
      </span>
      {children}
    </label>
  );
}
