import { LETTERHEAD_TEXTS, type Letterhead, type LetterheadTexts } from '#contract/exchange/letter.ts';
import { LETTERHEAD_KIND } from '#records/letter/letterhead.ts';
import { vault } from '#renderer/api/vault-client.ts';
import type { GroupLetterhead } from '#renderer/components/paper/use-letterheads.ts';
import { templateCache } from '#renderer/state/record-cache/record-caches.ts';
import { LETTERHEAD_TAG } from '#renderer/state/record-cache/template-kinds.ts';

/** Seals the group's letterhead as a new version, or as its first. */
export async function sealLetterhead(
  groupId: string,
  stored: GroupLetterhead | undefined,
  letterhead: Letterhead,
): Promise<void> {
  const title = stored?.title || letterhead.name.trim() || LETTERHEAD_TAG;
  const variants = Object.fromEntries(
    Object.entries(letterhead.variants)
      .map(([modality, texts]) => [modality, filled(texts)] as const)
      .filter(([, texts]) => Object.keys(texts).length > 0),
  );
  const custom_attributes = { kind: LETTERHEAD_KIND, letterhead: { ...letterhead, variants } };
  const record = { title, custom_attributes };
  const view =
    stored === undefined
      ? await vault().templates.create({ security_group_id: groupId, tags: [LETTERHEAD_TAG], record })
      : await vault().templates.update(stored.id, {
          record,
          expected_latest_version_id: stored.version_id,
        });
  templateCache.put(view);
}

function filled(texts: Partial<LetterheadTexts>): Partial<LetterheadTexts> {
  return Object.fromEntries(
    LETTERHEAD_TEXTS.flatMap((key) => (texts[key]?.trim() ? [[key, texts[key]]] : [])),
  );
}
