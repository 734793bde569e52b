/** Simulates the desktop's window: the bridge's answers are scripted. */
import type { Page } from '@playwright/test';
import type { DesktopBridge } from '#main/preload/bridge.ts';

type Answers = { [Call in keyof DesktopBridge]?: unknown };

/** Prepares the page; a call without an answer never ends. `callsOf` counts calls of a loaded page. */
export async function inDesktop(page: Page, answers: Answers): Promise<void> {
  await page.addInitScript((given) => {
    const never = new Promise(() => undefined);
    const bridge = new Proxy(
      { platform: 'linux' },
      {
        get(own, call) {
          if (call in own) return Reflect.get(own, call);
          if (String(call).startsWith('on')) return () => () => undefined;
          return async () => {
            performance.mark(String(call));
            return call in given ? Reflect.get(given, call) : never;
          };
        },
      },
    );
    Object.defineProperty(window, 'vaultDesktop', { value: bridge });
  }, answers);
}

export function callsOf(page: Page, call: keyof DesktopBridge): Promise<number> {
  return page.evaluate((name) => performance.getEntriesByName(name, 'mark').length, call);
}
