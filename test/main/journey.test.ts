/** The shell from start to quit: real main-process code, real vault thread, real page. */
import { afterAll, describe, expect, test, vi } from 'vitest';
import { startDesktop } from './desktop.ts';
import { stopChromium } from './electron/index.ts';

vi.mock('electron', () => import('./electron/index.ts'));
afterAll(stopChromium);

describe('runDesktop', () => {
  test('opens the interface at app://vault/ and reaches the vault with the desktop certificate', async () => {
    const { page, window, quit } = await startDesktop();
    expect(window.webContents.getURL()).toMatch(/^app:\/\/vault\//);
    const state = await page.evaluate(async () => (await fetch('/v1/vault')).json());
    expect(state).toEqual({ state: 'uninitialized', workspace_id: null, name: null, persons: [] });
    await page.getByText('Create').first().waitFor();
    expect(await quit()).toBe(0);
  });
});
