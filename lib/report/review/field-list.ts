/**
 * Lists the fields of a report in reading order, from its editor state: for navigation, checks before signing and the
 * SDK.
 */
import type { LexicalNodeJson, LexicalStateJson } from '#report/nodes/lexical-state.ts';
import { textOfState } from '#report/plain-text.ts';
import { type FieldMeta, parseFieldMeta } from '#report/state/field-meta.ts';
import { isOfToday } from './prior/value-of-today.ts';

export interface ReportField extends FieldMeta {
  /** Displayed text of the field. */
  readonly text: string;
  /** Position among the fields, from 0; ids may repeat, positions do not. */
  readonly ordinal: number;
  /** A field for today's value beside the prior's. */
  readonly of_today?: true;
}

/** The one place that tells a field for today's value; `after` is the text behind the field. */
export function reportField(meta: FieldMeta, text: string, after: string, ordinal = 0): ReportField {
  return { ...meta, text, ordinal, ...(isOfToday(meta, after) ? { of_today: true } : {}) };
}

export function listFields(state: LexicalStateJson): ReportField[] {
  const fields: ReportField[] = [];
  const visit = (nodes: readonly LexicalNodeJson[]): void => {
    for (const [at, node] of nodes.entries()) {
      if (node.type === 'report-field') {
        const text = textOfState({ root: { type: 'root', children: node.children ?? [] } });
        const behind = nodes[at + 1]?.['text'];
        const after = typeof behind === 'string' ? behind : '';
        fields.push(reportField(parseFieldMeta(node['field']), text, after, fields.length));
      } else if (node.children !== undefined && node.children !== null) {
        visit(node.children);
      }
    }
  };
  visit(state.root.children);
  return fields;
}

/** The next unfilled field after `after`, wrapping to the start; null when all are filled. */
export function findNextUnfilled(fields: readonly ReportField[], after: number): ReportField | null {
  const unfilled = fields.filter((field) => !field.filled);
  return unfilled.find((field) => field.ordinal > after) ?? unfilled[0] ?? null;
}
