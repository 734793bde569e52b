/** Text over every picture: patient, date, accession number, slice, window and orientation of the patient. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { DicomHeader } from '#contract/drives/dicom.ts';
import { dicomDay, personName } from '#records/identity/dicom-words.ts';
import { mainIdentifier } from '#records/identity/identifiers.ts';
import { sexWord } from '#renderer/components/records/sex.ts';
import { clockTime, isDayOnly, shortDay } from '#renderer/messages/dates.ts';
import { decimals, oneDecimal, wholeNumber } from '#renderer/messages/numbers.ts';
import { orientationLabels, slicePosition } from '#renderer/pictures/patient-geometry.ts';
import type { ViewportTransform } from '#renderer/pictures/viewport-transform.ts';
import type { ReportPatient } from '#renderer/screens/editor/frame/use-patient.ts';
import type { PictureOwner } from '#renderer/screens/editor/pictures/use-picture-owner.ts';
import type { ViewportExam } from '#renderer/screens/editor/pictures/use-picture-series.ts';
import type { DicomFrame } from '#sdk/index.ts';

interface ViewportOverlayProps {
  readonly patient: ReportPatient | undefined;
  readonly owner: PictureOwner;
  readonly exam: ViewportExam | undefined;
  readonly header: DicomHeader;
  readonly at: number;
  readonly all: number;
  readonly window: { readonly center: number; readonly width: number } | undefined;
  readonly frame: DicomFrame | undefined;
  /** True to hide the file's overlays. */
  readonly isBare: boolean;
  readonly turns: number;
  readonly placing: ViewportTransform | undefined;
}

export function ViewportOverlay(props: ViewportOverlayProps) {
  const { header, at, all, window, frame, turns } = props;
  const { t } = useTranslation();
  const edges = orientationLabels(header, turns);
  const place = slicePosition(header);
  return (
    <>
      <PatientPart patient={props.patient} header={header} owner={props.owner} />
      <ExamPart exam={props.exam} owner={props.owner} />
      <div className="ovt bl">
        {t('pictures.image', { at: at + 1, all })}
        {window ? (
          <>
            <br />
            {windowWords(window, frame, t)}
          </>
        ) : null}
      </div>
      <div className="ovt br">
        {place === undefined ? null : (
          <>
            {t('pictures.measured.mm', { value: oneDecimal(place) })}
            <br />
          </>
        )}
        <ScalePart header={header} frame={frame} placing={props.placing} turns={turns} />
        <OverlayPart frame={frame} isBare={props.isBare} />
      </div>
      {edges ? (
        <>
          <span className="ovt ori l">{edges.left}</span>
          <span className="ovt ori r">{edges.right}</span>
          <span className="ovt ori t">{edges.top}</span>
          <span className="ovt ori b">{edges.bottom}</span>
        </>
      ) : null}
    </>
  );
}

/** Lists the overlays drawn over the pixels, and those that should be but are not. */
function OverlayPart({ frame, isBare }: Pick<ViewportOverlayProps, 'frame' | 'isBare'>) {
  const { t } = useTranslation();
  const { overlays_drawn: drawn = 0, overlays_not_drawn: notDrawn = 0 } = frame ?? {};
  return (
    <>
      {drawn > 0 ? (
        <span className="line">
          {t(isBare ? 'pictures.overlayHidden' : 'pictures.overlayDrawn', { count: drawn })}
        </span>
      ) : null}
      {notDrawn > 0 ? (
        <span className="line">{t('pictures.overlayNotDrawn', { count: notDrawn })}</span>
      ) : null}
    </>
  );
}

/**
 * Formats the window with as many decimals as needed. A window not named by the file is labelled as derived
 * from the pixels.
 */
function windowWords(
  { center, width }: NonNullable<ViewportOverlayProps['window']>,
  frame: DicomFrame | undefined,
  t: TFunction,
): string {
  const written = width < 20 ? (value: number) => decimals(value, 2) : wholeNumber;
  const words = t('pictures.window', { width: written(width), center: written(center) });
  const own = frame?.windows[0];
  const isOfPixels = own?.center === center && own.width === width && !frame?.is_window_from_file;
  return isOfPixels ? `${words} · ${t('pictures.windowOfPixels')}` : words;
}

