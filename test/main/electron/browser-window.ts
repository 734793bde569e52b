/** Stand-in for Electron's BrowserWindow; `windows` are those still open. */
import { EventEmitter } from 'node:events';
import { StandInContents } from './contents.ts';
import { PreventableEvent } from './preventable-event.ts';
import type { StandInSession } from './session.ts';

export const windows = new Set<BrowserWindow>();

/** Set by the index module, which has the app object. */
export const created: { announce: (window: BrowserWindow) => void } = { announce: () => undefined };

type Options = Omit<Electron.BrowserWindowConstructorOptions, 'webPreferences'> & {
  readonly webPreferences: Omit<Electron.WebPreferences, 'session'> & { readonly session: StandInSession };
};

export class BrowserWindow extends EventEmitter {
  readonly webContents: StandInContents;
  readonly options: Options;
  readonly shown = {
    isVisible: false,
    isFocused: 0,
    isContentProtected: false,
    isMinimized: false,
    background: '',
  };

  constructor(options: Options) {
    super();
    this.options = options;
    this.webContents = new StandInContents(options.webPreferences.session, options.webPreferences.preload);
    windows.add(this);
    created.announce(this);
  }

  static getAllWindows(): BrowserWindow[] {
    return [...windows];
  }

  async loadURL(url: string): Promise<void> {
    await this.webContents.load(url);
    this.emit('ready-to-show');
  }
  getNormalBounds(): Electron.Rectangle {
    const { x = 40, y = 40, width = 800, height = 600 } = this.options;
    return { x, y, width, height };
  }
  isMaximized(): boolean {
    return false;
  }
  isMinimized(): boolean {
    return this.shown.isMinimized;
  }
  maximize(): void {}
  restore(): void {
    this.shown.isMinimized = false;
  }
  show(): void {
    this.shown.isVisible = true;
  }
  focus(): void {
    this.shown.isFocused += 1;
  }
  setBackgroundColor(colour: string): void {
    this.shown.background = colour;
  }
  setContentProtection(enable: boolean): void {
    this.shown.isContentProtected = enable;
  }
  /** Closes like the title bar's button: asks first. */
  close(): void {
    const event = new PreventableEvent();
    this.emit('close', event);
    if (!event.isPrevented) this.destroy();
  }
  destroy(): void {
    if (!windows.delete(this)) return;
    void this.webContents.destroy();
    this.emit('closed');
  }
}
