/**
 * Stack of open forms in screens, dialogs and panels, innermost last. Navigation that would close one with typed input
 * goes through here and asks first; so do reloading and closing the page.
 */
import { guardLeaving, navigate } from './route-store.ts';

export interface TypedForm {
  readonly isTyped: () => boolean;
  /** True while it is sent, or after; leaving is then the form's own action. */
  readonly isSending: () => boolean;
  /** Asks the person; `go` runs once discarding is confirmed. */
  readonly ask: (go: () => void) => void;
}

const open: TypedForm[] = [];

/** Registers a form; the returned function removes it. */
export function enterForm(form: TypedForm): () => void {
  if (open.length === 0) addEventListener('beforeunload', onUnload);
  open.push(form);
  return () => {
    open.splice(open.indexOf(form), 1);
    if (open.length === 0) removeEventListener('beforeunload', onUnload);
  };
}

/** The browser asks by its own words before it reloads or closes the page. */
function onUnload(event: BeforeUnloadEvent): void {
  if (isTypedInput()) event.preventDefault();
}

export function isTypedInput(): boolean {
  return innermostTyped() !== undefined;
}

const innermostTyped = (): TypedForm | undefined =>
  open.findLast((form) => form.isTyped() && !form.isSending());

/** Calls `go`, at once if nothing is typed. */
export function leaveForms(go: () => void): void {
  const form = innermostTyped();
  if (form) form.ask(() => leaveForms(go));
  else go();
}

guardLeaving((next) => {
  if (!innermostTyped()) return true;
  leaveForms(() => navigate(next.path, { query: next.query }));
  return false;
});
