/** Runs the script of docs/guide/sdk.md. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';

const ROOT = join(import.meta.dirname, '..', '..');

describe('the script of docs/guide/sdk.md', () => {
  let vault: LiveVault;
  beforeAll(async () => {
    vault = await startLiveVault();
  });
  afterAll(() => vault.close());

  test('adds a patient, an exam with its report, and a file', async () => {
    const page = readFileSync(join(ROOT, 'docs', 'guide', 'sdk.md'), 'utf8');
    const code = /```ts\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
    expect(code.split('\n').length).toBeLessThan(30);
    const script = join(vault.root, 'script.ts');
    writeFileSync(script, code.replaceAll("'./sdk/", `'${pathToFileURL(ROOT)}/sdk/`));
    const child = spawn(process.execPath, [script, join(ROOT, 'docs', 'guide', 'sdk.md')], {
      env: { ...process.env, SRVAULT_PROFILE: vault.profile },
      stdio: 'inherit',
    });
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
    const client = vault.connect();
    const [exam] = await client.exams.list({ q: 'ultrasound' }).toArray({ limit: 2 });
    expect(exam?.summary?.patient_name).toBe('Ada Example');
    const id = exam?.index.document_id ?? '';
    expect((await client.exams.get(id)).record.report_html).toContain('<table>');
    const files = await client.drive(vault.group).list({ exam_id: id }).toArray({ limit: 2 });
    expect(files.map(({ name }) => name)).toEqual(['sdk.md']);
  });
});
