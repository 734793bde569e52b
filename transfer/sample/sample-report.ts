/** The report of a sample exam as HTML with section codes, and the attributes of its record. */
import type { JsonObject } from '#contract/documents/records.ts';
import { withFollowUp } from '#records/reports/follow-ups.ts';
import { withReportFacts } from '#records/reports/report-status.ts';
import { withReportLanguage } from '#records/reports/stated-report-language.ts';
import { withSampleMark } from '#records/sample/sample-mark.ts';
import { escapeText } from '#report/html/html-text.ts';
import { SECTIONS, sectionTitle } from '#report/state/section-titles.ts';
import type { SampleExam } from './sample-exams.ts';
import type { SampleReport, SampleTexts } from './texts/en.ts';

export type SampleLanguage = 'en' | 'de';

const HOUR_MS = 3_600_000;

/** `added`: with what was added to the findings later. */
export function reportHtml(report: SampleReport, language: SampleLanguage, added: boolean): string {
  const sections = [
    ['indication', [report.indication]],
    ['findings', [...report.findings, ...(added && report.added !== undefined ? [report.added] : [])]],
    ['impression', report.impression],
  ] as const;
  return sections
    .map(([key, lines]) => {
      const section = SECTIONS.find((known) => known.key === key);
      if (section === undefined) throw new Error(`No section is called ${key}.`);
      const title = escapeText(sectionTitle(section, language));
      const text =
        lines.length === 0 ? '<p></p>' : lines.map((line) => `<p>${escapeText(line)}</p>`).join('');
      return `<h2 data-section-code="${section.code}">${title}</h2>${text}`;
    })
    .join('');
}

interface Circumstances {
  readonly texts: SampleTexts;
  readonly language: SampleLanguage;
  readonly accession: string;
  /** Name of who makes the sample practice. */
  readonly by: string;
  readonly nowMs: number;
  /** Status of the report; undefined for none. */
  readonly status: string | undefined;
}

export function attributesOf(exam: SampleExam, report: SampleReport, given: Circumstances): JsonObject {
  const { texts, language, accession, by, nowMs, status } = given;
  const made_at = new Date(nowMs - exam.hoursAgo * HOUR_MS).toISOString();
  const isSigned = status === 'final' || status === 'appended' || status === 'amended';
  const plain = withReportLanguage(withSampleMark({ accession_number: accession }), language);
  const stated =
    status === undefined
      ? plain
      : withReportFacts(plain, {
          status,
          ...(isSigned ? { signed_by: by, signed_at: new Date(nowMs).toISOString() } : {}),
        });
  const followed =
    exam.followUpDays === undefined || report.follow_up === undefined
      ? stated
      : withFollowUp(stated, {
          follow_up_id: `sample-${exam.key}`,
          text: report.follow_up,
          due: new Date(nowMs + exam.followUpDays * 24 * HOUR_MS).toISOString().slice(0, 10),
          whose: texts.responsible,
          made_by: by,
          made_at,
          moved: [],
          done: null,
        });
  if (exam.isCritical !== true || report.critical === undefined) return { ...followed };
  return {
    ...followed,
    critical_result: { category: 'red', finding: report.critical, found_at: made_at },
  };
}
