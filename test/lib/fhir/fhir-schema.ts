/** Validates against HL7's JSON schema of FHIR R4. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Ajv } from 'ajv';

const FILE = join(import.meta.dirname, '..', '..', 'fixtures', 'fhir-r4', 'fhir.schema.json.gz');
const { id, ...rest } = JSON.parse(gunzipSync(readFileSync(FILE)).toString());
const ajv = new Ajv({ strict: false, allErrors: false, logger: false, validateFormats: false });
ajv.addMetaSchema(createRequire(import.meta.url)('ajv/dist/refs/json-schema-draft-06.json'));
const validate = ajv.compile({ ...rest, $id: id });

/** Returns what in `resource` is not valid R4. */
export function fhirSchema(resource: unknown): unknown[] {
  return validate(resource) ? [] : (validate.errors ?? ['invalid']);
}
