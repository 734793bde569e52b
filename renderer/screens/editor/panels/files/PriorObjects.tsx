/** Reports, ECG and documents among the DICOM files of a prior, to be read beside its text. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DicomHeader } from '#contract/drives/dicom.ts';
import { dicomDay } from '#records/identity/dicom-words.ts';
import { ObjectContent } from '#renderer/components/files/ObjectContent.tsx';
import { useObjectContent } from '#renderer/components/files/use-object-content.ts';
import { dayInList } from '#renderer/messages/dates.ts';
import { seriesName } from '#renderer/pictures/series-stack.ts';
import type { ReportPatient } from '#renderer/screens/editor/frame/use-patient.ts';
import { useIsPatientKnown, usePictureOwner } from '#renderer/screens/editor/pictures/use-picture-owner.ts';
import type { ExamRow } from '#renderer/state/record-cache/record-row.ts';
import { OwnerNotice } from './OwnerNotice.tsx';
import { useExamFiles } from './use-exam-files.ts';

interface PriorObjectsProps {
  readonly prior: ExamRow;
  readonly patient: ReportPatient | undefined;
}

export function PriorObjects({ prior, patient }: PriorObjectsProps) {
  const { t } = useTranslation();
  const { stacks } = useExamFiles(prior.security_group_id, prior.id);
  const ownerOf = usePictureOwner(patient);
  const isKnown = useIsPatientKnown(patient);
  const examDate = prior.summary?.exam_date ?? null;
  const objects = stacks.flatMap(({ series }) =>
    series.instances
      .filter(({ header }) => header.frames === 0)
      .map((instance) => ({ ...instance, name: seriesName(series) })),
  );
  if (objects.length === 0 || !isKnown) return null;
  return (
    <section className="prior-objects" aria-label={t('review.files.documents')}>
      <h3>{t('review.files.documents')}</h3>
      {objects.map(({ node_id, header, name }) => {
        const owner = ownerOf(header, examDate);
        if (!owner.isAsked) {
          return (
            <PriorObject
              key={node_id}
              groupId={prior.security_group_id}
              nodeId={node_id}
              header={header}
              name={name}
            />
          );
        }
        return <OwnerNotice key={node_id} owner={owner} patient={patient} examDate={examDate} />;
      })}
    </section>
  );
}

interface PriorObjectProps {
  readonly groupId: string;
  readonly nodeId: string;
  readonly header: DicomHeader;
  readonly name: string;
}

/** Read when it is opened: a prior may have many. */
function PriorObject({ groupId, nodeId, header, name }: PriorObjectProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const content = useObjectContent(groupId, nodeId, isOpen);
  const day = dicomDay(header.study_date);
  const isReadable = content?.text !== undefined || content?.document !== undefined;
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{[name, day && dayInList(day)].filter(Boolean).join(', ')}</summary>
      {isOpen && content === undefined ? <p className="note">{t('common.unsealing')}</p> : null}
      {content && isReadable ? (
        <ObjectContent groupId={groupId} nodeId={nodeId} name={name} content={content} />
      ) : null}
      {content && !isReadable ? <p className="note">{t('pictures.failed.no_picture')}</p> : null}
    </details>
  );
}
