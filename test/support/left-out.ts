/**
 * Options that skip a test where it cannot run, with the reason in the run's report: `test('…', needs('openssl'),
 * …)`, `describe('…', onlyWhere(isLinux, 'core dumps are Linux’s'), …)`.
 */
import type { TestContext } from 'vitest';
import { findChromium } from '#scripts/find-chromium.ts';
import { POSTGRES_PROGRAMS } from '#scripts/postgres/cluster.ts';
import { HAS_RADOSGW } from '#scripts/s3/radosgw.ts';
import { whyMissing } from '#scripts/testing/external-programs.ts';
import type {} from '#scripts/testing/vitest-reporter.ts';

interface LeftOut {
  readonly skip: boolean;
  readonly meta: { readonly leftOut?: string };
}

/** Skips for the reason, if there is one. */
export function unless(reason: string | undefined): LeftOut {
  return reason === undefined ? { skip: false, meta: {} } : { skip: true, meta: { leftOut: reason } };
}

/** @param reason sentence that names what is missing */
export function onlyWhere(isSo: boolean, reason: string): LeftOut {
  return unless(isSo ? undefined : reason);
}

/** Skips if one of these external programs is missing. */
export function needs(...programs: readonly string[]): LeftOut {
  return unless(whyMissing(programs));
}

export function needsChromium(): LeftOut {
  return onlyWhere(findChromium() !== undefined, 'Chromium (Debian: chromium) is not installed');
}

export function needsPostgres(): LeftOut {
  return onlyWhere(POSTGRES_PROGRAMS !== undefined, 'PostgreSQL (Debian: postgresql) is not installed');
}

export const NO_CEPH = 'Ceph (Debian: radosgw, ceph-mon, ceph-osd) is not installed';

export function needsRadosgw(): LeftOut {
  return onlyWhere(HAS_RADOSGW, NO_CEPH);
}

/** Skips a running test that learns only then what it needs. */
export function requirePrograms(context: TestContext, ...programs: readonly string[]): void {
  const reason = whyMissing(programs);
  if (reason !== undefined) context.skip(reason);
}
