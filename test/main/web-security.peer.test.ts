/** Tests the hardening checklist of docs/electron-security.md rule by rule, as far as the stand-in allows. */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { CALLS } from '#main/preload/bridge.ts';
import { ROOT } from '#scripts/desktop/build-stamp.ts';
import { findChromium } from '#scripts/find-chromium.ts';
import { needsChromium } from '#test/support/left-out.ts';
import { makeTempDir } from '#test/support/temp-dir.ts';
import { startChromium } from './electron/chromium.ts';
import { app, standIn, stopChromium } from './electron/index.ts';
import { startDesktop, type TestDesktop, testOptions } from './support/desktop.ts';

vi.mock('electron', () => import('./electron/index.ts'));

const folder = makeTempDir();
let desktop: TestDesktop;
beforeAll(async () => {
  // With a camera, so that the refusal is for missing permission.
  await startChromium(findChromium());
  desktop = await startDesktop(testOptions(folder.path));
});
afterAll(async () => {
  await desktop.stop();
  await stopChromium();
  folder.remove();
});

/** Starts a foreign server that counts its requests. */
async function foreignSite(): Promise<{ url: string; calls: () => number }> {
  let calls = 0;
  const server = createServer((_request, response) => {
    calls += 1;
    response.setHeader('access-control-allow-origin', '*').end('hello');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, calls: () => calls };
}

describe('the window', needsChromium(), () => {
  test('is sandboxed, isolated, without Node, without webview and, installed, without DevTools', () => {
    const { session: _session, preload, ...preferences } = desktop.window.options.webPreferences;
    expect(preload).toMatch(/preload\.cjs$/);
    expect(preferences).toEqual({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      devTools: false,
    });
    expect(standIn.sandboxed).toBe(true);
  });

  test('knows the bridge and nothing of Electron or Node', async () => {
    const found = await desktop.page.evaluate(() => ({
      bridge: Object.keys(window.vaultDesktop ?? {}).sort(),
      node: ['require', 'process', 'module', 'Buffer', 'electron'].filter((name) => name in window),
    }));
    // The bridge answers `lockDone` and `closeAnswered` itself, and events come from the main process.
    const { lockDone: _, closeAnswered: __, ...calls } = CALLS;
    const bridge = [...Object.keys(calls), 'platform', 'onLockAsked', 'onCloseAsked', 'onCommand'].sort();
    expect(found).toEqual({ bridge, node: [] });
  });

  test('loads only app://vault/, with a policy that allows no foreign script, style sheet or connection', async () => {
    const policy = await desktop.page.evaluate(async () =>
      (await fetch('/')).headers.get('content-security-policy'),
    );
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toMatch(/unsafe-eval|https?:|\*/);
    const evaluates = await desktop.page
      .evaluate(() => {
        const script = document.createElement('script');
        script.textContent = 'window.injected = true';
        document.head.append(script);
        return 'injected' in window;
      })
      .catch(() => false);
    expect(evaluates).toBe(false);
  });
});

describe('navigation', needsChromium(), () => {
  test('away from the vault is refused', async () => {
    const site = await foreignSite();
    const before = desktop.window.webContents.getURL();
    await desktop.page.evaluate((url) => {
      window.location.href = url;
    }, site.url);
    await desktop.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(desktop.window.webContents.getURL()).toBe(before);
    expect(site.calls()).toBe(0);
  });

  test('of a frame is refused too, except to what the page made itself', async () => {
    const site = await foreignSite();
    await desktop.page.evaluate((url) => {
      const frame = document.createElement('iframe');
      frame.src = url;
      document.body.append(frame);
    }, site.url);
    await desktop.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(site.calls()).toBe(0);
    const prevented: string[] = [];
    for (const url of ['https://example.com/', 'blob:app://vault/1', 'about:srcdoc', 'file:///etc/passwd']) {
      desktop.window.webContents.emit('will-frame-navigate', {
        url,
        isMainFrame: false,
        preventDefault: () => void prevented.push(url),
      });
    }
    expect(prevented).toEqual(['https://example.com/', 'file:///etc/passwd']);
  });

  test('new windows are refused', async () => {
    const site = await foreignSite();
    await desktop.page.evaluate((url) => void window.open(url), site.url);
    const { context } = await desktop.window.webContents.session.open();
    await expect.poll(() => context.pages().length).toBe(1);
    expect(site.calls()).toBe(0);
  });

  test('a webview, a client certificate and a login are refused', () => {
    const refused: string[] = [];
    const event = (name: string) => ({ preventDefault: () => void refused.push(name) });
    desktop.window.webContents.emit('will-attach-webview', event('webview'), {}, {});
    app.emit('select-client-certificate', event('certificate'));
    app.emit('login', event('login'));
    expect(refused).toEqual(['webview', 'certificate', 'login']);
  });
});

describe('requests', needsChromium(), () => {
  test('to any other address never leave', async () => {
    const site = await foreignSite();
    const result = await desktop.page.evaluate(
      (url) => fetch(url, { mode: 'no-cors' }).then(String, () => 'failed'),
      site.url,
    );
    expect(result).toBe('failed');
    expect(site.calls()).toBe(0);
    const { session } = desktop.window.webContents;
    const tried = [
      'https://example.com/x',
      'http://127.0.0.1:8743/v1/vault',
      'file:///etc/passwd',
      'ws://x/',
    ];
    expect(tried.filter((url) => session.allows(url, desktop.window.webContents))).toEqual([]);
    expect(session.allows('app://vault/v1/vault', desktop.window.webContents)).toBe(true);
  });

  test('of a page that is not ours are refused at our own address too', () => {
    const foreign = { id: 999, getURL: () => 'app://vault/' };
    expect(desktop.window.webContents.session.allows('app://vault/v1/vault', foreign)).toBe(false);
  });

  test('downloads from anywhere but the page itself are stopped', () => {
    const stopped: string[] = [];
    for (const url of ['https://example.com/a.exe', 'blob:app://vault/7']) {
      const item = { getURL: () => url };
      const event = { preventDefault: () => void stopped.push(url) };
      desktop.window.webContents.session.emit('will-download', event, item);
    }
    expect(stopped).toEqual(['https://example.com/a.exe']);
  });
});

describe('permissions', needsChromium(), () => {
  test('are refused, writing to the clipboard excepted', async () => {
    const { session } = desktop.window.webContents;
    const answers = new Map<string, boolean>();
    const names = [
      'media',
      'geolocation',
      'notifications',
      'clipboard-read',
      'fileSystem',
      'openExternal',
      'hid',
    ];
    for (const name of [...names, 'clipboard-sanitized-write']) {
      session.rules.ask?.(desktop.window.webContents, name, (isGranted) => answers.set(name, isGranted));
    }
    expect([...answers].filter(([, isGranted]) => isGranted)).toEqual([['clipboard-sanitized-write', true]]);
    expect(session.rules.check?.(null, 'clipboard-sanitized-write', 'https://example.com')).toBe(false);
  });

  test('a page that asks for position or camera hears no', async () => {
    const answers = await desktop.page.evaluate(async () => ({
      position: await new Promise((resolve) =>
        navigator.geolocation.getCurrentPosition(
          () => resolve('granted'),
          ({ code }) => resolve(code),
        ),
      ),
      camera: await navigator.mediaDevices.getUserMedia({ video: true }).then(
        () => 'granted',
        (error: DOMException) => error.name,
      ),
    }));
    expect(answers).toEqual({ position: 1, camera: 'NotAllowedError' });
  });
});

describe('the process', needsChromium(), () => {
  test('hands no address to another program', () => {
    const sources = readdirSync(join(ROOT, 'main'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(ROOT, 'main', name), 'utf8'));
    expect(sources.length).toBeGreaterThan(20);
    expect(sources.filter((text) => /openExternal|openPath|shell\b.*from 'electron'/.test(text))).toEqual([]);
  });

  test('calls nobody by itself: no updates of components, no background requests, no dictionaries', () => {
    const { switches } = standIn;
    expect([...switches.keys()]).toEqual(
      expect.arrayContaining(['disable-background-networking', 'disable-component-update', 'no-pings']),
    );
    const { spellCheck } = desktop.window.webContents.session;
    expect(spellCheck).toEqual({ enabled: false, downloadUrl: 'app://none/', languages: [] });
  });

  test('keeps no HTTP cache and hands its scheme no more than it needs', () => {
    expect([...standIn.sessions.keys()].sort()).toEqual(['persist:vault']);
    expect(standIn.sessionOptions.get('persist:vault')).toEqual({ cache: false });
    expect(standIn.privileged).toEqual([
      {
        scheme: 'app',
        privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
      },
    ]);
  });
});
