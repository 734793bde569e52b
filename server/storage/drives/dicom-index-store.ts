/**
 * SQL over the index of DICOM instances, by keyed MACs of their UIDs. The index only finds files; their sealed header
 * decides.
 */

import type { NodeId, SecurityGroupId } from '#contract/ids.ts';
import type { Statements } from '#server/storage/engine/sql-engine.ts';

export interface DicomIndexRow {
  readonly node_id: NodeId;
  readonly security_group_id: SecurityGroupId;
  readonly gk_gen: number;
  readonly study_tag: Uint8Array;
  readonly series_tag: Uint8Array;
  readonly instance_tag: Uint8Array;
}

export interface StudyTagRow {
  readonly study_tag: Uint8Array;
  readonly first_node_id: NodeId;
  readonly instances: number;
}

export type DicomIndexStore = ReturnType<typeof createDicomIndexStore>;

export function createDicomIndexStore(db: Statements) {
  const put = db.prepare<[DicomIndexRow]>(
    `INSERT INTO dicom_index (node_id, security_group_id, gk_gen, study_tag, series_tag, instance_tag)
     VALUES (@node_id, @security_group_id, @gk_gen, @study_tag, @series_tag, @instance_tag)
     ON CONFLICT (node_id) DO UPDATE SET security_group_id = excluded.security_group_id, gk_gen = excluded.gk_gen,
       study_tag = excluded.study_tag, series_tag = excluded.series_tag, instance_tag = excluded.instance_tag`,
  );
  const byStudy = db
    .prepare<[string, Uint8Array], NodeId>(
      'SELECT node_id FROM dicom_index WHERE security_group_id = ? AND study_tag = ? ORDER BY node_id',
    )
    .pluck();
  const byInstance = db
    .prepare<[string, Uint8Array], NodeId>(
      'SELECT node_id FROM dicom_index WHERE security_group_id = ? AND instance_tag = ? ORDER BY node_id',
    )
    .pluck();
  // Files whose header was read by an older release, or under an older key.
  const missing = db
    .prepare<[string, string, number], NodeId>(
      `SELECT processing.node_id FROM drive_processing processing
         JOIN drive_nodes node USING (node_id) LEFT JOIN dicom_index known USING (node_id)
       WHERE processing.security_group_id = ? AND processing.node_id > ?
         AND processing.encrypted_header IS NOT NULL AND node.media_kind = 'dicom'
         AND (known.node_id IS NULL OR known.gk_gen <> node.gk_gen)
       ORDER BY processing.node_id LIMIT ?`,
    )
    .pluck();

  const studies = db.prepare<[string], StudyTagRow>(
    `SELECT study_tag, min(node_id) AS first_node_id, count(*) AS instances
     FROM dicom_index JOIN drive_nodes node USING (node_id)
     WHERE dicom_index.security_group_id = ? AND node.is_deleted = 0
     GROUP BY study_tag ORDER BY first_node_id DESC`,
  );
  const firstOfSeries = db
    .prepare<[string, Uint8Array], NodeId>(
      `SELECT min(node_id) FROM dicom_index JOIN drive_nodes node USING (node_id)
       WHERE dicom_index.security_group_id = ? AND study_tag = ? AND node.is_deleted = 0
       GROUP BY series_tag`,
    )
    .pluck();

  return {
    /** Lists studies, the newest first. */
    listStudies: (securityGroupId: SecurityGroupId): StudyTagRow[] => studies.all(securityGroupId),
    /** Returns one file of each series of a study. */
    firstOfSeries: (securityGroupId: SecurityGroupId, studyTag: Uint8Array): NodeId[] =>
      firstOfSeries.all(securityGroupId, studyTag),
    put(row: DicomIndexRow): void {
      put.run(row);
    },
    byStudy: (securityGroupId: SecurityGroupId, tag: Uint8Array): NodeId[] =>
      byStudy.all(securityGroupId, tag),
    byInstance: (securityGroupId: SecurityGroupId, tag: Uint8Array): NodeId[] =>
      byInstance.all(securityGroupId, tag),
    /** Files with a header that the index lacks, after `after` ('' for the first). */
    listMissing: (securityGroupId: SecurityGroupId, after: string, limit: number): NodeId[] =>
      missing.all(securityGroupId, after, limit),
  };
}
