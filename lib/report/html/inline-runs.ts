/**
 * Collects the inline content of one block as a flat list of runs and converts it to canonical inlines: white space
 * collapsed as in HTML, equal neighbours merged, marks as bits on each text.
 */
import { appendAll } from '#report/state/append-all.ts';
import type { FieldMeta } from '#report/state/field-meta.ts';
import type { Inline } from './report-tree.ts';

/** The context of a piece of text: its marks, its link and its field. */
export interface InlineContext {
  readonly marks: number;
  readonly link: { readonly href: string } | null;
  readonly field: { readonly meta: FieldMeta } | null;
}

export const PLAIN_CONTEXT: InlineContext = { marks: 0, link: null, field: null };

interface Run {
  text: string;
  readonly isBreak: boolean;
  readonly context: InlineContext;
}

export class InlineRuns {
  #runs: Run[] = [];
  /** Kind of the last run, ignoring white space; checked at every block boundary. */
  #end: 'nothing' | 'break' | 'content' = 'nothing';

  addText(text: string, context: InlineContext): void {
    this.#runs.push({ text, isBreak: false, context });
    if (context.field !== null || text.trim() !== '') this.#end = 'content';
  }

  addBreak(context: InlineContext): void {
    this.#runs.push({ text: '', isBreak: true, context });
    this.#end = 'break';
  }

  /** Adds a break between two blocks that share one; none before the first content. */
  separate(context: InlineContext): void {
    if (this.#end === 'content') this.addBreak(context);
  }

  /** True when nothing is visible; white space alone does not count. */
  isBlank(): boolean {
    return this.#runs.every(
      (run) => !run.isBreak && run.context.field === null && !/[^ \t\n\r\f]/.test(run.text),
    );
  }

  /** Returns the canonical inlines and clears the collection. */
  take(): Inline[] {
    const runs = trimBreaks(collapseSpace(this.#runs));
    this.#runs = [];
    this.#end = 'nothing';
    if (runs.every((run) => run.context.link === null && run.context.field === null))
      return textInlines(runs);
    return groupBy(
      runs,
      (run) => run.context.link,
      groupFields,
      (link, inside) => {
        const children = groupFields(inside);
        return children.length === 0 ? [] : [{ kind: 'link', href: link.href, children }];
      },
    );
  }
}

const UNCOLLAPSED = /[\t\n\r\f]| {2}/;

function collapseSpace(runs: readonly Run[]): Run[] {
  const kept: Run[] = [];
  let afterSpace = true;
  for (const run of runs) {
    if (run.isBreak) {
      trimEnd(kept);
      kept.push(run);
      afterSpace = true;
      continue;
    }
    let text = UNCOLLAPSED.test(run.text) ? run.text.replace(/[ \t\n\r\f]+/g, ' ') : run.text;
    if (afterSpace && text.startsWith(' ')) text = text.slice(1);
    if (text === '' && !opensField(run, kept.at(-1))) continue;
    kept.push({ text, isBreak: false, context: run.context });
    if (text !== '') afterSpace = text.endsWith(' ');
  }
  trimEnd(kept);
  return kept;
}

/** Removes trailing space of the last text since the last break. */
function trimEnd(runs: Run[]): void {
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    const run = runs[at];
    if (run === undefined || run.isBreak) return;
    if (run.text === '') continue;
    if (run.text.endsWith(' ')) run.text = run.text.slice(0, -1);
    if (run.text === '' && !opensField(run, runs[at - 1])) runs.splice(at, 1);
    return;
  }
}

/** True for the first run of a field, which must be kept even when empty. */
function opensField(run: Run, before: Run | undefined): boolean {
  return run.context.field !== null && run.context.field !== before?.context.field;
}

/** Removes breaks at the end of a block, which are not shown; a block of breaks alone keeps one. */
function trimBreaks(runs: Run[]): Run[] {
  const lastContent = runs.findLastIndex((run) => !run.isBreak);
  return lastContent === -1 ? runs.slice(0, 1) : runs.slice(0, lastContent + 1);
}

function groupFields(runs: readonly Run[]): Inline[] {
  return groupBy(
    runs,
    (run) => run.context.field,
    textInlines,
    (field, inside) => [{ kind: 'field', meta: field.meta, children: textInlines(inside) }],
  );
}

function textInlines(runs: readonly Run[]): Inline[] {
  const inlines: Inline[] = [];
  for (const run of runs) {
    if (run.isBreak) {
      inlines.push({ kind: 'break' });
      continue;
    }
    if (run.text === '') continue;
    const last = inlines.at(-1);
    if (last?.kind === 'text' && last.marks === run.context.marks) {
      inlines[inlines.length - 1] = { ...last, text: last.text + run.text };
    } else {
      inlines.push({ kind: 'text', text: run.text, marks: run.context.marks });
    }
  }
  return inlines;
}

function groupBy<Wrapper>(
  runs: readonly Run[],
  wrapperOf: (run: Run) => Wrapper | null,
  outside: (runs: readonly Run[]) => Inline[],
  inside: (wrapper: Wrapper, runs: readonly Run[]) => Inline[],
): Inline[] {
  const inlines: Inline[] = [];
  let start = 0;
  for (let at = 1; at <= runs.length; at += 1) {
    const first = runs[start];
    const run = runs[at];
    if (first === undefined) break;
    const wrapper = wrapperOf(first);
    if (run !== undefined && wrapperOf(run) === wrapper) continue;
    const group = runs.slice(start, at);
    appendAll(inlines, wrapper === null ? outside(group) : inside(wrapper, group));
    start = at;
  }
  return inlines;
}
