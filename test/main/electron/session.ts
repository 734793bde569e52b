/** Stand-in for Electron's Session: stores the program's rules and applies them to its pages. */
import { EventEmitter } from 'node:events';
import type { BrowserContext, Page, Route } from 'playwright';
import { startChromium } from './chromium.ts';
import { type Gateway, openGateway, type ProtocolHandler } from './gateway.ts';

export type PageContents = Pick<Electron.WebContents, 'id' | 'getURL'>;

type RequestHandler = (
  contents: PageContents,
  permission: string,
  callback: (isGranted: boolean) => void,
) => void;
type CheckHandler = (contents: PageContents | null, permission: string, origin: string) => boolean;
type BeforeRequest = (
  details: { readonly url: string; readonly webContents?: PageContents },
  callback: (answer: { cancel?: boolean }) => void,
) => void;

/** Electron's permission names with those of Chromium's protocol. */
const PERMISSIONS = [
  ['clipboard-sanitized-write', 'clipboard-write'],
  ['clipboard-read', 'clipboard-read'],
  ['geolocation', 'geolocation'],
  ['notifications', 'notifications'],
  ['media', 'microphone'],
  ['media', 'camera'],
] as const;

const ACTION_MAX_MS = 240_000;

export class StandInSession extends EventEmitter {
  readonly rules: { ask?: RequestHandler; check?: CheckHandler; before?: BeforeRequest } = {};
  readonly spellCheck = { enabled: true, downloadUrl: '', languages: [] as string[] };
  readonly appOrigin = 'app://vault';
  /** Pages the program opened; any other page of the context is a popup. */
  readonly pages = new Map<Page, { readonly judge: (route: Route) => Promise<void> }>();
  #handler: ProtocolHandler | undefined;
  #context: Promise<{ context: BrowserContext; gateway: Gateway }> | undefined;
  /** Blank page, opened only to learn the context's name. */
  #blank: Page | undefined;

  readonly protocol = {
    handle: (_scheme: string, handler: ProtocolHandler) => {
      this.#handler = handler;
    },
    unhandle: (_scheme: string) => {
      this.#handler = undefined;
    },
  } satisfies Pick<Electron.Protocol, 'handle' | 'unhandle'>;

  readonly webRequest = {
    onBeforeRequest: (listener: BeforeRequest) => {
      this.rules.before = listener;
    },
  };

  setPermissionRequestHandler(handler: RequestHandler): void {
    this.rules.ask = handler;
  }
  setPermissionCheckHandler(handler: CheckHandler): void {
    this.rules.check = handler;
  }
  setDevicePermissionHandler(): void {}
  setBluetoothPairingHandler(): void {}
  setDisplayMediaRequestHandler(): void {}
  setSpellCheckerEnabled(enabled: boolean): void {
    this.spellCheck.enabled = enabled;
  }
  setSpellCheckerDictionaryDownloadURL(url: string): void {
    this.spellCheck.downloadUrl = url;
  }
  setSpellCheckerLanguages(languages: string[]): void {
    this.spellCheck.languages = languages;
  }

  /** Calls the handler of `protocol.handle` as Electron does for a page of this session. */
  async fetch(request: Request): Promise<Response> {
    if (!this.#handler) throw new Error('no handler is set');
    return this.#handler(request);
  }

  /** Returns true if `webRequest` allows the address. */
  allows(url: string, webContents: PageContents | undefined): boolean {
    let cancel = false;
    this.rules.before?.({ url, ...(webContents ? { webContents } : {}) }, (answer) => {
      cancel = answer.cancel === true;
    });
    return !cancel;
  }

  open(): Promise<{ context: BrowserContext; gateway: Gateway }> {
    this.#context ??= this.#open();
    return this.#context;
  }

  /** Returns a page that has not navigated. */
  async newPage(context: BrowserContext): Promise<Page> {
    const blank = this.#blank;
    this.#blank = undefined;
    return blank ?? context.newPage();
  }

  async #open(): Promise<{ context: BrowserContext; gateway: Gateway }> {
    const browser = await startChromium();
    const gateway = await openGateway(() => this.#handler, this.appOrigin);
    const context = await browser.newContext({ locale: 'en-GB' });
    context.setDefaultTimeout(ACTION_MAX_MS);
    const cdp = await browser.newBrowserCDPSession();
    this.#blank = await context.newPage();
    const pageCdp = await context.newCDPSession(this.#blank);
    const { targetInfo } = await pageCdp.send('Target.getTargetInfo');
    for (const [name, chromiumName] of PERMISSIONS) {
      const isGranted = this.rules.check?.(null, name, this.appOrigin) === true;
      await cdp.send('Browser.setPermission', {
        permission: { name: chromiumName },
        setting: isGranted ? 'granted' : 'denied',
        ...(targetInfo.browserContextId ? { browserContextId: targetInfo.browserContextId } : {}),
      });
    }
    await context.route('**/*', (route) => this.#onRequest(route));
    return { context, gateway };
  }

  async #onRequest(route: Route): Promise<void> {
    const page = pageOf(route);
    const contents = page && this.pages.get(page);
    return contents ? contents.judge(route) : route.abort();
  }

  async close(): Promise<void> {
    const opened = await this.#context;
    this.#context = undefined;
    this.#blank = undefined;
    await opened?.context.close();
    await opened?.gateway.close();
  }
}

/** Returns undefined for the first request of a page being created: a popup. */
function pageOf(route: Route): Page | undefined {
  try {
    return route.request().frame().page();
  } catch {
    return undefined;
  }
}
