/** Two foreign readers find nothing wrong with the drawn pictures: DCMTK reads them, dciodvfy checks them by PS3.3. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PHANTOMS } from '#sample/pictures/phantoms.ts';
import { sampleObjects } from '#sample/pictures/sample-objects.ts';
import { runPeer } from '#test/support/dicom/peer.ts';
import { needs } from '#test/support/left-out.ts';
import { testTempDir } from '#test/support/temp-dir.ts';
import { SAMPLE_STUDY } from './sample-study.ts';

describe('the sample pictures', needs('dcmdump', 'dciodvfy'), () => {
  test.each(PHANTOMS)('%s are valid objects', async (kind) => {
    const dir = testTempDir();
    for (const { instance_uid, file } of sampleObjects({ ...SAMPLE_STUDY, kind })) {
      const path = join(dir, `${instance_uid}.dcm`);
      writeFileSync(path, file);
      expect((await runPeer('dcmdump', ['-q', path])).output).toContain('(0010,0010) PN [Sample^Anna]');
      const { output } = await runPeer('dciodvfy', [path]);
      expect(output.split('\n').filter((line) => line.startsWith('Error'))).toEqual([]);
      expect(output).toMatch(/^(?:CT|MR|US|CR)Image$/m);
    }
  });
});
