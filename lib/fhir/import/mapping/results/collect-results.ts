/**
 * Collects the Observations of a report, with their members and sources, each once. Narrative sent as Observations
 * becomes report text, line by line.
 */
import {
  type FhirResource,
  isObservation,
  type Observation,
  type Reference,
} from '#fhir/import/fhir-resources.ts';
import { isOfAnotherPatient } from '#fhir/import/mapping/is-of-another-patient.ts';
import type { WithdrawnPart } from '#fhir/import/mapping/mapped-exam.ts';
import { unknownModifiers } from '#fhir/import/mapping/refuse-modifiers.ts';
import { clip, conceptText, escapeHtml, paragraphs } from '#fhir/import/mapping/values/coded-text.ts';
import type { SourceFile } from '#fhir/import/source/source-file.ts';
import { fieldsLeftOut } from './displayed-fields.ts';
import { isWithdrawn, membersOf, type ResultRow, resultName, resultRows } from './result-table.ts';

/** A longer value is text, not a table cell. */
const CELL_MAX_CHARS = 200;

export interface Results {
  readonly rows: readonly ResultRow[];
  /** Narrative sections as HTML. */
  readonly narrative: string;
  readonly absorbed: readonly string[];
  readonly unresolved: readonly string[];
  readonly unmapped: readonly string[];
  readonly notices: readonly string[];
  readonly withdrawn: readonly WithdrawnPart[];
}

/** A missing laboratory result keeps its name with an empty value; other reports skip it. */
export function collectResults(
  report: FhirResource,
  named: readonly Reference[] | undefined,
  file: SourceFile,
  keepUnresolved: boolean,
): Results {
  const rows: ResultRow[] = [];
  const narrative: string[] = [];
  const seen = new Set<string>();
  const absorbed: string[] = [];
  const unresolved: string[] = [];
  const unmapped: string[] = [];
  const notices: string[] = [];
  const withdrawn: WithdrawnPart[] = [];

  function collect(references: readonly Reference[] | undefined, container: FhirResource): void {
    for (const named of references ?? []) {
      const { display } = named;
      const reference = named.reference ?? conditional(named);
      const found = file.resolve(reference, container);
      if (found === undefined || !isObservation(found.resource)) {
        // A value may be derived from an image.
        if (container !== report && found !== undefined) continue;
        unresolved.push(reference ?? 'unnamed');
        if (keepUnresolved && display !== undefined) rows.push({ name: display, value: '', unit: '' });
        continue;
      }
      const { address, resource } = found;
      if (seen.has(address)) continue;
      seen.add(address);
      if (isOfAnotherPatient(resource, report, file)) {
        notices.push(`${found.bare_id} is left out: it is about another patient than this report.`);
        continue;
      }
      const modifiers = unknownModifiers(resource);
      if (modifiers.length > 0) {
        notices.push(
          `${found.bare_id} is left out: it carries what this vault does not know and must not overlook (${modifiers.join(', ')}).`,
        );
        continue;
      }
      absorbed.push(address);
      unmapped.push(...fieldsLeftOut(resource).map((field) => `Observation.${field}`));
      if (isWithdrawn(resource)) {
        const { status = '' } = resource;
        withdrawn.push({ result: found.bare_id, name: clip(resultName(resource)), status });
        notices.push(`${found.bare_id} has the status ${resource.status}: its value is left out.`);
      }
      if (!isReadable(resource)) {
        notices.push(`${found.bare_id} is not well-formed: what it says is left out.`);
        continue;
      }
      const text = resource.valueString;
      if (text !== undefined && isNarrative(text) && !isWithdrawn(resource))
        narrative.push(
          `<h2>${escapeHtml(conceptText(resource.code) ?? 'Result')}</h2>${stateLine(resource.status)}${paragraphs(text)}`,
        );
      else rows.push(...resultRows(resource));
      collect(membersOf(resource), resource);
      collect(resource.derivedFrom, resource);
    }
  }

  collect(named, report);
  return { rows, narrative: narrative.join(''), absorbed, unresolved, unmapped, notices, withdrawn };
}

/** A result referenced by its identifier. */
function conditional({ identifier }: Reference): string | undefined {
  if (identifier?.value === undefined) return undefined;
  return `Observation?identifier=${encodeURIComponent(`${identifier.system ?? ''}|${identifier.value}`)}`;
}

/** An unreadable value must not fail the report. */
function isReadable(observation: Observation): boolean {
  try {
    resultRows(observation);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

function isNarrative(text: string): boolean {
  return text.length > CELL_MAX_CHARS || /[\r\n]/.test(text.trim());
}

function stateLine(status: string | undefined): string {
  return status === undefined || status === 'final' ? '' : `<p>Status: ${escapeHtml(status)}</p>`;
}
