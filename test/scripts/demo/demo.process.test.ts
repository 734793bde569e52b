import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');

describe('npm run demo', () => {
  const run = (...args: string[]) => {
    const temp = mkdtempSync(join(tmpdir(), 'demo-test-'));
    try {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [join(ROOT, 'scripts', 'demo', 'demo.ts'), ...args],
        {
          env: { ...process.env, TMPDIR: temp },
          encoding: 'utf8',
        },
      );
      return { status, stdout, stderr, left: readdirSync(temp) };
    } finally {
      rmSync(temp, { recursive: true });
    }
  };

  test('does the main job from nothing, says so in a table, and leaves nothing behind', () => {
    const { status, stdout, stderr, left } = run();
    expect({ status, stderr, left }).toEqual({ status: 0, stderr: '', left: [] });
    for (const step of [
      '16 DiagnosticReport, 3 ImagingStudy, 4 Patient',
      '409 version_conflict',
      'SHA-256',
      'lock',
    ]) {
      expect(stdout).toContain(step);
    }
  });

  test('takes another folder, and ends with 1 where a step does not hold', () => {
    const { status, stderr, left } = run(join(ROOT, 'test', 'scripts'));
    expect({ status, left }).toEqual({ status: 1, left: [] });
    expect(stderr).toContain('import FHIR bundles');
  });
});
