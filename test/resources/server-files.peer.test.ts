/** Tests the systemd unit and the container file. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { needs } from '#test/support/left-out.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'resources', 'server');
const UNIT = join(FOLDER, 'sealed-records-vault.service');

/** Limit on systemd's exposure scale from 0 (safe) to 10. */
const EXPOSURE_MAX = 1.5;

describe('sealed-records-vault.service', () => {
  test('is as closed as systemd can tell', needs('systemd-analyze'), () => {
    const args = ['security', '--offline=true', '--no-pager', UNIT];
    const report = execFileSync('systemd-analyze', args, { encoding: 'utf8', stdio: 'pipe' });
    const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(report)?.[1]);
    expect(exposure).toBeLessThanOrEqual(EXPOSURE_MAX);
  });

  test('keeps keys out of swap and dumps, and gives the vault time to close', () => {
    const unit = readFileSync(UNIT, 'utf8');
    for (const line of ['MemorySwapMax=0', 'LimitCORE=0', 'UMask=0077', 'KillSignal=SIGTERM'])
      expect(unit).toContain(`\n${line}\n`);
  });
});

describe('Containerfile', () => {
  test('is not root, has one volume and a health check', () => {
    const text = readFileSync(join(FOLDER, 'Containerfile'), 'utf8');
    expect(text).toMatch(/^USER 10001:10001$/m);
    expect(text.match(/^VOLUME .*$/gm)).toEqual(['VOLUME /vault']);
    expect(text).toMatch(/^HEALTHCHECK /m);
    expect(text).not.toMatch(/curl|wget|chmod 777/);
  });
});
