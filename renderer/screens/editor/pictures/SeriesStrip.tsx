/**
 * Strip below the viewports with the series of the exam and of the prior. Enter or a click shows one in the
 * active viewport.
 */
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Thumbnail } from '#renderer/components/files/Thumbnail.tsx';
import { shortDay } from '#renderer/messages/dates.ts';
import { type Stack, seriesName } from '#renderer/pictures/series-stack.ts';
import { showStack, stackOfViewport, usePictures } from './pictures-store.ts';
import type { Sources, ViewportExam } from './use-picture-series.ts';

export function SeriesStrip({ sources }: { readonly sources: Sources }) {
  const { t } = useTranslation();
  const stacks = usePictures((state) => state.stacks);
  const groups = [sources.exam, sources.prior].filter((exam) => exam !== undefined);
  return (
    <section className="strip" aria-label={t('pictures.series')}>
      {groups.map((exam) => (
        <Fragment key={exam.exam_id}>
          {exam.isPrior ? <span className="bar" /> : null}
          <ExamSeries exam={exam} stacks={stacks.filter(({ exam_id }) => exam_id === exam.exam_id)} />
        </Fragment>
      ))}
      {sources.waiting > 0 ? (
        <p className="sh" role="status">
          {t('pictures.waiting', { count: sources.waiting })}
        </p>
      ) : null}
    </section>
  );
}

function ExamSeries({ exam, stacks }: { readonly exam: ViewportExam; readonly stacks: readonly Stack[] }) {
  const { t } = useTranslation();
  const shown = usePictures((state) => stackOfViewport(state, state.active)?.key);
  return (
    <>
      <div className="sh">
        <b>{t(exam.isPrior ? 'pictures.prior' : 'pictures.thisExam')}</b>
        {exam.isPrior && exam.date
          ? shortDay(exam.date)
          : t('pictures.seriesCount', { count: stacks.length })}
      </div>
      {stacks.map((stack) => {
        const middle = stack.series.instances[stack.series.instances.length >> 1];
        return (
          <button
            key={stack.key}
            type="button"
            className="ser"
            aria-pressed={shown === stack.key}
            onClick={() => showStack(stack)}
          >
            {middle ? (
              <Thumbnail groupId={stack.security_group_id} nodeId={middle.node_id} icon="file-dicom" />
            ) : null}
            <b>{seriesName(stack.series)}</b>
            <span>{t('pictures.images', { count: stack.pictures.length })}</span>
          </button>
        );
      })}
    </>
  );
}
