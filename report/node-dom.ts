/**
 * A DOM for Node: what `deriveHtml` and `stateFromHtml` need where no browser is. Node only; nothing the
 * renderer imports may import this file. One window serves a thread for its whole life.
 *
 * Note: replaceWith guard. happy-dom's `node.replaceWith(node)` removes the node, where a browser leaves it;
 * Lexical's table export does just that, and every table would vanish. The guard makes it the no-op it is; it
 * sits on the prototype that all of happy-dom's windows share.
 */
import { Window } from 'happy-dom';

/** What Lexical and the report code read from the global scope while they work on a DOM. */
const GLOBAL_NAMES = [
  'window',
  'document',
  'DOMParser',
  'MutationObserver',
  'getComputedStyle',
  'Node',
  'Element',
  'HTMLElement',
  'DocumentFragment',
  'Text',
] as const;

let sharedWindow: Window | undefined;

/**
 * Runs a synchronous function with the DOM's names on the global scope and takes them off again.
 * Where a DOM is there already (a browser, or a call within a call), it is used as it is.
 */
export function withNodeDom<Result>(work: () => Result): Result {
  if (Reflect.has(globalThis, 'window')) return work();
  sharedWindow ??= createWindow();
  const before = GLOBAL_NAMES.map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  );
  for (const name of GLOBAL_NAMES) {
    const value: unknown = name === 'window' ? sharedWindow : Reflect.get(sharedWindow, name);
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  try {
    return work();
  } finally {
    for (const [name, descriptor] of before) {
      if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, descriptor);
    }
  }
}

function createWindow(): Window {
  const window = new Window({
    settings: {
      disableErrorCapturing: true,
      enableJavaScriptEvaluation: false,
      disableJavaScriptFileLoading: true,
      disableCSSFileLoading: true,
      disableComputedStyleRendering: true,
      navigation: {
        disableMainFrameNavigation: true,
        disableChildFrameNavigation: true,
        disableChildPageNavigation: true,
      },
    },
  });
  const { prototype } = window.Element;
  const replaceWith = prototype.replaceWith;
  prototype.replaceWith = function guarded(...nodes) {
    if (nodes.length === 1 && nodes[0] === this) return;
    replaceWith.apply(this, nodes);
  };
  return window;
}
