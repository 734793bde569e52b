/**
 * Selects the items of the starter set that a group does not have yet, by title, so that adding can be repeated
 * after a failure or for another choice.
 */
import type { StarterItem } from './starter-set.ts';

interface PresentTemplate {
  readonly security_group_id: string;
  readonly is_deleted: boolean;
  readonly title: string | null;
}

export function missingItems(
  items: readonly StarterItem[],
  present: Iterable<PresentTemplate>,
  groupId: string,
): StarterItem[] {
  const titles = new Set(
    [...present]
      .filter((row) => row.security_group_id === groupId && !row.is_deleted)
      .map((row) => foldedTitle(row.title ?? '')),
  );
  return items.filter(({ title }) => !titles.has(foldedTitle(title)));
}

function foldedTitle(title: string): string {
  return title.trim().toLowerCase();
}
