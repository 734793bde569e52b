/**
 * The macros at hand: a person's own (preference `macros`) and those of the groups (templates of kind
 * `macro`, tagged so). Read once when a report is opened, so that an expansion never waits. Gone at every lock.
 */
import { useMemo } from 'react';
import { create } from 'zustand';
import { vault } from '#renderer/api/vault-client.ts';
import { stateOfRecord } from '#renderer/editor/editing-session/report-text.ts';
import { setPreference, usePreferences } from '#renderer/state/preferences-store.ts';
import { templateDirectory } from '#renderer/state/record-cache/record-caches.ts';
import { isMacro, MACRO_TAG } from '#renderer/state/record-cache/template-kinds.ts';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';
import { stateFromHtml } from '#report/dom/import-html.ts';
import type { LexicalNodeJson } from '#report/nodes/lexical-state.ts';

export interface Macro {
  /** Without the point, lower case. */
  readonly abbreviation: string;
  readonly source: 'own' | 'group';
  /** Of a group: its document and the group. */
  readonly template?: { readonly id: string; readonly security_group_id: string };
  readonly blocks: readonly LexicalNodeJson[];
}

interface OwnMacro {
  readonly abbreviation: string;
  readonly html: string;
}

/** The preference a person's own lie in. */
export const OWN_MACROS = 'macros';

const useGroupMacros = create<{ readonly macros: readonly Macro[] }>()(() => ({ macros: [] }));

onWipe(() => useGroupMacros.setState({ macros: [] }));

/** What can be typed after a point. */
export const ABBREVIATION = /^[\p{L}\p{N}_-]{2,40}$/u;

/** Abbreviation of a macro's title: `.nlchest` and `nlchest` alike. */
export function abbreviationOf(title: string): string {
  return title.trim().replace(/^\./, '').toLowerCase();
}

function ownMacros(values = usePreferences.getState().values): Macro[] {
  return keptMacros(values).map(({ abbreviation, html }) => ({
    abbreviation,
    source: 'own',
    blocks: stateFromHtml(html).root.children,
  }));
}

function isOwnMacro(value: unknown): value is OwnMacro {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'abbreviation' in value &&
    typeof value.abbreviation === 'string' &&
    'html' in value &&
    typeof value.html === 'string'
  );
}

/** Own macros win over those of a group with the same abbreviation. */
export function allMacros(own = ownMacros(), ofGroups = useGroupMacros.getState().macros): Macro[] {
  const taken = new Set(own.map((macro) => macro.abbreviation));
  return [...own, ...ofGroups.filter((macro) => !taken.has(macro.abbreviation))];
}

/** As they are now, by abbreviation. */
export function useMacros(): readonly Macro[] {
  const values = usePreferences((state) => state.values);
  const ofGroups = useGroupMacros((state) => state.macros);
  return useMemo(
    () => allMacros(ownMacros(values), ofGroups).sort((a, b) => a.abbreviation.localeCompare(b.abbreviation)),
    [values, ofGroups],
  );
}

export function keptMacros(values = usePreferences.getState().values): OwnMacro[] {
  const list = values[OWN_MACROS];
  return (Array.isArray(list) ? list : []).filter(isOwnMacro);
}

export async function saveOwnMacro(abbreviation: string, html: string): Promise<void> {
  const name = abbreviationOf(abbreviation);
  const others = keptMacros().filter((macro) => macro.abbreviation !== name);
  await setPreference(OWN_MACROS, [...others, { abbreviation: name, html }]);
}

/** A macro for everybody of a group: a template that is tagged as one. One of the same name is replaced. */
export async function saveGroupMacro(groupId: string, abbreviation: string, html: string): Promise<void> {
  const name = abbreviationOf(abbreviation);
  const record = { title: `.${name}`, report_html: html, custom_attributes: { kind: MACRO_TAG } };
  const same = macroRows().find(
    (row) => row.security_group_id === groupId && abbreviationOf(row.summary?.title ?? '') === name,
  );
  const view = same
    ? await vault().templates.update(same.id, { record, expected_latest_version_id: same.version_id })
    : await vault().templates.create({ security_group_id: groupId, tags: [MACRO_TAG], record });
  templateDirectory.put(view);
  await loadGroupMacros();
}

/** Reads the macros of the groups. One that does not open is left out; the template screen says why. */
export async function loadGroupMacros(): Promise<void> {
  if (templateDirectory.use.getState().progress !== 'complete') await templateDirectory.load();
  const read = await Promise.allSettled(
    macroRows().map(async (row): Promise<Macro> => {
      const { record } = await vault().templates.get(row.id);
      return {
        abbreviation: abbreviationOf(record.title ?? ''),
        source: 'group',
        template: { id: row.id, security_group_id: row.security_group_id },
        blocks: stateOfRecord(record).root.children,
      };
    }),
  );
  useGroupMacros.setState({
    macros: read.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
  });
}

function macroRows() {
  return [...templateDirectory.use.getState().rows.values()].filter(
    (row) => !row.is_deleted && !row.is_archived && isMacro(row),
  );
}
