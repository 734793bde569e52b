/**
 * Application menu, built from the page's command table in its language. The page handles keys itself. The menu shows
 * them and handles them only where the platform requires it (macOS).
 */
import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { MenuCommand } from '#main/preload/bridge.ts';

export interface MenuOptions {
  readonly platform: NodeJS.Platform;
  readonly isDevelopment: boolean;
  readonly onCommand: (id: string) => void;
}

export function setApplicationMenu(commands: readonly MenuCommand[], options: MenuOptions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(commands, options)));
}

/** Builds the application menu; until the page has sent its table, it has only the platform's items. */
export function menuTemplate(
  commands: readonly MenuCommand[],
  { platform, isDevelopment, onCommand }: MenuOptions,
): MenuItemConstructorOptions[] {
  const groups = [...new Set(commands.map(({ group }) => group))];
  return [
    ...(platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    { role: 'editMenu' },
    ...groups.map((group): MenuItemConstructorOptions => {
      const own = commands.filter((command) => command.group === group);
      return { label: own[0]?.group_label ?? group, submenu: own.map((row) => menuItem(row, onCommand)) };
    }),
    {
      role: 'windowMenu',
      submenu: [
        { role: 'minimize' },
        { role: 'togglefullscreen' },
        ...(isDevelopment ? [{ role: 'toggleDevTools' } as const] : []),
        { type: 'separator' },
        { role: platform === 'darwin' ? 'close' : 'quit' },
      ],
    },
  ];
}

function menuItem(
  { id, label, key }: MenuCommand,
  onCommand: (id: string) => void,
): MenuItemConstructorOptions {
  return {
    id,
    label,
    click: () => onCommand(id),
    ...(key === null ? {} : { accelerator: acceleratorOf(key), registerAccelerator: false }),
  };
}

/** `Ctrl` of the table is Command on macOS. */
function acceleratorOf(key: string): string {
  return key
    .split('+')
    .map((part) => (part === 'Ctrl' ? 'CommandOrControl' : part))
    .join('+');
}
