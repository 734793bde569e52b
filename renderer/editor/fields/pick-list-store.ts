/**
 * Store of the open pick list of a field: its choices, the typed filter, the highlighted choice. The focus
 * stays in the report; `editor-keys` forwards keys while a list is open.
 */
import type { LexicalEditor, NodeKey } from 'lexical';
import { create } from 'zustand';
import { foldText } from '#records/folded-text.ts';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';
import type { FieldMeta } from '#report/state/field-meta.ts';

export interface OpenPickList {
  readonly editor: LexicalEditor;
  readonly field_key: NodeKey;
  readonly meta: FieldMeta;
  readonly query: string;
  /** Index among the shown choices; -1 if none is highlighted. */
  readonly marked: number;
  /** Choices taken so far, in a field with several. */
  readonly taken: readonly string[];
}

interface PickListState {
  readonly list: OpenPickList | undefined;
}

export const usePickList = create<PickListState>()(() => ({ list: undefined }));

export function closePickList(): void {
  if (usePickList.getState().list) usePickList.setState({ list: undefined });
}

export function changePickList(change: Partial<Pick<OpenPickList, 'query' | 'marked' | 'taken'>>): void {
  const { list } = usePickList.getState();
  if (list) usePickList.setState({ list: { ...list, ...change } });
}

/** Returns the choices that match the typed filter. */
export function shownChoices({ meta, query }: Pick<OpenPickList, 'meta' | 'query'>): string[] {
  const wanted = foldText(query);
  return meta.options.filter((option) => foldText(option).includes(wanted));
}

onWipe(closePickList);
