/**
 * Changes existing macros: renames the abbreviation, replaces the text, deletes. Macros of a group are sealed
 * as templates.
 */
import { vault } from '#renderer/api/vault-client.ts';
import { rootOf } from '#renderer/editor/editing-session/report-text.ts';
import { setPreference } from '#renderer/state/preferences-store.ts';
import { templateCache } from '#renderer/state/record-cache/record-caches.ts';
import { textOfState } from '#report/plain-text.ts';
import { htmlOfState } from '#report/pure/html-from-state.ts';
import {
  abbreviationOf,
  keptMacros,
  loadGroupMacros,
  type Macro,
  OWN_MACROS,
  saveOwnMacro,
} from './macro-store.ts';

export async function renameMacro(macro: Macro, name: string): Promise<void> {
  const abbreviation = abbreviationOf(name);
  if (!macro.template) {
    const list = keptMacros().map((kept) =>
      kept.abbreviation === macro.abbreviation ? { ...kept, abbreviation } : kept,
    );
    await setPreference(OWN_MACROS, list);
    return;
  }
  const title = `.${abbreviation}`;
  templateCache.put(await vault().templates.edit(macro.template.id, (record) => ({ ...record, title })));
  await loadGroupMacros();
}

/** Deletes a personal macro at once; moves a group's to the trash. */
export async function deleteMacro({ abbreviation, template }: Macro): Promise<void> {
  if (!template) {
    await setPreference(
      OWN_MACROS,
      keptMacros().filter((kept) => kept.abbreviation !== abbreviation),
    );
    return;
  }
  templateCache.putIndex(await vault().templates.delete(template.id));
  await loadGroupMacros();
}

/** Returns the lines of a plain-text macro. Undefined if fields, headings or formatting would be lost. */
export function plainLines({ blocks }: Macro): string | undefined {
  const lines = textOfState(rootOf(blocks))
    .split('\n')
    .filter((line) => line.trim() !== '');
  return htmlOfLines(lines.join('\n')) === htmlOfState(rootOf(blocks)) ? lines.join('\n') : undefined;
}

export async function changeMacroLines({ abbreviation }: Macro, lines: string): Promise<void> {
  await saveOwnMacro(abbreviation, htmlOfLines(lines));
}

function htmlOfLines(lines: string): string {
  return lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const paragraph = document.createElement('p');
      paragraph.textContent = line.trim();
      return paragraph.outerHTML;
    })
    .join('');
}
