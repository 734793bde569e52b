import type { VaultClient } from '#sdk/client.ts';

const ALL = { limit: 1000 };

/** Returns the texts of every version and draft, each opened. */
export async function textsAt({ exams }: VaultClient, id: string): Promise<Set<string>> {
  const texts = new Set<string>();
  const add = ({ report_html }: { readonly report_html: string | null }) =>
    texts.add(String(report_html).replaceAll(/<[^>]*>/g, ''));
  const { index } = await exams.get(id);
  for (const { version_id } of await exams.versions(id).toArray(ALL))
    add((await exams.get(id, { version_id })).record);
  if (index.meta.has_draft) add((await exams.draft.get(id)).record);
  for (const draft of await exams.drafts(id).toArray(ALL))
    add((await exams.discardedDraft(id, draft.draft_rev)).record);
  return texts;
}
