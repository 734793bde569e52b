/**
 * Merges an incoming version into the live text. Marks the blocks it would change, then inserts its sections.
 * Undo keeps merged sections, because a restored state from before the merge gets them again. Undo therefore
 * removes only words written in this window.
 */
import { getExtensionDependencyFromEditor } from '@lexical/extension';
import { HistoryExtension, type HistoryState } from '@lexical/history';
import {
  $getRoot,
  HISTORIC_TAG,
  HISTORY_MERGE_TAG,
  type LexicalEditor,
  mergeRegister,
  type NodeKey,
} from 'lexical';
import { type LexicalStateJson, parseLexicalState } from '#report/nodes/lexical-state.ts';
import { changedPlaces } from '#report/review/changed-blocks.ts';
import { compareSections } from '#report/review/merge-sections.ts';
import { $mergeSections } from './merge-sections-into-editor.ts';

export interface IncomingVersionMerger {
  readonly mergeSections: (base: LexicalStateJson, theirs: LexicalStateJson) => void;
  readonly markNew: (base: LexicalStateJson, theirs: LexicalStateJson) => void;
  readonly clearHighlights: () => void;
  readonly stop: () => void;
}

export function createIncomingVersionMerger(editor: LexicalEditor): IncomingVersionMerger {
  const history = () => getExtensionDependencyFromEditor(editor, HistoryExtension).output.historyState.peek();
  /** Maps each state that undo may restore to the merge base of its text. */
  const begunFrom = new WeakMap<object, LexicalStateJson>();
  let taken: LexicalStateJson | undefined;
  let marked: ReadonlySet<NodeKey> = new Set();

  const put = (base: LexicalStateJson, theirs: LexicalStateJson): void => {
    const rows = compareSections(base, theirs, stateOf(editor));
    editor.update(() => mark($mergeSections(rows)), { discrete: true, tag: HISTORY_MERGE_TAG });
  };
  const mark = (keys: readonly NodeKey[]): void => {
    for (const key of marked) delete editor.getElementByKey(key)?.dataset['newIn'];
    marked = new Set(keys);
    show();
  };
  const show = (): void => {
    for (const key of marked) {
      const element = editor.getElementByKey(key);
      if (element) element.dataset['newIn'] = '';
    }
  };
  const offUpdates = editor.registerUpdateListener(({ tags, dirtyElements }) => {
    if (marked.size > 0 && dirtyElements.size > 0) show();
    if (taken === undefined || !tags.has(HISTORIC_TAG)) return;
    const entry = history().current;
    const base = entry === null ? undefined : begunFrom.get(entry);
    if (base) put(base, taken);
  });
  return {
    mergeSections: (base, theirs) => {
      for (const entry of entriesOf(history())) if (!begunFrom.has(entry)) begunFrom.set(entry, base);
      taken = theirs;
      put(base, theirs);
    },
    markNew: (base, theirs) => mark(placesOf(editor, base, theirs)),
    clearHighlights: () => mark([]),
    stop: mergeRegister(offUpdates, () => mark([])),
  };
}

function stateOf(editor: LexicalEditor): LexicalStateJson {
  return parseLexicalState(JSON.stringify(editor.getEditorState()));
}

function entriesOf({ undoStack, redoStack, current }: HistoryState): object[] {
  return [...undoStack, ...redoStack, ...(current === null ? [] : [current])];
}

/** Returns the keys of the live blocks that merging would change. */
function placesOf(editor: LexicalEditor, base: LexicalStateJson, theirs: LexicalStateJson): NodeKey[] {
  const keys = editor.getEditorState().read(() => $getRoot().getChildrenKeys());
  let at = 0;
  return compareSections(base, theirs, stateOf(editor)).flatMap(({ changedBy, mine, theirs: other }) => {
    const from = at;
    at += mine?.length ?? 0;
    if (changedBy !== 'theirs' || mine === null) return [];
    return changedPlaces(mine, other ?? []).flatMap((place) => keys[from + place] ?? []);
  });
}
