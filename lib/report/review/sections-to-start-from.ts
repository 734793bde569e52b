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

export function isAddendum({ code, title }: Pick<ReportSection, 'code' | 'title'>): boolean {
  return code === null && ADDENDUM.test(title);
}

/** Addenda with their subsections, in their order. */
export function addendaOf<Section extends ReportSection>(sections: readonly Section[]): Section[] {
  let above: number | undefined;
  return sections.filter((section) => {
    if (above === undefined || section.level <= above)
      above = isAddendum(section) ? section.level : undefined;
    return above !== undefined;
  });
}

/** In their order, with subsections; those without text are left out. */
export function sectionsToStartFrom(sections: readonly ReportSection[]): ReportSection[] {
  return sections.filter((section, at) => !isSkipped(sections, at) && hasText(sections, section, at));
}

/** Titles of the sections with text that belong to that exam; addenda are not among them. */
export function titlesLeftOut(sections: readonly ReportSection[]): string[] {
  const addenda = new Set(addendaOf(sections));
  return sections
    .filter(
      (section, at) => isSkipped(sections, at) && !addenda.has(section) && hasText(sections, section, at),
    )
    .map(({ title }) => title);
}

function hasText(
  sections: readonly ReportSection[],
  { nodes, ordinal, level }: ReportSection,
  at: number,
): boolean {
  return nodes.length > (ordinal < 0 ? 0 : 1) || (sections[at + 1]?.level ?? 0) > level;
}

/** True in a section that belongs to that exam, or below one. */
function isSkipped(sections: readonly ReportSection[], at: number): boolean {
  let skipped: number | undefined;
  for (const section of sections.slice(0, at + 1)) {
    if (skipped !== undefined && section.level > skipped) continue;
    const isOfThatExam = section.code !== null && OF_THAT_EXAM.has(section.code);
    skipped = isOfThatExam || isAddendum(section) ? section.level : undefined;
  }
  return skipped !== undefined;
}
