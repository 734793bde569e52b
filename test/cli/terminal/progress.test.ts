import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { CliContext } from '#cli/context.ts';
import { bytesOf, bytesText, durationText } from '#cli/terminal/amount-text.ts';
import { displayWidth, shortened } from '#cli/terminal/display-width.ts';
import { createProgressBar, type Progress, progressLine } from '#cli/terminal/progress.ts';

const MIB = 1024 * 1024;
const half: Progress = {
  label: 'scan.tar',
  unit: 'bytes',
  done: 1024 * MIB,
  total: 2048 * MIB,
  perSecond: 32 * MIB,
};

describe('a bar', () => {
  test('says how far, how much, how fast and how long still', () => {
    expect(progressLine(half, 100)).toBe(
      'scan.tar [###############...............] 50 %  1.0 of 2.0 GiB  32.0 MiB/s  32 s left',
    );
    expect(progressLine({ ...half, unit: 'files', done: 3, total: 12, perSecond: 0.5 }, 100)).toMatch(
      /25 % {2}3 of 12 files {2}0\.5\/s {2}18 s left$/,
    );
    expect(progressLine({ ...half, unit: 'steps', done: 3, total: 12, perSecond: 0.5 }, 100)).toMatch(
      /\] 25 % {2}18 s left$/,
    );
    expect(progressLine({ ...half, total: undefined }, 100)).toBe('scan.tar 1.0 GiB  32.0 MiB/s');
  });

  const labels = [
    'a',
    'scan.tar',
    'a very long name of a file that nobody reads to its end.tar.gz',
    '検査の画像一覧',
  ];
  test.each(
    labels.flatMap((label) => [1, 7, 12, 20, 30, 40, 60, 79, 80, 200].map((columns) => ({ label, columns }))),
  )('of «$label» leaves the last of $columns columns free', ({ label, columns }) => {
    for (const total of [undefined, half.total]) {
      const line = progressLine({ ...half, label, total }, columns);
      expect(displayWidth(line)).toBeLessThan(columns);
    }
  });

  test('keeps what says most where there is little room', () => {
    expect(progressLine(half, 30)).toMatch(/^scan\S* \[[#.]{8,}\] 50 %$|50 % {2}32 s left$/);
    expect(progressLine(half, 20)).toContain('50 %');
  });
});

function watched(columns: number) {
  const drawn: string[] = [];
  const clock = { ms: 0 };
  const context: CliContext = {
    env: {},
    stdin: Readable.from([]),
    stdout: () => undefined,
    stdoutBytes: (_bytes, done) => done(),
    stderr: (text) => void drawn.push(text),
    isInteractive: true,
    columns: () => columns,
    signal: new AbortController().signal,
  };
  return { bar: (label: string) => createProgressBar(context, label, 'bytes', () => clock.ms), drawn, clock };
}

describe('createProgressBar', () => {
  test('draws in one line, at most ten times a second, with the rate of the last seconds', () => {
    const { bar, drawn, clock } = watched(90);
    const { update, clear } = bar('f');
    for (let done = 0; done <= 40; done += 1) {
      clock.ms = done * 500;
      // Slow at first, then twice as fast.
      update((done <= 20 ? done : 2 * done - 20) * MIB, 100 * MIB);
      update(done * MIB + 1, 100 * MIB);
    }
    expect(drawn).toHaveLength(41);
    expect(drawn[1]).not.toContain('/s');
    expect(drawn.at(-1)?.startsWith('\r\u001B[Kf [')).toBe(true);
    expect(drawn.at(-1)).toMatch(/#\.+\] 60 % {2}60\.0 of 100\.0 MiB {2}4\.0 MiB\/s {2}10 s left$/);
    clear();
    expect(drawn.at(-1)).toBe('\r\u001B[K');
  });

  test('a name cannot reach the terminal with control characters', () => {
    const { bar, drawn } = watched(60);
    bar('\u001B]0;evil\u0007.bin').update(1, 2);
    expect(drawn[0]?.replace('\r\u001B[K', '')).not.toMatch(/\p{Cc}/u);
  });
});

test('amounts are told in units that are read', () => {
  expect([0, 903, 1024, 903_920_425, 1024 ** 4].map(bytesText)).toEqual([
    '0 B',
    '903 B',
    '1.0 KiB',
    '862.0 MiB',
    '1.0 TiB',
  ]);
  expect(bytesText(1024 ** 2 - 1)).toBe('1.0 MiB');
  expect(bytesOf(1.2 * 1024 ** 3, 3 * 1024 ** 3)).toBe('1.2 of 3.0 GiB');
  expect([0, 59.2, 60, 179, 3600, 7_800].map(durationText)).toEqual([
    '1 s',
    '60 s',
    '1 min',
    '3 min',
    '1 h 0 min',
    '2 h 10 min',
  ]);
});

test('widths count what a terminal shows', () => {
  expect(['ab', 'é', 'e\u0301', '検査', '한', '👍', 'a\u200Bb'].map(displayWidth)).toEqual([
    2, 1, 1, 4, 2, 2, 2,
  ]);
  expect([
    shortened('検査の画像', 5),
    shortened('short', 5),
    shortened('longer', 1),
    shortened('x', 0),
  ]).toEqual(['検査…', 'short', '…', '']);
});
