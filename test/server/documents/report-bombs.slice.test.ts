/** Tests expensive reports: other requests are served meanwhile. */
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paragraph, reportState } from '#scripts/samples/report-state.ts';
import { type InitialisedServer, startInitialisedServer } from '#test/support/start-tls-server.ts';

const KIB = 1024;
const HALF_MAX_CHARS = 4 * KIB * KIB;
/** Minimum number of small requests served meanwhile; without a worker there would be none. */
const MEANWHILE = 3;
/** Pause between further requests, which leaves the processor to the large one. */
const PAUSE_MS = 20;

let vault: InitialisedServer;
beforeAll(async () => {
  vault = await startInitialisedServer();
});
afterAll(() => vault.stop());

const nestedHtml = (tag: string) => `<${tag}>`.repeat((255 * KIB) / (tag.length + 2));
/** JSON within JSON, mostly escape characters. */
const quotedJson = () => reportState(paragraph('\\"'.repeat(900_000)));

test.each([
  ['255 KiB of nested blocks', { report_html: nestedHtml('div') }],
  ['255 KiB of nested formats', { report_html: nestedHtml('b') }],
  ['255 KiB of nested lists', { report_html: nestedHtml('ul><li') }],
  ['255 KiB of a nested table', { report_html: nestedHtml('table><tr><td') }],
  ['8 MB of quoted JSON', { report_lexical: quotedJson() }],
])(
  '%s',
  async (_what, report) => {
    const { security_group_id, token, desktop } = vault;
    const body = { security_group_id, record: { title: 'bomb', ...report } };
    let isOver = false;
    const bomb = desktop.send('/v1/exams', { method: 'POST', token, body }).finally(() => {
      isOver = true;
    });
    let served = 0;
    while (!isOver && served < 1000) {
      const { status } = await desktop.send('/v1/session', { token });
      expect(status).toBe(200);
      if (!isOver) served += 1;
      if (served > MEANWHILE) await setTimeout(PAUSE_MS);
    }
    const { status, json } = await bomb;
    expect([201, 422]).toContain(status);
    expect(served).toBeGreaterThanOrEqual(MEANWHILE);
    // Derived content is limited too.
    for (const half of ['report_html', 'report_lexical'])
      expect(json.record?.[half]?.length ?? 0).toBeLessThanOrEqual(HALF_MAX_CHARS);
  },
  60_000,
);
