import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { blobFiles, createDriveFixture, filesHolding } from './drive-fixture.ts';

describe('a process killed in the middle of uploads', () => {
  test('leaves nothing in clear, and the next start removes what it left', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'drive-crash-'));
    const child = spawn(process.execPath, [join(import.meta.dirname, 'upload-child.ts'), dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');

    const left = blobFiles(dataDir);
    expect(left.filter((file) => file.endsWith('.part'))).toHaveLength(2);
    expect(left.every((file) => statSync(file).size > 0)).toBe(true);
    expect(filesHolding(dataDir, 'canary-')).toEqual([]);

    const drive = createDriveFixture(dataDir);
    await drive.drives.sweepAtStart();
    const statuses = drive.db.prepare('SELECT status FROM drive_nodes ORDER BY status').pluck().all();
    expect(statuses).toEqual(['pending', 'ready']);
    expect(drive.blobFiles()).toHaveLength(1);
    drive.close();
  });
});
