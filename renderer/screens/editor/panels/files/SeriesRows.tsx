/**
 * The DICOM series of an exam, grouped by study. Warns when the patient or the date in the files differs from the
 * exam.
 */
import { useTranslation } from 'react-i18next';
import { dicomDay } from '#records/identity/dicom-words.ts';
import { Thumbnail } from '#renderer/components/files/Thumbnail.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { dayInList } from '#renderer/messages/dates.ts';
import { byteSize, count } from '#renderer/messages/numbers.ts';
import { type Stack, seriesName } from '#renderer/pictures/series-stack.ts';
import type { ReportPatient } from '#renderer/screens/editor/frame/use-patient.ts';
import { showSeries } from '#renderer/screens/editor/pictures/pictures-store.ts';
import { useIsPatientKnown, usePictureOwner } from '#renderer/screens/editor/pictures/use-picture-owner.ts';
import { showPictures } from '#renderer/screens/editor/view-store.ts';
import { OwnerNotice } from './OwnerNotice.tsx';

interface SeriesRowsProps {
  readonly stacks: readonly Stack[];
  readonly patient: ReportPatient | undefined;
  /** Date of the exam, if its record states one. */
  readonly examDate: string | null;
  /** Returns the size of a file in bytes. */
  readonly sizeOf: (nodeId: string) => number;
}

/** Lists the series by study, each with its middle picture. Enter or a click shows one beside the report. */
export function SeriesRows({ stacks, patient, examDate, sizeOf }: SeriesRowsProps) {
  const { t } = useTranslation();
  const ownerOf = usePictureOwner(patient);
  const isKnown = useIsPatientKnown(patient);
  const studies = [...Map.groupBy(stacks, ({ series }) => series.study_uid)];
  return studies.map(([study, own]) => (
    <section key={study ?? ''} aria-label={studyName(own)}>
      <h3 className="file-group">
        {studyName(own)}
        <span>{t('review.files.studyLine', { count: own.length, size: byteSize(bytesOf(own)) })}</span>
      </h3>
      {isKnown ? whose(own) : null}
      {own.map((stack) => (
        <SeriesRow key={stack.key} stack={stack} />
      ))}
    </section>
  ));

  function studyName([first]: readonly Stack[]): string {
    const header = first?.pictures[0]?.header;
    const day = dicomDay(header?.study_date ?? null);
    return [header?.study_description?.trim() || t('pictures.unnamedStudy'), day && dayInList(day)]
      .filter(Boolean)
      .join(', ');
  }

  /** Groups a study's files by the patient they name, for one question each. */
  function whose(own: readonly Stack[]) {
    const asked = own
      .flatMap(({ pictures }) => pictures)
      .map(({ header }) => ownerOf(header, examDate))
      .filter(({ isAsked }) => isAsked);
    const owners = new Map(asked.map((owner) => [JSON.stringify(owner.file), owner]));
    return [...owners].map(([key, owner]) => (
      <OwnerNotice key={key} owner={owner} patient={patient} examDate={examDate} />
    ));
  }

  function bytesOf(own: readonly Stack[]): number {
    const nodes = new Set(own.flatMap(({ series }) => series.instances.map(({ node_id }) => node_id)));
    return [...nodes].reduce((sum, nodeId) => sum + sizeOf(nodeId), 0);
  }
}

function SeriesRow({ stack }: { readonly stack: Stack }) {
  const { t } = useTranslation();
  const { series, pictures } = stack;
  const middle = series.instances[series.instances.length >> 1];
  const hasPictures = series.instances.some(({ header }) => header.frames > 0);
  const details = [series.modality, middle?.header.body_part, thickness()].filter(Boolean);
  return (
    <button
      type="button"
      className="serrow"
      onClick={() => {
        showSeries(stack, 0);
        showPictures(true);
      }}
    >
      {hasPictures && middle ? (
        <Thumbnail groupId={stack.security_group_id} nodeId={middle.node_id} icon="file-dicom" />
      ) : (
        <span className="thumb doc">
          <Icon name="file-sr" size={20} />
        </span>
      )}
      <span>
        <b>{seriesName(series)}</b>
        <em>{details.join(', ')}</em>
      </span>
      <span className="num">
        {hasPictures
          ? t('pictures.images', { count: pictures.length })
          : t('review.files.objects', { count: series.instances.length })}
      </span>
    </button>
  );

  function thickness(): string | undefined {
    const mm = middle?.header.slice_thickness;
    return mm ? t('pictures.measured.mm', { value: count(mm) }) : undefined;
  }
}
