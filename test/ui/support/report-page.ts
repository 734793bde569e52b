/** Steps shared by editor specs: opening a report, waiting for its state, writing beside it. */
import type { Page } from '@playwright/test';
import type { VaultClient } from '#sdk/client.ts';
import { expect, goTo } from './fixtures.ts';

interface FieldOptions {
  readonly kind?: string;
  readonly options?: readonly string[];
  readonly unit?: string;
  readonly preset?: string;
  readonly completion?: 'alert' | 'prohibit';
}

/** Returns a field in stored report HTML, open unless filled. */
export function field(id: string, label: string, options: FieldOptions = {}, filled?: string): string {
  const { kind = 'text', options: choices = [], unit, preset = '', completion } = options;
  const attributes = [
    `data-field="${id}"`,
    `data-field-label="${label}"`,
    `data-field-kind="${kind}"`,
    choices.length > 0 ? `data-field-options='${JSON.stringify(choices)}'` : '',
    unit ? `data-field-unit="${unit}"` : '',
    completion ? `data-field-completion="${completion}"` : '',
    preset ? `data-field-default="${preset}"` : '',
    filled === undefined ? '' : 'data-field-filled="true"',
  ];
  return `<span ${attributes.filter(Boolean).join(' ')}>${filled ?? (preset || '___')}</span>`;
}

export function section(code: string, title: string, body: string): string {
  return `<h2 data-section-code="${code}">${title}</h2>${body}`;
}

export const SHORT_REPORT = [
  section('59776-5', 'Findings', '<p>Lungs clear.</p>'),
  section('19005-8', 'Impression', '<p>No acute finding.</p>'),
  section('18783-1', 'Recommendation', '<p>None.</p>'),
].join('');

interface NewExam {
  readonly title?: string;
  readonly html?: string;
  readonly patient_id?: string;
  readonly status?: string;
  readonly exam_date?: string;
}

/** Seals an exam; returns its id. */
export async function sealExam(client: VaultClient, group: string, exam: NewExam = {}): Promise<string> {
  const view = await client.exams.create({
    security_group_id: group,
    patient_id: exam.patient_id ?? null,
    record: {
      title: exam.title ?? 'CT chest',
      modality: 'CT',
      exam_date: exam.exam_date ?? '2026-05-12T07:40:00Z',
      report_html: exam.html ?? SHORT_REPORT,
      custom_attributes: exam.status ? { report: { status: exam.status } } : null,
    },
  });
  return view.index.document_id;
}

export async function sealPatient(client: VaultClient, group: string): Promise<string> {
  const view = await client.patients.create({
    security_group_id: group,
    record: {
      display_name: 'Kastellan, Mirela',
      legal_name: 'Mirela Ana Kastellan',
      birth_date: '1961-03-14',
      biological_sex: 'female',
      identifiers: [{ type: 'MRN', value: '00482-117' }],
    },
  });
  return view.index.document_id;
}

/** Seals a version beside the open editor, as a script does. */
export async function sealBeside(
  client: VaultClient,
  id: string,
  change: (html: string) => string,
): Promise<void> {
  await client.exams.edit(id, (record) => ({
    ...record,
    report_lexical: null,
    report_html: change(record.report_html ?? ''),
  }));
}

export const report = (page: Page) => page.getByRole('textbox', { name: 'Report' });
export const shell = (page: Page) => page.getByTestId('report-shell');
/** Says what is safe; an alert while the draft is not. */
/** Save status of the shown view, because the hidden text keeps its own. */
export const saveState = (page: Page) =>
  page.locator('.saveline').filter({ visible: true }).locator('.save[role]');

export async function openExam(page: Page, id: string): Promise<void> {
  await goTo(page, `exams/${id}`);
  await expect(report(page)).toBeVisible();
}

/** Puts the caret at the end of the line with this text. */
export async function caretAfter(page: Page, text: string): Promise<void> {
  await report(page).getByText(text, { exact: true }).click();
  await page.keyboard.press('End');
}

/** Waits for a draft with a higher revision than `after`; returns its revision. */
export async function draftSaved(page: Page, after = 0): Promise<number> {
  const revision = async () => Number((await shell(page).getAttribute('data-draft-rev')) || 0);
  await expect.poll(revision, { intervals: [100] }).toBeGreaterThan(after);
  return revision();
}

export async function atVersion(page: Page, seq: number): Promise<void> {
  await expect(shell(page)).toHaveAttribute('data-version-seq', String(seq));
}

export async function paste(page: Page, data: Readonly<Record<string, string>>): Promise<void> {
  await report(page).evaluate((element, types) => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(types)) clipboardData.setData(type, text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, data);
}

/** Returns the words the sign gate has led to, which are marked and not selected. */
export function wordsAsked(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...(CSS.highlights.get('asked') ?? [])].map((range) =>
      (range.startContainer.textContent ?? '').slice(range.startOffset, range.endOffset),
    ),
  );
}

/** Signs by keys through the gate, which must allow it. */
export async function signAsFinal(page: Page): Promise<void> {
  await page.keyboard.press('Control+Shift+Enter');
  const gate = page.getByRole('complementary', { name: 'Sign as final' });
  await gate.getByRole('button', { name: 'Sign as final' }).click();
}
