/**
 * The forms that are open, in dialogs and in panels, innermost last. Whatever would take one away that something is
 * typed in (a link, Back, another record in its panel) goes through here and asks first.
 */
import { guardLeaving, navigate } from './route-store.ts';

export interface TypedForm {
  readonly isTyped: () => boolean;
  /** It is being sent, or was: what leads away then is its own doing. */
  readonly isSending: () => boolean;
  /** Asks the person; `go` runs once what was typed is thrown away. */
  readonly ask: (go: () => void) => void;
}

const open: TypedForm[] = [];

/** The answer ends it. */
export function enterForm(form: TypedForm): () => void {
  open.push(form);
  return () => {
    open.splice(open.indexOf(form), 1);
  };
}

const innermostTyped = (): TypedForm | undefined =>
  open.findLast((form) => form.isTyped() && !form.isSending());

/** At once where nothing is typed. */
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
