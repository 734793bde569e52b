import { useTranslation } from 'react-i18next';
import { Link } from '#renderer/components/controls/Link.tsx';
import { DropZone } from '#renderer/components/files/DropZone.tsx';
import { FileCards } from '#renderer/components/files/FileCards.tsx';
import { UploadTray } from '#renderer/components/files/UploadTray.tsx';
import { count } from '#renderer/messages/numbers.ts';
import type { PatientFileList } from './use-patient-files.ts';

interface PatientFilesProps {
  readonly files: PatientFileList;
  readonly securityGroupId: string;
  /** Selected exam, to which dropped files are added. */
  readonly examId: string | undefined;
  /** True to list only the newest files, below the exams. */
  readonly short?: boolean;
}

const SHORT_MAX = 6;

export function PatientFiles({ files, securityGroupId, examId, short = false }: PatientFilesProps) {
  const { t } = useTranslation();
  const nodes = short ? files.nodes.slice(0, SHORT_MAX) : files.nodes;
  return (
    <div className="pat-sub">
      <h2 className="sec">
        {t('patients.files')}{' '}
        <span className="dim">{t('patients.filesLatest', { number: count(files.nodes.length) })}</span>
        <span className="gap" />
        <Link className="link" to={['files', securityGroupId]}>
          {t('patients.openInFiles')}
        </Link>
      </h2>
      <UploadTray passing />
      {nodes.length === 0 ? <p className="dim">{t('patients.noFiles')}</p> : <FileCards nodes={nodes} />}
      {examId === undefined ? null : (
        <DropZone target={{ security_group_id: securityGroupId, exam_id: examId }} />
      )}
    </div>
  );
}
