/** Tests the desktop program from start to quit: real main-process code, vault thread and page. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { needsChromium } from '#test/support/left-out.ts';
import { powerMonitor, standIn, stopChromium } from './electron/index.ts';
import { testDesktop, unlockedDesktop } from './support/desktop.ts';
import { createVault, openSession, send, unlock } from './support/vault-page.ts';

vi.mock('electron', () => import('./electron/index.ts'));
afterAll(stopChromium);

const FINDING = 'Canary-Finding-7731 no focal lesion';

async function writeExam(page: Page, token: string): Promise<string> {
  const { body: session } = await send(page, '/v1/session', { token });
  const { status, body } = await send(page, '/v1/exams', {
    method: 'POST',
    token,
    body: {
      security_group_id: session.groups[0].security_group_id,
      patient_id: null,
      record: { title: 'CT chest', modality: 'CT', report_html: `<p>${FINDING}</p>` },
    },
  });
  expect(status).toBe(201);
  return body.index.document_id;
}

describe('runDesktop', needsChromium(), () => {
  test('start, create, write, seal, lock, unlock, quit: the next start finds what was sealed', async () => {
    const first = await testDesktop();
    expect(first.window.webContents.getURL()).toMatch(/^app:\/\/vault\//);
    await createVault(first.page);
    const token = await openSession(first.page);
    const exam = await writeExam(first.page, token);
    powerMonitor.emit('lock-screen');
    await first.page.getByRole('button', { name: 'Unlock', exact: true }).waitFor();
    await expect.poll(async () => (await send(first.page, '/v1/exams', { token })).status).toBe(401);
    const log = join(first.options.shellDir, 'logs', 'vault.log');
    await expect.poll(() => readFileSync(log, 'utf8')).toContain('"event":"locked","cause":"os_lock"');
    await unlock(first.page);
    expect(await first.quit()).toBe(0);

    const second = await testDesktop(first.options);
    await second.page.getByRole('button', { name: 'Unlock', exact: true }).waitFor();
    const later = await openSession(second.page);
    const { body } = await send(second.page, `/v1/exams/${exam}`, { token: later });
    expect(body.record.report_html).toContain(FINDING);
    expect(await second.quit()).toBe(0);
  });

  test('after the quit the folder is free and nothing clinical lies in the shell folder', async () => {
    const { page, options, quit } = await unlockedDesktop();
    await writeExam(page, await openSession(page));
    await quit();
    expect(existsSync(join(options.dataDir, 'run.json'))).toBe(false);
    const files = readdirSync(options.shellDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
    expect(files.length).toBeGreaterThan(0);
    expect(files.join('\n')).not.toMatch(/Canary|CT chest|Dr\. Test|violet/);
    expect(files.join('\n')).toContain('"event":"closed"');
  });

  test('a vault that another process serves is refused with words', async () => {
    const { options } = await testDesktop();
    const { runDesktop } = await import('#main/desktop-app.ts');
    const exitCode = standIn.actAsSecondProcess();
    await runDesktop(options);
    expect(await exitCode).toBe(1);
    expect(standIn.errorBoxes.join()).toContain('Another process is already using this vault folder.');
  });
});

describe('the passphrase', needsChromium(), () => {
  test('opens the vault in the interface itself', async () => {
    const { page } = await unlockedDesktop();
    powerMonitor.emit('suspend');
    await unlock(page);
    expect(await page.getByRole('button', { name: 'Unlock', exact: true }).count()).toBe(0);
  });
});
