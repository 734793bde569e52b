/**
 * Local history of a draft: recent states, and texts that another text replaced. Entries are sealed in memory
 * for their author and survive navigation and locking. They end when the draft becomes a version.
 */
import { openText, type SealedText, sealText } from '#renderer/state/unsaved/encrypt-in-memory.ts';
import { type HistoryEntry, type MomentKind, pruneHistory } from './prune-history.ts';

export interface JournalText {
  /** Editor state of the whole report, serialized. */
  readonly lexical: string;
  /** Number of leading blocks that belong to the signed text above an addendum. */
  readonly kept_blocks: number;
  /** Merge base of that text; a merge may have replaced it since. */
  readonly base_version_id: string | null;
}

export interface JournalEntry extends HistoryEntry, SealedText {}

interface Journal {
  readonly principal_id: string;
  readonly entries: readonly JournalEntry[];
  /** SHA-256 of the newest text, so that an unchanged text adds no entry. */
  readonly newest: string;
}

const DRAFTS_MAX = 12;

const journals = new Map<string, Journal>();
/** Serial queue, so that entries keep the order of their times. */
let writing: Promise<void> = Promise.resolve();

/** Adds an entry; `slot` names the draft, as in `exams/{id}`. */
export function addHistoryEntry(
  principalId: string,
  slot: string,
  kind: MomentKind,
  text: JournalText,
  now = Date.now(),
): Promise<void> {
  writing = writing.then(() => note(principalId, slot, kind, text, now)).catch(() => undefined);
  return writing;
}

async function note(
  principalId: string,
  slot: string,
  kind: MomentKind,
  text: JournalText,
  now: number,
): Promise<void> {
  const newest = await digestOf(text.lexical);
  const known = journals.get(slot);
  const own = known?.principal_id === principalId ? known : undefined;
  if (own?.newest === newest) return;
  const sealed = await sealText(text);
  const entry: JournalEntry = { at: now, kind, bytes: sealed.sealed.byteLength, ...sealed };
  const entries = pruneHistory([...(own?.entries ?? []), entry], now);
  // Move the draft to the end, so that the oldest draft is removed first.
  journals.delete(slot);
  journals.set(slot, { principal_id: principalId, entries, newest });
  for (const oldest of [...journals.keys()].slice(0, -DRAFTS_MAX)) journals.delete(oldest);
}

/** Returns the entries newest first, and none to another person. Waits for entries still being added. */
export async function historyEntries(principalId: string, slot: string): Promise<readonly JournalEntry[]> {
  await writing;
  const journal = journals.get(slot);
  return journal?.principal_id === principalId ? journal.entries.toReversed() : [];
}

export async function textAt(entry: JournalEntry): Promise<JournalText> {
  const text = await openText(entry);
  if (!isJournalText(text)) throw new Error('This moment of the draft does not open.');
  return text;
}

/** Deletes the history of a draft that became a version. */
export function clearHistory(slot: string): void {
  writing = writing.then(() => void journals.delete(slot));
}

async function digestOf(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  bytes.fill(0);
  return new Uint8Array(digest).join();
}

function isJournalText(value: unknown): value is JournalText {
  return (
    typeof value === 'object' &&
    value !== null &&
    'lexical' in value &&
    typeof value.lexical === 'string' &&
    'kept_blocks' in value &&
    typeof value.kept_blocks === 'number' &&
    'base_version_id' in value &&
    (value.base_version_id === null || typeof value.base_version_id === 'string')
  );
}
