import { describe, expect, test, vi } from 'vitest';
import type { MenuCommand } from '#main/preload/bridge.ts';
import { menuTemplate } from '#main/window/application-menu.ts';

vi.mock('electron', () => import('#test/main/electron/index.ts'));

const COMMANDS: readonly MenuCommand[] = [
  { id: 'lock', group: 'everywhere', group_label: 'Everywhere', label: 'Lock', key: 'Ctrl+Alt+L' },
  { id: 'seal', group: 'work', group_label: 'Keep the work', label: 'Seal version', key: 'Ctrl+Enter' },
  { id: 'goTrash', group: 'everywhere', group_label: 'Everywhere', label: 'Go to the trash', key: null },
];
const options = { platform: 'linux', isDevelopment: false, onCommand: () => undefined } as const;
const roles = (template: ReturnType<typeof menuTemplate>) =>
  JSON.stringify(template).match(/"role":"(\w+)"/g);

describe('menuTemplate', () => {
  test('has one menu per group, in the order of the table, with its keys shown', () => {
    const [, everywhere, work] = menuTemplate(COMMANDS, options);
    expect(everywhere).toMatchObject({
      label: 'Everywhere',
      submenu: [
        { id: 'lock', label: 'Lock', accelerator: 'CommandOrControl+Alt+L', registerAccelerator: false },
        { id: 'goTrash', label: 'Go to the trash' },
      ],
    });
    expect(work).toMatchObject({
      label: 'Keep the work',
      submenu: [{ accelerator: 'CommandOrControl+Enter' }],
    });
  });

  test('a chosen item names its command', () => {
    const chosen: string[] = [];
    const [, everywhere] = menuTemplate(COMMANDS, { ...options, onCommand: (id) => chosen.push(id) });
    const [lock] = Array.isArray(everywhere?.submenu) ? everywhere.submenu : [];
    lock?.click?.({} as Electron.MenuItem, undefined, {} as Electron.KeyboardEvent);
    expect(chosen).toEqual(['lock']);
  });

  test('never offers to reload; offers DevTools in development only', () => {
    expect(roles(menuTemplate(COMMANDS, options))).not.toContain('"role":"toggleDevTools"');
    expect(roles(menuTemplate(COMMANDS, { ...options, isDevelopment: true }))).toContain(
      '"role":"toggleDevTools"',
    );
    expect(JSON.stringify(menuTemplate(COMMANDS, { ...options, isDevelopment: true }))).not.toMatch(
      /reload/i,
    );
  });

  test('has the application menu on macOS', () => {
    expect(menuTemplate([], { ...options, platform: 'darwin' })[0]).toEqual({ role: 'appMenu' });
  });
});
