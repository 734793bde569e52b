/** A clinic whose vault can go away and come back, and its laptops, which end with the test. */
import { onTestFinished } from 'vitest';
import { type Clinic, startClinicWith } from '#scripts/laptops/clinic.ts';
import { CLINIC_PASSPHRASE } from './served-folder.ts';
import { testTempDir } from './temp-dir.ts';

export type { Clinic };

export function startClinic(): Promise<Clinic> {
  return startClinicWith({ tempDir: testTempDir, onEnd: onTestFinished, passphrase: CLINIC_PASSPHRASE });
}
