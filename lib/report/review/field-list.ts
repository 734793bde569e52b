/**
 * Lists the fields of a report in reading order, from its editor state: for navigation, checks before signing and the
 * SDK.
 */
import type { LexicalNodeJson, LexicalStateJson } from '#report/nodes/lexical-state.ts';
import { textOfState } from '#report/plain-text.ts';
import { type FieldMeta, parseFieldMeta } from '#report/state/field-meta.ts';

export interface ReportField extends FieldMeta {
  /** Displayed text of the field. */
  readonly text: string;
  /** Position among the fields, from 0; ids may repeat, positions do not. */
  readonly ordinal: number;
}

export function listFields(state: LexicalStateJson): ReportField[] {
  const fields: ReportField[] = [];
  const visit = (nodes: readonly LexicalNodeJson[]): void => {
    for (const node of nodes) {
      if (node.type === 'report-field') {
        const text = textOfState({ root: { type: 'root', children: node.children ?? [] } });
        fields.push({ ...parseFieldMeta(node['field']), text, ordinal: fields.length });
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
