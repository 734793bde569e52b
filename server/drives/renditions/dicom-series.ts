/**
 * Lists the DICOM files of an exam by series and in reading order: InstanceNumber, then position along the slice
 * normal. Unprocessed files are counted. Source: imaging design, "DICOM in records".
 */
import type { DicomHeader, DicomInstance, DicomSeries, DicomSeriesList } from '#contract/drives/dicom.ts';
import type { DocumentId, SecurityGroupId } from '#contract/ids.ts';
import { headerOfNode } from '#server/drives/dicom-index.ts';
import type { DrivesCore } from '#server/drives/drives-shared-stores.ts';
import { type Actor, requireRoleInGroup } from '#server/identity/actor/actor.ts';
import type { NodeRow } from '#server/storage/drives/node-row.ts';

export function listSeries(
  core: DrivesCore,
  actor: Actor,
  securityGroupId: SecurityGroupId,
  examId: DocumentId,
): DicomSeriesList {
  requireRoleInGroup(actor, securityGroupId, 'viewer');
  const series = new Map<string, DicomInstance[]>();
  let waiting = 0;
  for (const row of core.nodes.byExam(examId)) {
    if (!isShown(row, securityGroupId)) continue;
    const header = headerOfNode(core, actor.keyRing, row);
    if (header === undefined) {
      waiting += isWaiting(core, row) ? 1 : 0;
      continue;
    }
    const key = JSON.stringify([header.study_uid, header.series_uid]);
    const instances = series.get(key) ?? [];
    instances.push({ node_id: row.node_id, header });
    series.set(key, instances);
  }
  const items = [...series.values()].flatMap((instances) => seriesOf(instances));
  return { items: items.toSorted(bySeries), waiting };
}

function isShown(row: NodeRow, securityGroupId: SecurityGroupId): boolean {
  return (
    row.security_group_id === securityGroupId &&
    row.is_deleted === 0 &&
    row.status === 'ready' &&
    row.media_kind === 'dicom'
  );
}

function isWaiting(core: DrivesCore, row: NodeRow): boolean {
  const status = core.processing.find(row.node_id)?.status;
  return status === 'queued' || status === 'running';
}

function seriesOf(instances: readonly DicomInstance[]): DicomSeries[] {
  const ordered = instances.toSorted(inReadingOrder);
  const [first] = ordered;
  if (first === undefined) return [];
  const { series_uid, study_uid, series_number, modality, series_description } = first.header;
  return [{ series_uid, study_uid, series_number, modality, series_description, instances: ordered }];
}

function bySeries(left: DicomSeries, right: DicomSeries): number {
  return (
    rank(left.series_number) - rank(right.series_number) ||
    (left.series_uid ?? '').localeCompare(right.series_uid ?? '')
  );
}

function inReadingOrder({ header: left, ...one }: DicomInstance, { header: right, ...other }: DicomInstance) {
  return (
    rank(left.instance_number) - rank(right.instance_number) ||
    alongNormal(left) - alongNormal(right) ||
    (one.node_id < other.node_id ? -1 : 1)
  );
}

/** Ranks an instance number; files without one come last. */
function rank(number: number | null): number {
  return number ?? Number.MAX_SAFE_INTEGER;
}

/** Millimetres along the slice normal; 0 without geometry. */
function alongNormal({ image_position: position, image_orientation: orientation }: DicomHeader): number {
  if (position?.length !== 3 || orientation?.length !== 6) return 0;
  const [x = 0, y = 0, z = 0] = position;
  const [rx = 0, ry = 0, rz = 0, cx = 0, cy = 0, cz = 0] = orientation;
  return x * (ry * cz - rz * cy) + y * (rz * cx - rx * cz) + z * (rx * cy - ry * cx);
}
