import { expect, test } from 'vitest';
import { secondReports } from '#lanes/seeded/second/second-reports.ts';
import { runSeeded, SEEDED } from '#lanes/seeded/seeded-errors.ts';
import { ERROR_KINDS, seededReport } from '#lanes/seeded/seeded-report.ts';
import { runLane } from './run-lane.ts';

test('seeded errors are told in five languages, and right reports are left alone', async (context) => {
  const ran = await runLane(SEEDED, 200, context);
  expect(ran).toMatch(
    /^200 drawn reports in five languages and a second set of phrases, \d+ with an error of 7 claimed kinds/,
  );
});

test('every language has every kind, and each error makes another report', () => {
  const reports = Array.from({ length: 200 }, (_, at) => seededReport(at));
  for (const { right, wrong } of reports) expect(wrong).not.toEqual(right);
  const kinds = new Set(reports.map(({ language, kind }) => `${language} ${kind}`));
  expect(kinds.size).toBe(5 * ERROR_KINDS.length);
});

test('an error no check claims is counted as such, never as told', () => {
  const { claimed, unclaimed } = runSeeded(200);
  const ofSecondSet = secondReports().filter(({ told_by }) => told_by.length > 0).length;
  expect(claimed - ofSecondSet + unclaimed).toBe(200);
  expect(unclaimed).toBeGreaterThan(0);
});
