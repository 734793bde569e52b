// Checks a signed report without any vault: node verify-report.mjs REPORT SIGNATURE [FOUNDER]
import { readFileSync } from 'node:fs';
import { checkReport } from '@sealed-records/sdk';

const [report, signature, founder] = process.argv.slice(2);
if (report === undefined || signature === undefined) throw new Error('Name a report and its signature file.');
const options = founder === undefined ? {} : { founder };
const checked = checkReport(readFileSync(report), readFileSync(signature, 'utf8'), options);
if (checked.holds) {
  const { signer_name, intent, signed_at } = checked.statement ?? {};
  console.log(`holds: ${signer_name}, ${intent}, ${signed_at}; founder ${checked.founder_fingerprint}`);
} else {
  console.log(`does not hold: ${checked.faults.join(', ')}`);
  process.exitCode = 10;
}
