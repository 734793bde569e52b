/**
 * Runs the built preload inside a real page: the init script gives it the two objects of `electron` that a
 * sandboxed preload may use. Calls go out through one binding, events come in through one function.
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
