/** Creates an in-memory bucket for one test; returns its address for `--blobs`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { DOUBLE_KEYS, type S3Double, startS3Double } from './s3-double.ts';
import { testTempDir } from './temp-dir.ts';

const BUCKET = 'vault-files';

export async function doubleBucket(): Promise<{ readonly blobs: string; readonly double: S3Double }> {
  const double = await startS3Double(BUCKET);
  onTestFinished(double.close);
  const credentials = join(testTempDir(), 'keys');
  const { accessKeyId, secretAccessKey } = DOUBLE_KEYS;
  const pairs = [`aws_access_key_id = ${accessKeyId}`, `aws_secret_access_key = ${secretAccessKey}`];
  writeFileSync(credentials, `[default]\n${pairs.join('\n')}\n`, { mode: 0o600 });
  const query = new URLSearchParams({ endpoint: double.endpoint, credentials, cache: '0' });
  return { double, blobs: `s3://${BUCKET}/clinic?${query}` };
}
