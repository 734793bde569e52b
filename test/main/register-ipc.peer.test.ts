/** Tests every call of the page to the desktop program: allowed senders and arguments. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { safeFileName } from '#main/ipc-handlers/ipc-arguments.ts';
import { CALLS } from '#main/preload/bridge.ts';
import { needsChromium } from '#test/support/left-out.ts';
import { makeTempDir } from '#test/support/temp-dir.ts';
import { ipcMain, powerMonitor, standIn, stopChromium } from './electron/index.ts';
import { startUnlockedDesktop, type TestDesktop } from './support/desktop.ts';
import { openSession, send } from './support/vault-page.ts';

vi.mock('electron', () => import('./electron/index.ts'));

const folder = makeTempDir();
let desktop: TestDesktop;
beforeAll(async () => {
  desktop = await startUnlockedDesktop(folder.path);
});
afterAll(async () => {
  await desktop.stop();
  await stopChromium();
  folder.remove();
});

const ownSender = () => {
  const { webContents } = desktop.window;
  return { sender: webContents, senderFrame: webContents.mainFrame };
};

describe('a foreign sender', needsChromium(), () => {
  test.each(Object.values(CALLS))(
    '%s: is refused from a frame, another page, another window',
    async (channel) => {
      const { webContents } = desktop.window;
      const elsewhere = { ...webContents, mainFrame: { url: 'https://example.com/' } };
      const otherWindow = { mainFrame: { url: 'app://vault/' } };
      const senders = [
        { sender: webContents, senderFrame: { url: 'app://vault/frame' } },
        { sender: webContents, senderFrame: null },
        { sender: elsewhere, senderFrame: elsewhere.mainFrame },
        { sender: otherWindow, senderFrame: otherWindow.mainFrame },
      ];
      for (const event of senders) {
        await expect(ipcMain.call(channel, event, [])).rejects.toThrow('may not call the desktop');
      }
    },
  );

  test('a real subframe of the page is one', async () => {
    const answer = await desktop.page.evaluate(async () => {
      const frame = document.createElement('iframe');
      document.body.append(frame);
      const inner = frame.contentWindow as
        | (Window & { __standInInvoke?: (c: string) => Promise<unknown> })
        | null;
      return inner
        ?.__standInInvoke?.('vault:read-device-secret')
        .then(String, (error: Error) => error.message);
    });
    expect(answer).toContain('may not call the desktop');
  });

  test('leaves a line in the log, without what it sent', () => {
    const log = readFileSync(join(desktop.options.shellDir, 'logs', 'vault.log'), 'utf8');
    expect(log).toContain('"event":"ipc_refused"');
  });
});

describe('arguments', needsChromium(), () => {
  const id = '01a1f8e6-08e3-7081-928f-9111ceaf79df';
  const save = {
    security_group_id: id,
    node_id: id,
    suggested_name: 'a',
    authorization: 'Bearer aaaaaaaaaaaaaaaaaaaa',
  };
  const taking = {
    ...{ passphrase: 'violet', principal_id: id },
    groups: [{ security_group_id: id, since: null }],
  };
  test.each([
    [CALLS.saveContent, null],
    [CALLS.saveContent, { ...save, node_id: '../../etc' }],
    [CALLS.saveContent, { ...save, authorization: 'Bearer a\r\nx: y' }],
    [CALLS.saveContent, { ...save, suggested_name: 7 }],
    [CALLS.savePdf, 7],
    [CALLS.savePdf, 'x'.repeat(5000)],
    [CALLS.setSettings, { content_protection: 'yes' }],
    [CALLS.setSettings, []],
    [CALLS.keepDeviceSecret, ''],
    [CALLS.keepDeviceSecret, 'x'.repeat(5000)],
    [CALLS.setCommands, [{ id: 'a' }]],
    [CALLS.setCommands, 'all'],
    [CALLS.takeAlong, { ...taking, principal_id: '../../etc' }],
    [CALLS.takeAlong, { ...taking, groups: [] }],
    [CALLS.takeAlong, { ...taking, groups: [{ security_group_id: id, since: 'yesterday' }] }],
    [CALLS.takeAlong, { ...taking, passphrase: 7 }],
    [CALLS.deleteCopy, 'yes'],
    [CALLS.lockDone, 'now'],
  ])('%s refuses %j', async (channel, argument) => {
    await expect(ipcMain.call(channel, ownSender(), [argument])).rejects.toThrow('are not valid');
  });

  test.each([
    ['Befund Müller.pdf', 'Befund Müller.pdf'],
    ['../../etc/passwd', '_.._etc_passwd'],
    ['C:\\x\\y.exe', 'C__x_y.exe'],
    ['...', 'file'],
    ['a\u202efdp.exe', 'a_fdp.exe'],
    ['', 'file'],
  ])('the file name %j becomes %j', (given, expected) => {
    expect(safeFileName(given)).toBe(expected);
  });
});

describe('saveContent and dragOut', needsChromium(), () => {
  test('stream a file to the place chosen, or for a drag; whole or not at all, the copy gone with the lock', async () => {
    const token = await openSession(desktop.page);
    const { body: session } = await send(desktop.page, '/v1/session', { token });
    const { security_group_id } = session.groups[0];
    const node_id = await desktop.page.evaluate(
      async ([group, bearer]) => {
        const form = new FormData();
        form.append('file', new File(['%PDF-1.7 content'], 'report.pdf'));
        const headers = { authorization: `Bearer ${bearer}` };
        const answer = await fetch(`/v1/drives/${group}/nodes`, { method: 'POST', headers, body: form });
        return (await answer.json()).node_id as string;
      },
      [security_group_id, token] as const,
    );
    const request = {
      security_group_id,
      node_id,
      suggested_name: 'report.pdf',
      authorization: `Bearer ${token}`,
    };
    const ask = (change = {}) =>
      desktop.page.evaluate((body) => window.vaultDesktop?.saveContent(body), { ...request, ...change });

    expect(await ask()).toEqual({ outcome: 'canceled' });
    standIn.savePath = join(folder.path, 'report.pdf');
    expect(await ask()).toEqual({ outcome: 'saved' });
    expect(readFileSync(standIn.savePath, 'utf8')).toBe('%PDF-1.7 content');

    await desktop.page.evaluate((body) => window.vaultDesktop?.dragOut(body), request);
    const [dragged = ''] = desktop.window.webContents.dragged;
    expect(basename(dragged)).toBe('report.pdf');
    expect(readFileSync(dragged, 'utf8')).toBe('%PDF-1.7 content');
    expect(statSync(desktop.options.dragDir).mode & 0o077).toBe(0);

    standIn.savePath = join(folder.path, 'other.pdf');
    const wrong = ask({ authorization: 'Bearer aaaaaaaaaaaaaaaaaaaaaaaa' });
    await expect(wrong).rejects.toThrow('did not send this file');
    expect(existsSync(standIn.savePath)).toBe(false);

    powerMonitor.emit('lock-screen');
    await expect.poll(() => existsSync(desktop.options.dragDir)).toBe(false);
  });
});

describe('savePdf', needsChromium(), () => {
  test('writes what the page would print as a tagged PDF, after the place is chosen', async () => {
    const ask = () => desktop.page.evaluate(() => window.vaultDesktop?.savePdf('Report: 12/3.pdf'));
    standIn.savePath = undefined;
    expect(await ask()).toEqual({ outcome: 'canceled' });
    standIn.savePath = join(folder.path, 'printed.pdf');
    expect(await ask()).toEqual({ outcome: 'saved' });
    expect(standIn.suggestedPath).toBe(join(tmpdir(), 'Report_ 12_3.pdf'));
    const pdf = readFileSync(standIn.savePath, 'latin1');
    expect(pdf).toMatch(/^%PDF-/);
    expect(pdf).toContain('/StructTreeRoot');
  });
});
