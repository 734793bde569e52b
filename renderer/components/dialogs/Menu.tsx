/**
 * Menu button with its menu (top layer, light dismiss). Arrows move, Enter selects, Escape returns to the
 * button. Selecting closes it, except for check items.
 */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { KeyHint } from '#renderer/components/controls/KeyHint.tsx';
import { preventFocusChange } from '#renderer/components/controls/prevent-focus-change.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import type { IconName } from '#renderer/components/icons/icon-names.ts';

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  /** Short visible label below the group's name. */
  readonly short?: string;
  /** Name of the group; consecutive items of a group are shown below it. */
  readonly group?: string;
  readonly icon?: IconName;
  readonly hint?: string | undefined;
  /** State of a check item; undefined for others. */
  readonly checked?: boolean;
  readonly danger?: boolean;
  readonly run: () => void;
}

interface MenuProps {
  readonly items: readonly MenuItem[];
  /** Accessible name of the list. */
  readonly label: string;
  readonly buttonClass: string;
  /** Id of the button, for a command that opens the menu. */
  readonly buttonId?: string;
  /** Accessible name of a button that shows only an icon. */
  readonly buttonLabel?: string;
  readonly children: ReactNode;
  readonly align?: 'start' | 'end';
  /** True to return the focus to the text instead of the button after opening by pointer. */
  readonly leavesFocus?: boolean;
  /** Number of columns; above one, short items are side by side and all four arrows move. */
  readonly columns?: number;
  /** True inside a field that accepts the same by typing; Tab then skips to the next field. */
  readonly isAid?: boolean;
}

export function Menu({
  items,
  label,
  buttonClass,
  buttonLabel,
  buttonId,
  children,
  align = 'start',
  leavesFocus = false,
  isAid = false,
  columns = 1,
}: MenuProps) {
  const id = useId();
  const anchor = `--menu-${id.replaceAll(/\W/g, '')}`;
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const hasGroups = items.some(({ group }) => group !== undefined);
  useEffect(() => {
    if (open) list.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
  }, [open]);
  const close = () => list.current?.hidePopover();
  const move = (event: KeyboardEvent) => {
    const options = [...(list.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
    const from = options.findIndex((option) => option.matches(':focus'));
    const beside = columns > 1 ? { ArrowRight: from + 1, ArrowLeft: from - 1 } : {};
    const below = { ArrowDown: from + columns, ArrowUp: from - columns };
    const steps: Readonly<Record<string, number>> = { ...below, ...beside, Home: 0, End: options.length - 1 };
    const to = steps[event.key];
    if (event.key === 'Tab') close();
    if (to === undefined) return;
    event.preventDefault();
    options.at(to % options.length)?.focus();
  };
  return (
    <>
      <button
        ref={button}
        id={buttonId}
        type="button"
        className={buttonClass}
        aria-label={buttonLabel}
        aria-haspopup="menu"
        aria-expanded={open}
        popoverTarget={id}
        tabIndex={isAid ? -1 : undefined}
        onMouseDown={leavesFocus ? preventFocusChange : undefined}
        style={{ anchorName: anchor }}
      >
        {children}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className={`menu pop ${align}${columns > 1 ? ' signs' : ''}${hasGroups ? ' grouped' : ''}`}
        style={{ positionAnchor: anchor }}
        onToggle={(event) => setOpen(event.newState === 'open')}
        onKeyDown={move}
      >
        {open ? groupsOf(items).map(({ name, members }) => group(name, members)) : null}
      </div>
    </>
  );

  function group(name: string | undefined, members: readonly MenuItem[]) {
    if (name === undefined) return members.map(entry);
    return (
      // biome-ignore lint/a11y/useSemanticElements: a field set is no group of a menu
      <div key={name} role="group" aria-label={name} className="menu-group">
        <p className="cap" aria-hidden="true">
          {name}
        </p>
        {members.map(entry)}
      </div>
    );
  }

  function entry(item: MenuItem) {
    return (
      // biome-ignore lint/a11y/useAriaPropsSupportedByRole: `aria-checked` is there only for check items
      <button
        key={item.id}
        type="button"
        className={`opt${item.danger ? ' danger' : ''}`}
        role={item.checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
        aria-checked={item.checked}
        aria-label={item.short === undefined ? undefined : item.label}
        tabIndex={-1}
        onClick={() => {
          if (item.checked === undefined) {
            close();
            // Otherwise the popover returns the focus itself.
            if (!leavesFocus) button.current?.focus();
          }
          item.run();
        }}
      >
        {item.checked === undefined ? null : (
          <span className={`box${item.checked ? ' on' : ''}`} aria-hidden="true">
            {item.checked ? <Icon name="check" size={14} /> : null}
          </span>
        )}
        {item.icon ? <Icon name={item.icon} /> : null}
        {item.short ?? item.label}
        {item.hint ? <KeyHint className="r">{item.hint}</KeyHint> : null}
      </button>
    );
  }
}

interface ItemGroup {
  readonly name: string | undefined;
  readonly members: readonly MenuItem[];
}

function groupsOf(items: readonly MenuItem[]): ItemGroup[] {
  const names = new Set(items.map(({ group }) => group));
  return [...names].map((name) => ({ name, members: items.filter(({ group }) => group === name) }));
}
