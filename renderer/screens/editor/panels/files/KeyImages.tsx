/**
 * Grid of key images in three columns with one tab stop. Enter inserts the picture into the report, or moves
 * to it there.
 */
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { $getNodeByKey, $isElementNode } from 'lexical';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DicomHeader } from '#contract/drives/dicom.ts';
import { useKeyHint } from '#renderer/commands/keymap.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { KeyHint } from '#renderer/components/controls/KeyHint.tsx';
import { useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { insertKeyImage } from '#renderer/editor/insert/key-image.ts';
import { useReportTranslations } from '#renderer/editor/language/report-translations.ts';
import { placeCaret } from '#renderer/editor/text/caret/focus-report.ts';
import { seriesName } from '#renderer/pictures/series-stack.ts';
import { showSeries } from '#renderer/screens/editor/pictures/pictures-store.ts';
import {
  annotationLines,
  measuredOn,
} from '#renderer/screens/editor/pictures/viewport/annotations/annotation-text.ts';
import { showPictures } from '#renderer/screens/editor/view-store.ts';
import { showToast } from '#renderer/state/toast-store.ts';
import type { KeyImage } from './collect-key-images.ts';
import { KeyPicture } from './KeyPicture.tsx';
import { useNextFigure } from './use-figures.ts';

const ABREAST = 3;
const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  ArrowDown: ABREAST,
  ArrowUp: -ABREAST,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

interface KeyImagesProps {
  readonly images: readonly KeyImage[];
  /**
   * True while the patient of the file is unconfirmed. The picture is then opened, which asks, instead of
   * inserted.
   */
  readonly isAsked: (header: DicomHeader) => boolean;
}

export function KeyImages({ images, isAsked }: KeyImagesProps) {
  const { t } = useTranslation();
  const [editor] = useLexicalComposerContext();
  const words = useReportTranslations();
  const readOnly = useEditingState((state) => state.readOnly);
  const nextFigure = useNextFigure();
  const [chosen, setChosen] = useState<string>();
  const list = useRef<HTMLDivElement>(null);
  const viewerKey = useKeyHint('pictures');
  const at = Math.max(
    images.findIndex(({ key }) => key === chosen),
    0,
  );
  const image = images[at];
  if (!image) return null;
  const header = image.stack.pictures[image.at]?.header;
  const mayInsert =
    readOnly === undefined && image.figure === undefined && header !== undefined && !isAsked(header);

  const choose = (index: number) => {
    const to = Math.min(Math.max(index, 0), images.length - 1);
    setChosen(images[to]?.key);
    list.current?.querySelectorAll<HTMLElement>('[role=option]')[to]?.focus();
  };
  const open = ({ stack, at: place }: KeyImage) => {
    showSeries(stack, place);
    showPictures(true);
  };
  const goTo = (nodeKey: string) =>
    placeCaret(editor, () => {
      const node = $getNodeByKey(nodeKey);
      if ($isElementNode(node)) node.selectEnd();
    });
  const insert = ({ stack, at: place }: KeyImage) => {
    const picture = stack.pictures[place];
    if (!picture) return;
    const caption = words.t('pictures.keyImage.caption', { series: seriesName(stack.series), at: place + 1 });
    const isNew = insertKeyImage(
      editor,
      { node_id: picture.node_id, frame: picture.n, window: null },
      { name: (number) => words.t('pictures.keyImage.figure', { number }), caption },
    );
    showToast({ icon: 'key-image', text: t(isNew ? 'pictures.keyImage.done' : 'pictures.keyImage.there') });
  };
  const act = (each: KeyImage) => {
    if (each.figure) goTo(each.figure.nodeKey);
    else if (mayInsert) insert(each);
    else open(each);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step !== undefined) choose(at + step);
    else if (event.key === 'Enter') act(image);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <h3 className="ft-h">
        {t('review.files.keyImages')}
        <span>{images.length}</span>
        <button
          type="button"
          className="link"
          aria-keyshortcuts={viewerKey.keyShortcut}
          onClick={() => showPictures(true)}
        >
          {t('review.files.pictures')}
          {viewerKey.hint ? <KeyHint>{viewerKey.hint}</KeyHint> : null}
        </button>
      </h3>
      <div
        className="keys4"
        role="listbox"
        aria-label={t('review.files.keyImages')}
        ref={list}
        onKeyDown={onKeyDown}
      >
        {images.map((each, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox has the keys of all its options
          <div
            key={each.key}
            role="option"
            aria-selected={index === at}
            tabIndex={index === at ? 0 : -1}
            onClick={() => choose(index)}
            onDoubleClick={() => act(each)}
          >
            <KeyPicture image={each} />
            <b>{each.figure?.caption || seriesName(each.stack.series)}</b>
            <span className="m">{[placeWords(each), detailWords(each)].filter(Boolean).join(', ')}</span>
          </div>
        ))}
      </div>
      <div className="acts2">
        {image.figure ? (
          <Button size="s" hint={t('review.files.enter')} onPress={() => act(image)}>
            {t('review.files.toFigure', { number: image.figure.number })}
          </Button>
        ) : null}
        {mayInsert ? (
          <Button size="s" hint={t('review.files.enter')} onPress={() => insert(image)}>
            {t('review.files.insert', { number: nextFigure })}
          </Button>
        ) : null}
        <Button size="s" kind="quiet" onPress={() => open(image)}>
          {t('review.files.openPicture')}
        </Button>
      </div>
    </>
  );

  /** Formats series and picture number, as in `4/41`. */
  function placeWords({ stack, at: place }: KeyImage): string {
    const number = stack.series.series_number;
    return number === null ? String(place + 1) : `${number}/${place + 1}`;
  }

  function detailWords({ figure, mark, stack, at: place }: KeyImage): string {
    if (figure) return t('review.files.figure', { number: figure.number });
    const picture = stack.pictures[place];
    if (!mark || !picture) return '';
    return annotationLines(measuredOn(mark.kind, mark.points, picture, undefined), t).join(', ');
  }
}
