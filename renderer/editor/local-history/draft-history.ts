/**
 * The journal of a draft: what stood in it at moments of the last minutes, and whatever another text was put in the
 * place of. Sealed in memory like held text, for the person who wrote it, through navigation and lock; it ends
 * with the draft, when the text has become a version. Knows no editor.
 */
import { openText, type SealedText, sealText } from '#renderer/state/unsaved/encrypt-in-memory.ts';
import { type HistoryEntry, type MomentKind, pruneHistory } from './prune-history.ts';

export interface JournalText {
  /** The whole report, serialized. */
  readonly lexical: string;
  /** How many of its first blocks belong to the signed text above an addendum. */
  readonly kept_blocks: number;
  /** The version it was begun from; another one may have been taken in since. */
  readonly base_version_id: string | null;
}

export interface JournalEntry extends HistoryEntry, SealedText {}

interface Journal {
  readonly principal_id: string;
  readonly entries: readonly JournalEntry[];
  /** SHA-256 of the newest text: one that is the same is no moment of its own. */
  readonly newest: string;
}

const DRAFTS_MAX = 12;

const journals = new Map<string, Journal>();
/** One after the other, so that the order of the entries is that of the moments. */
let writing: Promise<void> = Promise.resolve();

/** `slot` names the draft, e.g. `exams/{id}`. */
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
  // The draft written last stands last, so that the oldest is the first to go.
  journals.delete(slot);
  journals.set(slot, { principal_id: principalId, entries, newest });
  for (const oldest of [...journals.keys()].slice(0, -DRAFTS_MAX)) journals.delete(oldest);
}

/** Newest first; nothing for anybody else. Waits for what is being noted. */
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

/** The draft has become a version. */
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
