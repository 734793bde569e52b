/** Record check: a report's measurement table survives export to FHIR and import unchanged. */
import * as fc from 'fast-check';
import { toObservations } from '#fhir/export/results/observations.ts';
import { isObservation } from '#fhir/import/fhir-resources.ts';
import { resultRows } from '#fhir/import/mapping/results/result-table.ts';
import { parseSourceFile } from '#fhir/import/source/source-file.ts';
import { failuresOf } from './find-failures.ts';
import { type ModelTable, modelTables } from './models/table-model.ts';
import type { RecordKind } from './record-check.ts';

export const MEASURED_TABLES: RecordKind = {
  name: 'tables out and in',
  check: (cases) => failuresOf(fc.asyncProperty(modelTables, checkTable), cases),
};

async function checkTable({ html, values }: ModelTable): Promise<void> {
  const exam = { id: 'e', html, status: 'final', subject: undefined, effectiveDateTime: undefined } as const;
  const entry = toObservations(exam).map((resource) => ({ resource }));
  const text = JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry });
  const file = await parseSourceFile(text, { sha256Hex: () => '' });
  const rows = file.resources.flatMap(({ resource }) =>
    isObservation(resource) ? resultRows(resource) : [],
  );
  if (rows.length !== values.length) throw new Error(`${rows.length} of ${values.length} values came back`);
  for (const [at, { name, text: said, value, unit }] of values.entries()) {
    const row = rows[at];
    if (row?.name !== name) throw new Error(`${name} came back as ${row?.name}`);
    const wanted = value === undefined ? `${said}|` : `${value}|${unit}`;
    if (`${row.value}|${row.unit}` !== wanted)
      throw new Error(`${said} came back as ${row.value} ${row.unit}`);
  }
}
