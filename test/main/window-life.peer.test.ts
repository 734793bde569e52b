/** Tests window events: second start, crash, sleep, signals, saved position. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { runDesktop } from '#main/desktop-app.ts';
import { needsChromium } from '#test/support/left-out.ts';
import { app, nativeTheme, powerMonitor, standIn, stopChromium } from './electron/index.ts';
import { PreventableEvent } from './electron/preventable-event.ts';
import { testDesktop, unlockedDesktop } from './support/desktop.ts';
import { openSession, send } from './support/vault-page.ts';

vi.mock('electron', () => import('./electron/index.ts'));
afterAll(stopChromium);

const logOf = (shellDir: string) => readFileSync(join(shellDir, 'logs', 'vault.log'), 'utf8');

describe('a second start on the same folder', needsChromium(), () => {
  test('brings the first window to the front and ends', async () => {
    const { window, options } = await testDesktop();
    window.shown.isMinimized = true;
    const exitCode = standIn.actAsSecondInstance();
    await runDesktop(options);
    expect(await exitCode).toBe(0);
    expect(window.shown).toMatchObject({ isMinimized: false, isFocused: 1 });
    expect(standIn.windows.size).toBe(1);
  });
});

describe('a page that crashes', needsChromium(), () => {
  test('has its sessions locked and starts again', async () => {
    const { window, page, options } = await unlockedDesktop();
    const token = await openSession(page);
    expect((await send(page, '/v1/patients', { token })).status).toBe(200);
    await page.goto('chrome://crash').catch(() => undefined);
    await expect.poll(() => window.webContents.page !== page).toBe(true);
    const revived = window.webContents.page;
    if (!revived) throw new Error('no page');
    await revived.getByRole('button', { name: 'Unlock', exact: true }).waitFor();
    const { status, body } = await send(revived, '/v1/patients', { token });
    expect([status, body.error.code]).toEqual([401, 'session_locked']);
    expect(logOf(options.shellDir)).toContain('"event":"page_gone","reason":"crashed"');
  });

  test('again and again ends the program instead', async () => {
    const { window } = await testDesktop();
    for (let crash = 1; crash <= 4; crash += 1) {
      window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
    }
    expect(await standIn.exited()).toBe(1);
    expect(standIn.errorBoxes.join()).toContain('keeps failing');
  });
});

describe('sleep', needsChromium(), () => {
  test('locks a page that hangs too, without its help', async () => {
    const { page } = await unlockedDesktop();
    const token = await openSession(page);
    await page.evaluate(() => {
      window.vaultDesktop?.onLockAsked(() => new Promise(() => undefined));
    });
    powerMonitor.emit('suspend');
    await expect.poll(async () => (await send(page, '/v1/patients', { token })).status).toBe(401);
  });
});

describe('the end', needsChromium(), () => {
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    '%s closes the vault and exits with 0',
    async (signal) => {
      const { options } = await testDesktop();
      process.emit(signal);
      expect(await standIn.exited()).toBe(0);
      expect(logOf(options.shellDir)).toContain('"event":"closed"');
    },
  );

  test('the end of a session, closing the window and the shutdown of the computer close the vault in the same order', async () => {
    const { window, options } = await testDesktop();
    const asked = new PreventableEvent();
    window.emit('query-session-end', asked);
    expect(asked.isPrevented).toBe(true);
    window.close();
    powerMonitor.emit('shutdown', { preventDefault: () => undefined });
    expect(await standIn.exited()).toBe(0);
    expect(logOf(options.shellDir).match(/"event":"closed"/g)).toHaveLength(1);
  });
});

describe('closing the window over a typed form', needsChromium(), () => {
  test('asks the person in the page, and closes once the input is thrown away', async () => {
    const { window, page } = await unlockedDesktop();
    await page.keyboard.press('Control+N');
    await page.getByRole('textbox', { name: 'Title' }).fill('CT head');
    window.close();
    const question = page.getByRole('dialog', { name: 'Throw away what you typed?' });
    await question.getByRole('button', { name: 'Go on editing' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('CT head and neck');
    app.quit();
    await question.waitFor();
    expect(standIn.windows.size).toBe(1);
    await page.evaluate(() => {
      window.close = () => document.body.setAttribute('data-closed', '');
    });
    await question.getByRole('button', { name: 'Throw away' }).click();
    await page.locator('[data-closed]').waitFor({ state: 'attached' });
    window.close();
    expect(await standIn.exited()).toBe(0);
  });
});

describe('the window', needsChromium(), () => {
  test('comes back where it was', async () => {
    const { window, options, quit } = await testDesktop();
    Object.assign(window.options, { x: 210, y: 120, width: 1000, height: 700 });
    expect(await quit()).toBe(0);
    const again = await testDesktop(options);
    expect(again.window.options).toMatchObject({ x: 210, y: 120, width: 1000, height: 700 });
  });

  test('stays out of screenshots when the setting says so, at once and after the next start', async () => {
    const first = await testDesktop();
    expect(first.window.shown.isContentProtected).toBe(false);
    await first.page.evaluate(() => window.vaultDesktop?.setSettings({ content_protection: true }));
    expect(first.window.shown.isContentProtected).toBe(true);
    await first.quit();
    expect((await testDesktop(first.options)).window.shown.isContentProtected).toBe(true);
  });

  test('has the ground of the system theme before the page has painted', async () => {
    nativeTheme.shouldUseDarkColors = true;
    const { window } = await testDesktop();
    expect(window.options.backgroundColor).toBe('#15191E');
    nativeTheme.shouldUseDarkColors = false;
    nativeTheme.emit('updated');
    expect(window.shown.background).toBe('#FBFAF6');
  });

  test('has the commands of the interface in its menu, and a chosen one reaches the page', async () => {
    const { page } = await unlockedDesktop();
    const items = () => standIn.menu.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));
    await expect.poll(() => items().find(({ id }) => id === 'lock')?.label).toBe('Lock');
    const lock = items().find(({ id }) => id === 'lock');
    expect(lock?.accelerator).toBe('CommandOrControl+Alt+L');
    lock?.click?.({} as Electron.MenuItem, undefined, {} as Electron.KeyboardEvent);
    await page.getByRole('button', { name: 'Unlock', exact: true }).waitFor();
    expect(app.getName()).toBe('Sealed Records Vault');
  });
});
