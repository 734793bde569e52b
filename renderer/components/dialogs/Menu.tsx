/**
 * A button and the menu it opens (top layer, light dismiss). Arrows move, Enter chooses, Escape returns to
 * the button; choosing closes, except for check items, of which several may be set.
 */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { KeyHint } from '#renderer/components/controls/KeyHint.tsx';
import { preventFocusChange } from '#renderer/components/controls/prevent-focus-change.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import type { IconName } from '#renderer/components/icons/icon-names.ts';

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  /** What the eye needs of the label below the name of its group. */
  readonly short?: string;
  /** Items of one group, one after the other, stand below its name. */
  readonly group?: string;
  readonly icon?: IconName;
  readonly hint?: string | undefined;
  /** Set for a check item. */
  readonly checked?: boolean;
  readonly danger?: boolean;
  readonly run: () => void;
}

interface MenuProps {
  readonly items: readonly MenuItem[];
  /** Accessible name of the list. */
  readonly label: string;
  readonly buttonClass: string;
  /** For a command that opens the menu. */
  readonly buttonId?: string;
  /** Accessible name of the button where its content is only an icon. */
  readonly buttonLabel?: string;
  readonly children: ReactNode;
  readonly align?: 'start' | 'end';
  /** Opened by pointer it gives the focus back to the text it belongs to, not to its button. */
  readonly leavesFocus?: boolean;
  /** More than one: short items beside each other, moved between by all four arrows. */
  readonly columns?: number;
  /** Inside a field that takes the same by typing: Tab goes on to the next field. */
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
            // Else the popover gives it back to where it was.
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
