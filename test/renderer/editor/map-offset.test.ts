import { describe, expect, test } from 'vitest';
import { mapOffset } from '#renderer/editor/concurrent-edits/merge-sections-into-editor.ts';

/** Returns the text after mapping, with the caret as a bar. */
function moved(before: string, after: string): string {
  const offset = mapOffset(before.replace('|', ''), after, before.indexOf('|'));
  return `${after.slice(0, offset)}|${after.slice(offset)}`;
}

describe('movedOffset', () => {
  test('a caret stays before the letters it stood before', () => {
    expect(moved('Lungs |clear.', 'Both lungs clear. Heart normal.')).toBe(
      'Both lungs |clear. Heart normal.',
    );
    expect(moved('Lungs cl|ear.', 'Lungs and pleura clear.')).toBe('Lungs and pleura cl|ear.');
    expect(moved('|Lungs clear.', 'Lungs clear. Heart normal.')).toBe('|Lungs clear. Heart normal.');
  });

  test('at the end it stays behind what was written, not behind what came after it', () => {
    expect(moved('Lungs clear.|', 'Lungs clear. Heart normal.')).toBe('Lungs clear.| Heart normal.');
  });

  test('in a word that went it goes to where the word was', () => {
    expect(moved('Lungs haz|y today.', 'Lungs today.')).toBe('Lungs |today.');
    expect(moved('Gone|.', '')).toBe('|');
  });
});
