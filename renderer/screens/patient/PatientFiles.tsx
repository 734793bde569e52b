import { useTranslation } from 'react-i18next';
import { FileCards } from '#renderer/components/files/FileCards.tsx';
import { Link } from '#renderer/frame/Link.tsx';
import { count } from '#renderer/messages/numbers.ts';
import type { PatientFileList } from './use-patient-files.ts';

interface PatientFilesProps {
  readonly files: PatientFileList;
  readonly securityGroupId: string;
  /** Only the latest few, under the exams. */
  readonly short?: boolean;
}

const SHORT_MAX = 6;

export function PatientFiles({ files, securityGroupId, short = false }: PatientFilesProps) {
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
      {nodes.length === 0 ? <p className="dim">{t('patients.noFiles')}</p> : <FileCards nodes={nodes} />}
    </div>
  );
}
