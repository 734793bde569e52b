/**
 * Connects the page's client to a real vault: requests to `/v1/…` are sent over mutual TLS, as a browser with the
 * desktop's certificate would.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, fetch as undiciFetch } from 'undici';
import { afterAll, beforeAll } from 'vitest';
import '#test/support/derive-once.ts';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';

export interface PageVault {
  readonly vault: () => LiveVault;
  /** Requests so far, as `GET /v1/exams`, without query. */
  readonly sent: string[];
  /** True makes the server unreachable for the page. */
  isCut: boolean;
  /** Called before each request of the page. */
  onSend: ((line: string) => void | Promise<void>) | undefined;
}

export function pageVault(): PageVault {
  let live: LiveVault | undefined;
  let agent: Agent | undefined;
  const page: PageVault = {
    vault: () => {
      if (!live) throw new Error('The vault is started by beforeAll.');
      return live;
    },
    sent: [],
    isCut: false,
    onSend: undefined,
  };
  beforeAll(async () => {
    live = await startLiveVault();
    const pki = (file: string) => readFileSync(join(page.vault().dataDir, 'pki', file));
    agent = new Agent({
      connect: { ca: pki('ca.crt'), cert: pki('desktop.crt'), key: pki('desktop.key') },
    });
    const dispatcher = agent;
    const send = async (path: string, options: RequestInit) => {
      const line = `${options.method ?? 'GET'} ${path.split('?')[0]}`;
      await page.onSend?.(line);
      if (page.isCut) throw new TypeError('fetch failed');
      page.sent.push(line);
      const { method, headers, body, signal } = options;
      return undiciFetch(`${page.vault().url}${path}`, {
        dispatcher,
        ...(method === undefined ? {} : { method }),
        ...(signal ? { signal } : {}),
        ...(typeof body === 'string' ? { body } : {}),
        headers: Object.fromEntries(new Headers(headers)),
      });
    };
    Object.defineProperty(globalThis, 'fetch', { value: send, configurable: true });
  });
  afterAll(async () => {
    await agent?.close();
    await live?.close();
  });
  return page;
}
