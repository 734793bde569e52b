import type { ReactNode } from 'react';
import { Icon } from '#renderer/components/icons/Icon.tsx';

interface CheckboxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
  readonly className?: string;
  /** `switch` for settings that apply at once. */
  readonly look?: 'box' | 'switch';
}

/**
 * Native checkbox, invisible over a drawn one, so that forced colours, keyboard and names work as on the
 * platform.
 */
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
