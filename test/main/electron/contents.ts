/** Stand-in for Electron's WebContents: a real Chromium page with Electron's events. */
import { EventEmitter } from 'node:events';
import type { BrowserContext, Frame, Page, Route } from 'playwright';
import type { Gateway } from './gateway.ts';
import { ipcMain } from './ipc-main.ts';
import { EMIT_FUNCTION, INVOKE_BINDING, preloadScript } from './preload-script.ts';
import { PreventableEvent } from './preventable-event.ts';
import type { StandInSession } from './session.ts';

interface StandInFrame {
  readonly url: string;
}

type OpenHandler = (details: { url: string }) => { action: 'deny' | 'allow' };

let lastId = 0;

export class StandInContents extends EventEmitter {
  readonly id = ++lastId;
  /** Paths handed to the operating system. */
  readonly dragged: string[] = [];
  page: Page | undefined;
  readonly session: StandInSession;
  readonly #preload: string | undefined;
  readonly #frames = new WeakMap<Frame, StandInFrame>();
  #gateway: Gateway | undefined;
  #openHandler: OpenHandler = () => ({ action: 'allow' });
  #isLoading = false;
  #crashed = false;
  #destroyed = false;

  constructor(session: StandInSession, preload: string | undefined) {
    super();
    this.session = session;
    this.#preload = preload;
  }

  get mainFrame(): StandInFrame | null {
    return this.page ? this.frameOf(this.page.mainFrame()) : null;
  }

  getURL(): string {
    return this.page ? this.#appUrl(this.page.url()) : '';
  }
  isCrashed(): boolean {
    return this.#crashed;
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }

  send(channel: string, ...args: unknown[]): void {
    // A closed page receives nothing.
    this.page
      ?.evaluate(`window.${EMIT_FUNCTION}?.(${JSON.stringify(channel)}, ${JSON.stringify(args)})`)
      .catch(() => undefined);
  }

  startDrag({ file }: { file: string }): void {
    this.dragged.push(file);
  }

  async printToPDF(): Promise<Buffer> {
    return Buffer.from((await this.page?.pdf({ tagged: true, outline: true })) ?? '');
  }

  frameOf(frame: Frame): StandInFrame {
    const known = this.#frames.get(frame);
    if (known) return known;
    const appUrl = (url: string) => this.#appUrl(url);
    const made = {
      get url() {
        return appUrl(frame.url());
      },
    };
    this.#frames.set(frame, made);
    return made;
  }

  async load(url: string): Promise<void> {
    const { context, gateway } = await this.session.open();
    this.#gateway = gateway;
    if (!this.page || this.#crashed) await this.#openPage(context);
    this.#isLoading = true;
    try {
      await this.page?.goto(url.replace(this.session.appOrigin, gateway.origin));
    } finally {
      this.#isLoading = false;
    }
  }

  async #openPage(context: BrowserContext): Promise<void> {
    await this.page?.close().catch(() => undefined);
    const page = await this.session.newPage(context);
    this.page = page;
    this.session.pages.set(page, this);
    this.#crashed = false;
    page.on('crash', () => {
      this.#crashed = true;
      this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
    });
    page.on('popup', async (popup) => {
      const { action } = this.#openHandler({ url: this.#appUrl(popup.url()) });
      if (action === 'deny') await popup.close();
    });
    await page.exposeBinding(INVOKE_BINDING, ({ frame }, channel: string, ...args: unknown[]) =>
      ipcMain.call(channel, { sender: this, senderFrame: this.frameOf(frame) }, args),
    );
    if (this.#preload !== undefined) await page.addInitScript(preloadScript(this.#preload));
  }

  /** Checks a request of this page before it is sent. */
  async judge(route: Route): Promise<void> {
    const request = route.request();
    const url = this.#appUrl(request.url());
    const isNavigation = request.isNavigationRequest() && !this.#isLoading;
    const isMainFrame = isNavigation && request.frame() === this.page?.mainFrame();
    // A prevented navigation leaves the page in place, as does a response without content.
    if (isNavigation && !this.#mayNavigate(url, isMainFrame)) return route.fulfill({ status: 204 });
    return this.session.allows(url, this) ? route.continue() : route.abort();
  }

  #mayNavigate(url: string, isMainFrame: boolean): boolean {
    const event = Object.assign(new PreventableEvent(), { url, isMainFrame });
    if (isMainFrame) this.emit('will-navigate', event);
    this.emit('will-frame-navigate', event);
    return !event.isPrevented;
  }

  #appUrl(url: string): string {
    return this.#gateway ? url.replace(this.#gateway.origin, this.session.appOrigin) : url;
  }

  async destroy(): Promise<void> {
    this.#destroyed = true;
    await this.page?.close().catch(() => undefined);
  }
}
