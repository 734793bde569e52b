// Writes every exam that changed since the last run as a FHIR R4 bundle: node nightly-export.mjs PROFILE FOLDER
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '@sealed-records/sdk/node';

const [profile = 'nightly', folder = 'export'] = process.argv.slice(2);
mkdirSync(folder, { recursive: true, mode: 0o700 });
const mark = join(folder, 'last-change.txt');

function lastChange() {
  try {
    return readFileSync(mark, 'utf8').trim();
  } catch {
    return undefined; // the first run takes everything
  }
}

const client = connect({ profile });
let count = 0;
for await (const { index } of client.exams.changes(lastChange())) {
  if (index.is_deleted) continue;
  const bundle = await client.exchange.fhirExam(index.document_id);
  writeFileSync(join(folder, `${index.document_id}.json`), JSON.stringify(bundle), { mode: 0o600 });
  // Rows of this very instant come once more next time; writing them again changes nothing.
  writeFileSync(mark, index.updated_at);
  count += 1;
}
console.log(`${count} exams written`);
await client.session.lock();
await client.close();
