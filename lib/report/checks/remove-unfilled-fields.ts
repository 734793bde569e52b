/** Removes unfilled fields from report nodes, with the line labels, row names and table headers that belong to them. */
import type { LexicalNodeJson } from '#report/nodes/lexical-state.ts';
import { textOfState } from '#report/plain-text.ts';
import { FIELD_BLANK } from '#report/state/field-meta.ts';
import { isLabelOnly, isRowLabelOnly } from './open-field-label.ts';

/** `isOpen`: of a field; what it shows is left out. */
export function withoutUnfilledFields(
  nodes: readonly LexicalNodeJson[],
  isOpen: (field: LexicalNodeJson) => boolean = isBlank,
): LexicalNodeJson[] {
  return nodes.flatMap((node): LexicalNodeJson[] => {
    if (node.type === 'report-field') return isOpen(node) ? [] : [node];
    const { children } = node;
    if (children === undefined || children === null) return [node];
    const kept = { ...node, children: withoutUnfilledFields(children, isOpen) };
    if (!hasOpen(children, isOpen)) return [node];
    if (node.type === 'table') return isHeadAlone(node, kept) ? [] : [kept];
    if (node.type === 'tablerow') return isRowLabelOnly((kept.children ?? []).map(textOf)) ? [] : [kept];
    if (node.type === 'tablecell' || node.type === 'list') return [kept];
    return isLabelOnly(textOf(kept)) ? [] : [kept];
  });
}

function isHeadAlone(before: LexicalNodeJson, { children }: LexicalNodeJson): boolean {
  const rows = children ?? [];
  return rows.length === 0 || (rows.length === 1 && rows[0] === before.children?.[0]);
}

function hasOpen(nodes: readonly LexicalNodeJson[], isOpen: (field: LexicalNodeJson) => boolean): boolean {
  return nodes.some((node) =>
    node.type === 'report-field' ? isOpen(node) : hasOpen(node.children ?? [], isOpen),
  );
}

function isBlank(field: LexicalNodeJson): boolean {
  return !/[\p{L}\p{N}]/u.test(textOf(field).replaceAll(FIELD_BLANK, ''));
}

function textOf(node: LexicalNodeJson): string {
  return textOfState({ root: { type: 'root', children: node.children ?? [] } });
}
