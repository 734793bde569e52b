// Who sealed and who signed which version, as CSV: node version-audit.mjs PROFILE
import { connect } from '@sealed-records/sdk/node';

const [profile = 'nightly'] = process.argv.slice(2);
const client = connect({ profile });
const cell = (value) => `"${String(value).replaceAll('"', '""')}"`;
console.log('exam,version,sealed_at,sealed_by,signatures,all_hold');
for await (const { index } of client.exams.list({ state: 'all', limit: 200 })) {
  const { items: signatures } = await client.exams.signatures(index.document_id);
  for await (const version of client.exams.versions(index.document_id)) {
    const own = signatures.filter(({ version_id }) => version_id === version.version_id);
    const holds = own.every(({ checks }) => Object.values(checks).every(Boolean));
    const names = own.map(({ intent, signed_by }) => `${signed_by.display_name} (${intent})`).join('; ');
    const row = [
      index.document_id,
      version.seq,
      version.created_at,
      version.created_by.display_name,
      names,
      holds,
    ];
    console.log(row.map(cell).join(','));
  }
}
await client.session.lock();
await client.close();
