/** Stand-in for Electron's ipcMain: stores handlers and lets a page call them as any sender. */
type Listener = (event: never, ...args: unknown[]) => unknown;

const handlers = new Map<string, Listener>();

export const ipcMain = {
  handle(channel: string, listener: Listener): void {
    if (handlers.has(channel)) throw new Error(`a second handler for ${channel}`);
    handlers.set(channel, listener);
  },
  removeHandler: (channel: string): void => void handlers.delete(channel),
  /** Calls a handler like `ipcRenderer.invoke`, from a sender the test chooses. */
  async call(channel: string, event: object, args: readonly unknown[]): Promise<unknown> {
    const handler = handlers.get(channel);
    if (!handler) throw new Error(`no handler for ${channel}`);
    return handler(event as never, ...args);
  },
  clear: (): void => handlers.clear(),
};
