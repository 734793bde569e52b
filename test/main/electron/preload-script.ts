/**
 * Runs the built preload in a real page. An init script provides the two `electron` objects a sandboxed preload may
 * use; one binding sends calls, one function receives events.
 */
import { readFileSync } from 'node:fs';

export const INVOKE_BINDING = '__standInInvoke';
export const EMIT_FUNCTION = '__standInEmit';

export function preloadScript(preloadFile: string): string {
  return `(() => {
    const listeners = new Map();
    const electron = {
      contextBridge: { exposeInMainWorld: (name, value) => Object.defineProperty(window, name, { value }) },
      ipcRenderer: {
        invoke: (channel, ...args) => window.${INVOKE_BINDING}(channel, ...args),
        on: (channel, listener) => listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
      },
    };
    Object.defineProperty(window, '${EMIT_FUNCTION}', {
      value: (channel, args) => {
        for (const listener of listeners.get(channel) ?? []) listener({}, ...args);
      },
    });
    const module = { exports: {} };
    const require = (name) => {
      if (name !== 'electron') throw new Error('a sandboxed preload cannot load ' + name);
      return electron;
    };
    ((require, module, exports, process) => {${readFileSync(preloadFile, 'utf8')}
    })(require, module, module.exports, { platform: 'linux' });
  })();`;
}
