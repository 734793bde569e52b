/**
 * The standard button, with text, an icon or both. An unavailable one stays in the tab order, so that a screen
 * reader reaches the reason beside it.
 */
import type { MouseEvent, ReactNode, Ref } from 'react';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import type { IconName } from '#renderer/components/icons/icon-names.ts';
import { KeyHint } from './KeyHint.tsx';
import { preventFocusChange } from './prevent-focus-change.ts';

interface ButtonProps {
  readonly children?: ReactNode;
  /** Look of the button: one `primary` per region; `danger` for irreversible actions. */
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly size?: 's' | 'm' | 'l';
  readonly icon?: IconName;
  /** Accessible name and tooltip of a button with only an icon or symbol. */
  readonly label?: string;
  /** Key shown after the label, as in `Ctrl N`; not part of the accessible name. */
  readonly hint?: string | undefined;
  /** ARIA form of the same key, e.g. `Control+N`. */
  readonly keyShortcut?: string | undefined;
  /** True for a button that stays focusable but does nothing; the reason is shown as text beside it. */
  readonly unavailable?: boolean;
  readonly pressed?: boolean;
  readonly expanded?: boolean;
  readonly hasPopup?: 'menu' | 'listbox' | 'dialog';
  readonly describedBy?: string | undefined;
  readonly type?: 'button' | 'submit';
  /** Id of a form outside of which the submit button is. */
  readonly form?: string;
  readonly className?: string;
  readonly autoFocus?: boolean;
  /** True for a button that acts on a pointer press and leaves the focus in the text. */
  readonly leavesFocus?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly onPress?: (event: MouseEvent<HTMLButtonElement>) => void;
}

export function Button({
  children,
  kind = 'plain',
  size = 'm',
  icon,
  label,
  hint,
  keyShortcut,
  unavailable = false,
  pressed,
  expanded,
  hasPopup,
  describedBy,
  type = 'button',
  form,
  className = '',
  autoFocus = false,
  leavesFocus = false,
  ref,
  onPress,
}: ButtonProps) {
  const classes = ['btn', kind === 'plain' ? '' : kind, size === 'm' ? '' : size, className];
  if (icon && children === undefined) classes.push('icon');
  return (
    <button
      ref={ref}
      type={type}
      form={form}
      className={classes.filter(Boolean).join(' ')}
      aria-label={label}
      title={label}
      aria-disabled={unavailable || undefined}
      aria-pressed={pressed}
      aria-expanded={expanded}
      aria-haspopup={hasPopup}
      aria-describedby={describedBy}
      aria-keyshortcuts={keyShortcut}
      data-autofocus={autoFocus || undefined}
      onMouseDown={leavesFocus ? preventFocusChange : undefined}
      onClick={(event) => {
        if (unavailable) event.preventDefault();
        else onPress?.(event);
      }}
    >
      {icon ? <Icon name={icon} /> : null}
      {children}
      {hint ? <KeyHint>{hint}</KeyHint> : null}
    </button>
  );
}
