import { describe, expect, test } from 'vitest';
import { createSubmission } from '#renderer/components/forms/submit-once.ts';

function counted() {
  let made = 0;
  return createSubmission(() => {
    made += 1;
    return `key-${made}`;
  });
}

describe('createSubmission', () => {
  test('a second submit is refused while the first is under way', () => {
    const submission = counted();
    expect(submission.begin({ name: 'Board' })).toBe('key-1');
    expect(submission.begin({ name: 'Board' })).toBeUndefined();
    expect(submission.begin({ name: 'Another' })).toBeUndefined();
  });

  test('a failed try is repeated under its own key', () => {
    const submission = counted();
    submission.begin({ name: 'Board' });
    submission.end('failed');
    expect(submission.begin({ name: 'Board' })).toBe('key-1');
  });

  test('another body after a failure gets another key', () => {
    const submission = counted();
    submission.begin({ name: 'Board' });
    submission.end('failed');
    expect(submission.begin({ name: 'Thorax board' })).toBe('key-2');
  });

  test('what has succeeded is not sent again; another body is, under a new key', () => {
    const submission = counted();
    submission.begin({ name: 'Board' });
    submission.end('succeeded');
    expect(submission.begin({ name: 'Board' })).toBeUndefined();
    expect(submission.begin({ name: 'Thorax board' })).toBe('key-2');
    submission.end('failed');
    expect(submission.begin({ name: 'Thorax board' })).toBe('key-2');
  });

  test('keys are of the length the vault takes', () => {
    expect(createSubmission().begin({})).toMatch(/^[0-9a-f-]{36}$/);
  });
});
