/** Stand-in for ipcMain: keeps the handlers, and lets a page call them as any sender. */
type Listener = (event: never, ...args: unknown[]) => unknown;

const handlers = new Map<string, Listener>();

export const ipcMain = {
  handle(channel: string, listener: Listener): void {
    if (handlers.has(channel)) throw new Error(`a second handler for ${channel}`);
    handlers.set(channel, listener);
  },
  removeHandler: (channel: string): void => void handlers.delete(channel),
  /** As `ipcRenderer.invoke` does it, from a sender of the test's choice. */
  async call(channel: string, event: object, args: readonly unknown[]): Promise<unknown> {
    const handler = handlers.get(channel);
    if (!handler) throw new Error(`no handler for ${channel}`);
    return handler(event as never, ...args);
  },
  clear: (): void => handlers.clear(),
};
