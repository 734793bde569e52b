/**
 * Parses the search box: words and the operators `modality: date: tag: state: has: id:`. Unknown operators
 * count as words, so that no input is ignored silently.
 */
import { foldText, wordsOf } from '#records/folded-text.ts';
import { STATE_LOOKS, type StateKey } from '#renderer/components/records/record-state.ts';
import { type ExamFilter, NO_FILTER } from '#renderer/lists/worklist/exam-filter.ts';

const TOKEN = /(?:(\w+):)?(?:"([^"]*)"?|(\S+))/gu;
const DATE_PART = /^\d{4}(-\d{2}(-\d{2})?)?$/;
const STATE_KEYS = new Map(Object.keys(STATE_LOOKS).map((key) => [key.toLowerCase(), key as StateKey]));

export function parseSearch(text: string): ExamFilter {
  let filter = NO_FILTER;
  for (const match of text.matchAll(TOKEN)) {
    const [, operator, quoted, bare] = match;
    const value = quoted ?? bare ?? '';
    const next = operator === undefined ? undefined : withOperator(filter, operator.toLowerCase(), value);
    if (next) filter = next;
    else filter = { ...filter, words: [...filter.words, ...wordsOf(match[0])] };
  }
  return filter;
}

function withOperator(filter: ExamFilter, operator: string, value: string): ExamFilter | undefined {
  switch (operator) {
    case 'modality':
      return { ...filter, modalities: list(filter.modalities, value.toUpperCase()) };
    case 'tag':
      return { ...filter, tags: list(filter.tags, value) };
    case 'date':
      return withDate(filter, value);
    case 'state': {
      const keys = value.split(',').flatMap((name) => STATE_KEYS.get(name.trim().toLowerCase()) ?? []);
      return keys.length > 0 ? { ...filter, states: [...filter.states, ...keys] } : undefined;
    }
    case 'has':
      return value.toLowerCase() === 'draft' ? { ...filter, has_draft: true } : undefined;
    case 'id':
      return value === '' ? filter : { ...filter, identifier: foldText(value) };
    default:
      return undefined;
  }
}

function list(known: readonly string[], value: string): string[] {
  return [...known, ...value.split(',').flatMap((part) => part.trim() || [])];
}

/** Accepts a year, month, day, or `from..to`; `2026-05` covers the whole month. */
function withDate(filter: ExamFilter, value: string): ExamFilter | undefined {
  const [from = '', to = from] = value.split('..');
  if ((from !== '' && !DATE_PART.test(from)) || (to !== '' && !DATE_PART.test(to))) return undefined;
  if (from === '' && to === '') return undefined;
  // Dates compare as text: `2026-05` sorts before and `2026-05~` after every day of that month.
  return { ...filter, date_from: from || undefined, date_to: to === '' ? undefined : `${to}~` };
}
