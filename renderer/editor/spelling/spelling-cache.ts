/**
 * Cache of spelling results per language, so that each word is requested once. Ignored words of a group are
 * in a sealed template of that group. Cleared at every lock.
 */
import { create } from 'zustand';
import { SPELLING_WORDS_MAX, type SpellingLanguage } from '#contract/spelling/routes.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { templateCache } from '#renderer/state/record-cache/record-caches.ts';
import { isKnownWords, SPELLING_TAG } from '#renderer/state/record-cache/template-kinds.ts';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';

/** Limit of ignored words, because a record's attributes are at most 64 KiB. */
const IGNORED_MAX_WORDS = 2000;

const asked = new Map<string, boolean>();
const useIgnored = create<{ readonly words: ReadonlyMap<string, ReadonlySet<string>> }>()(() => ({
  words: new Map(),
}));

onWipe(() => {
  asked.clear();
  useIgnored.setState({ words: new Map() });
});

const keyOf = (language: SpellingLanguage, word: string) => `${language} ${word}`;

/** Returns undefined for a word not yet checked. */
export function isMisspelled(language: SpellingLanguage, word: string, groupId: string): boolean | undefined {
  if (useIgnored.getState().words.get(groupId)?.has(word.toLowerCase())) return false;
  return asked.get(keyOf(language, word));
}

/** Requests results for unchecked words. @returns false if the vault has no dictionary. */
export async function checkWords(language: SpellingLanguage, words: readonly string[]): Promise<boolean> {
  const unknown = [...new Set(words)].filter((word) => !asked.has(keyOf(language, word)));
  for (let at = 0; at < unknown.length; at += SPELLING_WORDS_MAX) {
    const batch = unknown.slice(at, at + SPELLING_WORDS_MAX);
    const { available, misspelled } = await vault().spelling.check(language, batch);
    if (!available) return false;
    const wrong = new Set(misspelled);
    for (const word of batch) asked.set(keyOf(language, word), wrong.has(word));
  }
  return true;
}

/** Calls back after each change of ignored words, until the returned function is called. */
export const onIgnoredChanged = useIgnored.subscribe;

/** Loads the words that groups ignore. A list that cannot be opened counts as empty. */
export async function loadIgnored(): Promise<void> {
  if (templateCache.use.getState().progress !== 'complete') await templateCache.load();
  const read = await Promise.allSettled(listRows().map(({ id }) => vault().templates.get(id)));
  const words = new Map<string, ReadonlySet<string>>();
  for (const result of read) {
    if (result.status === 'rejected') continue;
    const { index, record } = result.value;
    words.set(index.security_group_id, new Set(wordsOf(record.custom_attributes)));
  }
  useIgnored.setState({ words });
}

/** Ignores the word for every member of the group. */
export async function ignoreWord(groupId: string, word: string, title: string): Promise<void> {
  const added = word.toLowerCase();
  const row = listRows().find(({ security_group_id }) => security_group_id === groupId);
  const withWord = (words: readonly string[]) => ({
    kind: SPELLING_TAG,
    words: [...new Set([...words, added])].slice(-IGNORED_MAX_WORDS),
  });
  const view = row
    ? await vault().templates.edit(row.id, (record) => ({
        ...record,
        custom_attributes: withWord(wordsOf(record.custom_attributes)),
      }))
    : await vault().templates.create({
        security_group_id: groupId,
        tags: [SPELLING_TAG],
        record: { title, custom_attributes: withWord([]) },
      });
  templateCache.put(view);
  await loadIgnored();
}

function wordsOf(attributes: Readonly<Record<string, unknown>> | null): string[] {
  const words = attributes?.['words'];
  return Array.isArray(words) ? words.filter((word) => typeof word === 'string') : [];
}

function listRows() {
  return [...templateCache.use.getState().rows.values()].filter(
    (row) => !row.is_deleted && !row.is_archived && isKnownWords(row),
  );
}
