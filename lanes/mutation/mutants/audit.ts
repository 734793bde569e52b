import { type Mutant, mutantsOf } from '#lanes/mutation/mutant.ts';

const tests = (name: string): string[] => [`test/server/integrity/audit/${name}.test.ts`];

export const AUDIT_MUTANTS: readonly Mutant[] = [
  ...mutantsOf('server/integrity/audit/writing/audit-content-mapping.ts', tests('audit-reads'), [
    ['all versions are one reading', "typeof version_id === 'string' ? version_id : '';", "'';"],
    [
      'all clients are one',
      'const { operation_id, client_cn, status, params, query } = answer;',
      "const { operation_id, status, params, query } = answer;\n  const client_cn = '';",
    ],
    ['all objects are one', "objectOf(params) ?? ''", "''"],
    ['a refusal is a reading', 'status >= 400 || !READINGS', '!READINGS'],
  ]),
  ...mutantsOf('server/integrity/audit/writing/recently-logged.ts', tests('writing/recently-logged'), [
    ['what was said is never said again', 'now - before < onceMs && now', 'now'],
    ['nothing is said for as long as a clock was put back', ' && now >= before', ''],
    ['everything is new', 'return false;', 'return true;'],
    ['whatever was said is remembered', 'said.clear();', ''],
  ]),
  ...mutantsOf('server/integrity/audit/writing/new-readings.ts', tests('writing/new-readings'), [
    ['all sessions are one', 'readingKey(answer, actor?.session_id)', "readingKey(answer, '')"],
  ]),
  ...mutantsOf('server/integrity/audit/audit-service.ts', tests('audit-log'), [
    ['no reading is told', 'if (!isNewReading(answer))', 'if (true)'],
  ]),
];