const folded = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Shows the identity of the file. The report's birth date, sex and number stand with it only where they agree. */
function PatientPart({ patient, header, owner }: Pick<ViewportOverlayProps, 'patient' | 'header' | 'owner'>) {
  const { t } = useTranslation();
  const sent = personName(header.patient_name);
  if (!patient) {
    return (
      <div className="ovt tl">
        <b className="own">{sent || t('editor.noPatient')}</b>
        {header.patient_id ? (
          <>
            <br />
            {header.patient_id}
          </>
        ) : null}
      </div>
    );
  }
  const isOther = owner.differences.some((difference) => difference !== 'study_date');
  const main = mainIdentifier(patient.identifiers);
  const number = isOther ? (header.patient_id ?? '') : main ? `${main.type} ${main.value}` : '';
  const birthDate = isOther ? dicomDay(header.patient_birth_date) : patient.birth_date;
  const born = birthDate ? shortDay(birthDate) : '';
  const sex = isOther ? '' : sexWord(patient.biological_sex, t);
  const isOtherName = isOther || (sent !== '' && folded(sent) !== folded(patient.name));
  return (
    <div className="ovt tl">
      <b className="own">{sent || (isOther ? number : patient.name)}</b>
      {sent === '' ? (
        <>
          <br />
          <span className="sent">{t('pictures.owner.namesNobody')}</span>
        </>
      ) : null}
      {isOtherName ? (
        <>
          <br />
          <span className="sent">{t('pictures.owner.reportAbout', { name: patient.name })}</span>
        </>
      ) : null}
      <br />
      {[born, sex].filter(Boolean).join(' ')}
      {number ? (
        <>
          <br />
          {number}
        </>
      ) : null}
    </div>
  );
}

/** Shows the file's date largest, and the exam's own if it differs. */
function ExamPart({ exam, owner }: Pick<ViewportOverlayProps, 'exam' | 'owner'>) {
  const { t } = useTranslation();
  if (!exam) return null;
  const { date, accession, title } = exam;
  const when = date ? `${shortDay(date)}${isDayOnly(date) ? '' : ` ${clockTime(date)}`}` : null;
  const sent = dicomDay(owner.file.study_date);
  const isOther = owner.differences.includes('study_date') && sent !== undefined && when !== null;
  const day = isOther || when === null ? sent && shortDay(sent) : when;
  const lines = [accession, title].filter((line) => line !== null);
  return (
    <div className="ovt tr">
      {day ? <b className="line own">{day}</b> : null}
      {isOther ? <span className="line sent">{t('pictures.owner.examOf', { day: when })}</span> : null}
      {lines.map((line) => (
        <span key={line} className="line">
          {line}
        </span>
      ))}
    </div>
  );
}

/** Possible scale bar lengths in millimetres; the longest up to a sixth of the viewport is used. */
const SCALES = [200, 100, 50, 20, 10, 5, 2, 1];
const SCALE_MAX_PX = 90;

type ScaleProps = Pick<ViewportOverlayProps, 'header' | 'frame' | 'placing' | 'turns'>;

function ScalePart({ header, frame, placing, turns }: ScaleProps) {
  const { t } = useTranslation();
  const { pixel_spacing, spacing_basis } = frame ?? header;
  const [down, across] = pixel_spacing ?? [];
  if (down === undefined || across === undefined) return t('pictures.noSpacing');
  if (!placing) return null;
  const perMm = turns % 2 === 1 ? placing.scaleY / down : placing.scaleX / across;
  const mm = SCALES.find((length) => length * perMm <= SCALE_MAX_PX) ?? 1;
  return (
    <>
      {t('pictures.scale', { mm })}
      {spacing_basis === 'detector' ? ` ${t('pictures.measured.atDetector')}` : null}
      {spacing_basis === 'magnification' ? ` ${t('pictures.magnificationTaken')}` : null}
      <span className="scale" style={{ width: `${mm * perMm}px` }} />
    </>
  );
}
