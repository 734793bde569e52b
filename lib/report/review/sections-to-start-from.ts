/**
 * Sections of a prior report that a new one may start from. What was asked, told and done then belongs to that exam, and
 * an addendum to its signed text.
 */
import type { ReportSection } from './section-list.ts';

/** History, clinical information, request, indication, procedure and comparison. */
const OF_THAT_EXAM: ReadonlySet<string> = new Set([
  '11329-0',
  '55752-0',
  '55115-0',
  '18785-6',
  '55111-9',
  '18834-2',
]);

/** Dated heading of an addendum, in the languages of reports. */
const ADDENDUM = /^(?:addendum|nachtrag|adenda|adendo)\p{P}?\s.*\d/iu;

export function isAddendum({ code, title }: ReportSection): boolean {
  return code === null && ADDENDUM.test(title);
}

/** In their order, with subsections; those without text are left out. */
export function sectionsToStartFrom(sections: readonly ReportSection[]): ReportSection[] {
  let skipped: number | undefined;
  const hasText = ({ nodes, ordinal, level }: ReportSection, at: number) =>
    nodes.length > (ordinal < 0 ? 0 : 1) || (sections[at + 1]?.level ?? 0) > level;
  return sections.filter((section, at) => {
    if (skipped !== undefined && section.level > skipped) return false;
    const isOfThatExam = section.code !== null && OF_THAT_EXAM.has(section.code);
    skipped = isOfThatExam || isAddendum(section) ? section.level : undefined;
    return skipped === undefined && hasText(section, at);
  });
}
