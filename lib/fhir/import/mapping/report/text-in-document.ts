/** Takes a report's missing text from a DocumentReference about it. */

import type { MappedExam } from '#fhir/import/mapping/mapped-exam.ts';
import { hasText, paragraphs } from '#fhir/import/mapping/values/coded-text.ts';
import { isJsonObject } from '#records/json-object.ts';
import { type AttachedContent, attachedText, isHtml, isText } from './attached-forms.ts';
import { bodyOf } from './report-content.ts';

/** Prefix of the notice for a report without text. */
const TEXT_MISSING = 'Text missing:';

export interface FoundText {
  readonly mapped: MappedExam;
  /** The document used as report, which is not added as a file. */
  readonly taken: AttachedContent | undefined;
}

export function withFoundText(mapped: MappedExam, contents: readonly AttachedContent[]): FoundText {
  const { custom_attributes: attributes } = mapped.record;
  const fhir = attributes['fhir'];
  if (!isJsonObject(fhir) || fhir['text_missing'] !== true) return { mapped, taken: undefined };
  const said = contents
    .filter((content) => isHtml(content) || isText(content))
    .flatMap((content) => {
      const text = attachedText(content)?.text;
      return hasText(text) ? [{ content, text }] : [];
    });
  const found = said.find(({ content }) => isHtml(content)) ?? said[0];
  if (found === undefined) return { mapped, taken: undefined };
  const { text_missing: _, status, ...rest } = fhir;
  const custom_attributes = { ...attributes, report: { status }, fhir: rest };
  return {
    mapped: {
      ...mapped,
      record: { ...mapped.record, custom_attributes },
      reportHtml: isHtml(found.content) ? bodyOf(found.text) : paragraphs(found.text),
      notices: mapped.notices.filter((notice) => !notice.startsWith(TEXT_MISSING)),
    },
    taken: found.content,
  };
}
