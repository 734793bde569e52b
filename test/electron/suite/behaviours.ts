/**
 * Desktop behaviours, tested against both the stand-in and real Electron: ordered steps of one run on one vault. Uses
 * a driver that hides which one it is.
 */
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright';
import { createVault, openSession, send, unlock } from '#test/main/support/vault-page.ts';
import '#renderer/api/desktop-bridge.ts';

export interface DesktopDriver {
  readonly page: Page;
  readonly tell: (event: 'lock-screen' | 'suspend') => Promise<void>;
  /** Sets the path the person chooses in the next save dialogs. */
  readonly chooseSavePath: (path: string) => Promise<void>;
  /** Returns the paths dragged out so far. */
  readonly dragged: () => Promise<readonly string[]>;
  /** Starts the program a second time on the same folder. @returns its exit code. */
  readonly startAgain: () => Promise<number | null>;
  readonly windowCount: () => Promise<number>;
  /** Empty folder for the run. */
  readonly folder: string;
}

export interface Behaviour {
  readonly name: string;
  readonly run: (desktop: DesktopDriver) => Promise<void>;
}

const LOCKED_WITHIN_MS = 15_000;
const POLL_MS = 50;

const isLocked = (page: Page) => page.getByRole('button', { name: 'Unlock', exact: true }).waitFor();

/** The page locks first, then the program locks other sessions opened from it. */
async function refused(page: Page, token: string): Promise<void> {
  for (let waited = 0; waited < LOCKED_WITHIN_MS; waited += POLL_MS) {
    if ((await send(page, '/v1/exams', { token })).status === 401) return;
    await setTimeout(POLL_MS);
  }
  assert.fail('A session of the page is still open.');
}

async function uploaded(page: Page) {
  const token = await openSession(page);
  const { body: session } = await send(page, '/v1/session', { token });
  const security_group_id: string = session.groups[0].security_group_id;
  const node_id = await page.evaluate(
    async ([url, authorization]) => {
      const form = new FormData();
      form.append('file', new File(['behaviour'], 'behaviour.txt', { type: 'text/plain' }));
      const answer = await fetch(url, { method: 'POST', headers: { authorization }, body: form });
      const node: { node_id: string } = await answer.json();
      return node.node_id;
    },
    [`/v1/drives/${security_group_id}/nodes`, `Bearer ${token}`] as const,
  );
  return { security_group_id, node_id, suggested_name: 'behaviour.txt', authorization: `Bearer ${token}` };
}

export const BEHAVIOURS: readonly Behaviour[] = [
  {
    name: 'start: the window is at app://vault/, a vault whose self-test passed is created and opened',
    run: async ({ page }) => {
      assert.match(page.url(), /^(?:app:\/\/vault|http:\/\/127\.0\.0\.1:\d+)\//);
      await createVault(page);
      assert.match(await openSession(page), /^[\w-]{43}$/);
    },
  },
  {
    name: 'screenshots: the setting reaches the window',
    run: async ({ page }) => {
      const settings = await page.evaluate(async () => {
        await window.vaultDesktop?.setSettings({ content_protection: true });
        return window.vaultDesktop?.setSettings({ content_protection: false });
      });
      assert.deepEqual(settings, { content_protection: false });
    },
  },
  {
    name: 'save dialog: a file goes to the chosen place',
    run: async ({ page, chooseSavePath, folder }) => {
      const path = `${folder}/saved.txt`;
      await chooseSavePath(path);
      const request = await uploaded(page);
      const saved = await page.evaluate((body) => window.vaultDesktop?.saveContent(body), request);
      assert.deepEqual(saved, { outcome: 'saved' });
      assert.equal(readFileSync(path, 'utf8'), 'behaviour');
    },
  },
  {
    name: 'print: the page as PDF goes to the chosen place',
    run: async ({ page, chooseSavePath, folder }) => {
      const path = `${folder}/printed.pdf`;
      await chooseSavePath(path);
      const saved = await page.evaluate(() => window.vaultDesktop?.savePdf('Printed'));
      assert.deepEqual(saved, { outcome: 'saved' });
      assert.equal(readFileSync(path, 'latin1').slice(0, 5), '%PDF-');
    },
  },
  {
    name: 'drag out: the operating system is given the file',
    run: async ({ page, dragged }) => {
      const request = await uploaded(page);
      await page.evaluate((body) => window.vaultDesktop?.dragOut(body), request);
      const [path = ''] = await dragged();
      assert.match(path, /behaviour\.txt$/);
      assert.equal(readFileSync(path, 'utf8'), 'behaviour');
    },
  },
  {
    name: 'keychain: its state is told, with a reason where there is none',
    run: async ({ page }) => {
      const state = await page.evaluate(() => window.vaultDesktop?.deviceSecretState());
      assert.equal(state?.available, state?.reason === null);
      assert.equal(state?.kept, false);
    },
  },
  {
    name: 'lock: when the computer locks, and when it sleeps',
    run: async ({ page, tell }) => {
      for (const event of ['lock-screen', 'suspend'] as const) {
        const token = await openSession(page);
        await tell(event);
        await isLocked(page);
        await refused(page, token);
        await unlock(page);
      }
    },
  },
  {
    name: 'second instance: it ends with 0 and leaves one window',
    run: async ({ startAgain, windowCount }) => {
      assert.equal(await startAgain(), 0);
      assert.equal(await windowCount(), 1);
    },
  },
  {
    name: 'navigation: away from the vault and into a new window is refused',
    run: async ({ page, windowCount }) => {
      const before = page.url();
      await page.evaluate(() => {
        window.open('https://example.com/');
        window.location.href = 'https://example.com/';
      });
      assert.equal(await page.evaluate(() => document.title.length > 0), true);
      assert.equal(page.url(), before);
      assert.equal(await windowCount(), 1);
    },
  },
];
