/**
 * The open pick list of a field: its choices, what has been typed to filter them, the marked one. The focus
 * stays in the report; `editor-keys` hands keys over while a list is open.
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
  /** Place among the choices shown; -1 where none is marked. */
  readonly marked: number;
  /** Of a field with several choices: those taken so far. */
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

/** The choices that are left, by the letters typed. */
export function shownChoices({ meta, query }: Pick<OpenPickList, 'meta' | 'query'>): string[] {
  const wanted = foldText(query);
  return meta.options.filter((option) => foldText(option).includes(wanted));
}

onWipe(closePickList);
