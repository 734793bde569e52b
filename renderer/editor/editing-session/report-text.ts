/**
 * Report text between vault and editor. A mounted editor owns the text; otherwise this file keeps its last
 * state. Signed blocks above an addendum are kept apart unchanged, and joined only when the whole text is
 * read.
 */
import { deriveHtml } from '#report/dom/derive-html.ts';
import { stateFromHtml } from '#report/dom/import-html.ts';
import {
  type LexicalNodeJson,
  type LexicalStateJson,
  parseLexicalState,
} from '#report/nodes/lexical-state.ts';

/** Functions that the mounted editor provides. */
export interface LiveText {
  /** Returns the editor state as it is stored. */
  readonly lexical: () => string;
  readonly html: () => string;
  readonly replace: (state: LexicalStateJson) => void;
  readonly takeIn: (base: LexicalStateJson, theirs: LexicalStateJson) => void;
  readonly markNew: (base: LexicalStateJson, theirs: LexicalStateJson) => void;
  readonly unmarkNew: () => void;
}

export interface ReportText {
  /** The state the editor opens with, without the signed blocks. */
  readonly opening: () => LexicalStateJson;
  readonly kept: () => readonly LexicalNodeJson[];
  readonly attach: (live: LiveText) => () => void;
  /** Returns the state of the whole report now. */
  readonly state: () => LexicalStateJson;
  /** Returns the state of the whole report now, serialized. */
  readonly lexical: () => string;
  readonly html: () => string;
  /** Replaces the text; the first `keptBlocks` blocks are kept apart as signed. */
  readonly replace: (state: LexicalStateJson, keptBlocks?: number) => void;
  /**
   * Merges the sections that `theirs` changed since `base` into the mounted text. Other sections, caret and
   * undo stay.
   */
  readonly takeIn: (base: LexicalStateJson, theirs: LexicalStateJson) => void;
  /** Marks the blocks that merging would change, once the editor is mounted. */
  readonly markNew: (base: LexicalStateJson, theirs: LexicalStateJson) => void;
  readonly unmarkNew: () => void;
}

const EMPTY: LexicalStateJson = rootOf([]);

export function rootOf(children: readonly LexicalNodeJson[]): LexicalStateJson {
  return { root: { type: 'root', version: 1, direction: null, format: '', indent: 0, children } };
}

/** Parses the stored report of a record from either of its two forms. */
export function stateOfRecord(record: {
  readonly report_lexical: string | null;
  readonly report_html: string | null;
}): LexicalStateJson {
  if (record.report_lexical !== null && record.report_lexical !== '') {
    return parseLexicalState(record.report_lexical);
  }
  return stateFromHtml(record.report_html ?? '');
}

export function createReportText(): ReportText {
  let kept: readonly LexicalNodeJson[] = [];
  let own: LexicalStateJson = EMPTY;
  let live: LiveText | undefined;
  let marked: readonly [base: LexicalStateJson, theirs: LexicalStateJson] | undefined;

  const whole = (): LexicalStateJson => {
    const state = live ? parseLexicalState(live.lexical()) : own;
    return kept.length === 0 ? state : rootOf([...kept, ...state.root.children]);
  };
  return {
    opening: () => own,
    kept: () => kept,
    attach: (mounted) => {
      live = mounted;
      if (marked) live.markNew(...marked);
      return () => {
        own = parseLexicalState(mounted.lexical());
        if (live === mounted) live = undefined;
      };
    },
    state: whole,
    lexical: () => (live && kept.length === 0 ? live.lexical() : JSON.stringify(whole())),
    html: () => (live && kept.length === 0 ? live.html() : deriveHtml(whole())),
    replace: (state, keptBlocks = 0) => {
      kept = state.root.children.slice(0, keptBlocks);
      own = keptBlocks === 0 ? state : rootOf(state.root.children.slice(keptBlocks));
      live?.replace(own);
    },
    takeIn: (base, theirs) => {
      marked = undefined;
      live?.takeIn(base, theirs);
    },
    markNew: (base, theirs) => {
      marked = [base, theirs];
      live?.markNew(base, theirs);
    },
    unmarkNew: () => {
      marked = undefined;
      live?.unmarkNew();
    },
  };
}
