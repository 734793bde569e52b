/**
 * Lists the report's lesions beside those of the prior, with values to fill in and a sentence per change.
 * Nothing enters the report without a click.
 */
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useCommand } from '#renderer/commands/command-registry.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { addToImpression } from '#renderer/editor/insert/add-to-impression.ts';
import { useReportTranslations } from '#renderer/editor/language/report-translations.ts';
import { fillPriorColumn } from '#renderer/editor/tables/prior-column.ts';
import type { DecimalMark } from '#report/review/measurements/decimal-mark.ts';
import type { TableTexts } from '#report/review/measurements/measurement-table.ts';
import {
  changePercent,
  type LesionPair,
  lengthText,
  lesionOf,
} from '#report/review/measurements/pair-measurements.ts';
import { usePriorMeasures } from './use-prior-measures.ts';

export function PriorMeasurements({ earlier }: { readonly earlier: readonly TableTexts[] }) {
  const { t } = useTranslation();
  const [editor] = useLexicalComposerContext();
  const words = useReportTranslations();
  const isWritten = useEditingState((state) => state.readOnly === undefined);
  const measures = usePriorMeasures(earlier);
  const { pairs, fills, mark } = measures;
  const measured = pairs.filter((pair) => pair.today_mm !== null);
  const canFill = isWritten && fills.length > 0;
  const canSay = isWritten && measured.length > 0;
  const say = (chosen: readonly LesionPair[]) =>
    addToImpression(
      editor,
      chosen.map((pair) => changeSentence(pair, mark, words.t)),
      words.language,
    );
  useCommand('fillPrior', () => fillPriorColumn(editor, measures), canFill);
  useCommand('changeSentences', () => say(measured), canSay);
  if (pairs.length === 0) return null;
  return (
    <section className="prior-measures" aria-label={t('review.measures.title')}>
      <h3>
        {t('review.measures.title')}
        {fills.length === 0 ? null : (
          <Button size="s" unavailable={!canFill} onPress={() => fillPriorColumn(editor, measures)}>
            {t('review.measures.fill', { count: fills.length })}
          </Button>
        )}
      </h3>
      <ul>
        {pairs.map((pair) => (
          <li key={`${pair.row}-${pair.label}`}>
            <span className="lesion">{pair.label}</span>
            {pair.today_mm === null ? (
              <span className="dim">{t('review.measures.before', { prior: `${pair.prior_mm} mm` })}</span>
            ) : (
              <span className="said">{changeSentence(pair, mark, words.t)}</span>
            )}
            {pair.today_mm === null ? null : (
              <Button
                kind="quiet"
                size="s"
                icon="plus"
                label={t('review.measures.insertOf', { lesion: pair.label })}
                unavailable={!canSay}
                onPress={() => say([pair])}
              />
            )}
          </li>
        ))}
      </ul>
      {measured.length > 1 ? (
        <Button size="s" unavailable={!canSay} onPress={() => say(measured)}>
          {t('review.measures.insertAll')}
        </Button>
      ) : null}
    </section>
  );
}

/** Words a change in the report's language, as in `Lesion 1 has grown from 12 to 15 mm (+25 %).` */
function changeSentence({ label, prior_mm, today_mm }: LesionPair, mark: DecimalMark, t: TFunction): string {
  const { number, name } = lesionOf(label);
  const lesion =
    number === '' ? name : `${t('review.measures.lesion', { number })}${name === '' ? '' : ` (${name})`}`;
  const now = today_mm ?? prior_mm;
  const from = lengthText(prior_mm, 'mm', mark);
  const to = lengthText(now, 'mm', mark);
  if (now === prior_mm) return t('review.measures.same', { lesion, to });
  const percent = changePercent(prior_mm, now);
  const change =
    percent === null ? '' : ` (${percent > 0 ? '+' : '−'}${String(Math.abs(percent)).replace('.', mark)} %)`;
  return t(now > prior_mm ? 'review.measures.grown' : 'review.measures.shrunk', { lesion, from, to, change });
}
