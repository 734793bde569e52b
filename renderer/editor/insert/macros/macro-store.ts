/**
 * Macros available to the person: personal ones (preference `macros`) and those of groups (templates of kind
 * `macro`). Loaded when a report opens, so that expanding never waits. Cleared at every lock.
 */
import { useMemo } from 'react';
import { create } from 'zustand';
import { vault } from '#renderer/api/vault-client.ts';
import { stateOfRecord } from '#renderer/editor/editing-session/report-text.ts';
import { setPreference, usePreferences } from '#renderer/state/preferences-store.ts';
import { templateCache } from '#renderer/state/record-cache/record-caches.ts';
import { isMacro, MACRO_TAG } from '#renderer/state/record-cache/template-kinds.ts';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';
import { stateFromHtml } from '#report/dom/import-html.ts';
import type { LexicalNodeJson } from '#report/nodes/lexical-state.ts';

export interface Macro {
  /** Abbreviation in lower case, without the leading point. */
  readonly abbreviation: string;
  readonly source: 'own' | 'group';
  /** Template and group of a group macro. */
  readonly template?: { readonly id: string; readonly security_group_id: string };
  readonly blocks: readonly LexicalNodeJson[];
}

interface OwnMacro {
  readonly abbreviation: string;
  readonly html: string;
}

/** Preference that stores personal macros. */
export const OWN_MACROS = 'macros';

const useGroupMacros = create<{ readonly macros: readonly Macro[] }>()(() => ({ macros: [] }));

onWipe(() => useGroupMacros.setState({ macros: [] }));

/** Characters allowed after the leading point. */
export const ABBREVIATION = /^[\p{L}\p{N}_-]{2,40}$/u;

/** Derives the abbreviation from a title; `.nlchest` and `nlchest` are equal. */
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

/** Merges both kinds; a personal macro replaces a group's with the same abbreviation. */
export function allMacros(own = ownMacros(), ofGroups = useGroupMacros.getState().macros): Macro[] {
  const taken = new Set(own.map((macro) => macro.abbreviation));
  return [...own, ...ofGroups.filter((macro) => !taken.has(macro.abbreviation))];
}

/** Returns the current macros, sorted by abbreviation. */
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

/** Saves a macro for a group as a tagged template. Replaces one of the same name. */
export async function saveGroupMacro(groupId: string, abbreviation: string, html: string): Promise<void> {
  const name = abbreviationOf(abbreviation);
  const record = { title: `.${name}`, report_html: html, custom_attributes: { kind: MACRO_TAG } };
  const same = macroRows().find(
    (row) => row.security_group_id === groupId && abbreviationOf(row.summary?.title ?? '') === name,
  );
  const view = same
    ? await vault().templates.update(same.id, { record, expected_latest_version_id: same.version_id })
    : await vault().templates.create({ security_group_id: groupId, tags: [MACRO_TAG], record });
  templateCache.put(view);
  await loadGroupMacros();
}

/** Loads the macros of the groups. Skips one that cannot be opened; the template screen shows the reason. */
export async function loadGroupMacros(): Promise<void> {
  if (templateCache.use.getState().progress !== 'complete') await templateCache.load();
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
  return [...templateCache.use.getState().rows.values()].filter(
    (row) => !row.is_deleted && !row.is_archived && isMacro(row),
  );
}
