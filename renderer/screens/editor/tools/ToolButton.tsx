import type { ReactNode } from 'react';
import type { CommandId } from '#renderer/commands/command-table.ts';
import { useKeyHint } from '#renderer/commands/keymap.ts';
import { preventFocusChange } from '#renderer/components/controls/prevent-focus-change.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import type { IconName } from '#renderer/components/icons/icon-names.ts';

interface ToolButtonProps {
  readonly label: string;
  readonly icon?: IconName;
  readonly command?: CommandId;
  /** Key shown for a tool without a command in the command table. */
  readonly hint?: string;
  readonly showsWord?: boolean;
  readonly pressed?: boolean;
  readonly unavailable?: boolean;
  readonly className?: string;
  readonly children?: ReactNode;
  readonly onPress: () => void;
}

/** Toolbar button with label and key in its tooltip. The report keeps its selection while it is pressed. */
export function ToolButton(props: ToolButtonProps) {
  const { label, icon, command, showsWord = false, unavailable = false } = props;
  const key = useKeyHint(command ?? 'bold');
  const hint = command === undefined ? props.hint : key.hint;
  return (
    <button
      type="button"
      className={`tool ${props.className ?? ''}`.trim()}
      aria-label={label}
      aria-pressed={props.pressed}
      aria-disabled={unavailable || undefined}
      aria-keyshortcuts={command === undefined ? undefined : key.keyShortcut}
      data-tip={hint ? `${label} · ${hint}` : label}
      onMouseDown={preventFocusChange}
      onClick={() => {
        if (!unavailable) props.onPress();
      }}
    >
      {icon ? <Icon name={icon} /> : null}
      {props.children}
      {showsWord ? <span>{label}</span> : null}
    </button>
  );
}
