/**
 * Connects the page with the desktop program. Locks when the computer locks, sleeps or closes the window.
 * Sends the command table, with language and keys, to the native menu.
 */
import i18next from 'i18next';
import type { MenuCommand } from '#main/preload/bridge.ts';
import { desktopBridge } from '#renderer/api/desktop-bridge.ts';
import { runCommand } from '#renderer/commands/command-registry.ts';
import { COMMAND_BY_ID, type CommandId } from '#renderer/commands/command-table.ts';
import { keysOf } from '#renderer/commands/keymap.ts';
import { usePreferences } from '#renderer/state/preferences-store.ts';
import { lock } from '#renderer/state/session/session-store.ts';
import { isTypedInput, leaveForms } from '#renderer/state/shell/typed-forms.ts';

/** Called once per window; does nothing in a browser. */
export function startDesktopLink(): void {
  const desktop = desktopBridge();
  if (!desktop) return;
  desktop.onLockAsked(() => lock('asked'));
  desktop.onCloseAsked(() => {
    if (!isTypedInput()) return true;
    leaveForms(() => window.close());
    return false;
  });
  desktop.onCommand((id) => {
    if (isCommandId(id)) runCommand(id);
  });
  const sendMenu = () => void desktop.setCommands(menuCommands());
  sendMenu();
  i18next.on('languageChanged', sendMenu);
  usePreferences.subscribe(sendMenu);
}

function isCommandId(id: string): id is CommandId {
  return COMMAND_BY_ID.has(id as CommandId);
}

function menuCommands(): MenuCommand[] {
  return [...COMMAND_BY_ID.values()]
    .filter(({ fixed }) => !fixed)
    .map((command) => ({
      id: command.id,
      group: command.group,
      group_label: i18next.t(`commands.group.${command.group}`),
      label: i18next.t(`commands.${command.id}`),
      key: keysOf(command)[0] ?? null,
    }));
}
