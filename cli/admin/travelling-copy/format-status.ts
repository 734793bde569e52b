/** Formats the status of a travelling copy as lines of text. */
import type { TravellingCopyStatus } from '#contract/sync/travelling-copy.ts';

const STANDINGS = {
  with: 'with the clinic',
  away: 'away, no address answers',
  passphrase: 'the clinic wants the passphrase',
  refused:
    'the clinic refuses this copy: its credential was revoked, or another vault answers (srvault travel credential)',
  ended: 'the certificate of this copy has expired (srvault travel credential)',
} as const satisfies Record<TravellingCopyStatus['clinic']['standing'], string>;

const NOT_ASKED = 'the clinic has not been asked yet since this copy was opened';
const RENAMED = 'has another name at the clinic, which is used now (srvault travel name)';

export function formatStatus({
  name,
  clinic,
  opens_until,
  waits,
  taken,
  pins,
  addresses,
}: TravellingCopyStatus): string {
  const isAsked = addresses.some(({ answers }) => answers !== null);
  return [
    `${name}: ${isAsked || clinic.standing !== 'away' ? STANDINGS[clinic.standing] : NOT_ASKED}, since ${clinic.since}`,
    `last exchange ${clinic.exchanged_at}; opens until ${opens_until}`,
    ...taken.map(
      ({ security_group_id, name: group, since, patients, exams, is_whole }) =>
        `${security_group_id}  ${group}: ${patients} patients, ${exams} exams${since === null ? '' : ` since ${since.slice(0, 10)}`}${is_whole ? '' : ', not all here'}`,
    ),
    ...pins.map(
      ({ exam_id, files, files_here }) => `${exam_id}  pinned: ${files_here} of ${files} files are here`,
    ),
    `${waits.length} changes wait`,
    ...waits.map(
      ({ id, resource, kind, version, state, code }) =>
        `  ${id}  ${resource ?? kind}${version === null ? '' : `, version ${version}`}: ${resource === null && state === 'conflict' ? RENAMED : state}${code === null ? '' : ` (${code})`}`,
    ),
    ...addresses.map(
      ({ address, answers }) =>
        `${address}: ${answers === null ? 'not asked yet' : answers ? 'answers' : 'no answer'}`,
    ),
  ].join('\n');
}
