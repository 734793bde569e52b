/** Shows a DICOM object that is read: its picture, its text, and a button for the document in it. */
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { vault } from '#renderer/api/vault-client.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { useAsyncAction } from '#renderer/state/shell/use-async-action.ts';
import { saveStream } from './save-file.ts';
import { type ObjectContent as Content, TEXT_SHOWN_MAX_CHARS } from './use-object-content.ts';

interface ObjectContentProps {
  readonly groupId: string;
  readonly nodeId: string;
  /** Name of the file. */
  readonly name: string;
  readonly content: Content;
}

export function ObjectContent({ groupId, nodeId, name, content }: ObjectContentProps) {
  const { t } = useTranslation();
  const { error, act } = useAsyncAction();
  const { text, picture, document } = content;
  const save = () =>
    act(async () => {
      const drive = vault().drive(groupId);
      const { size } = await drive.get(nodeId);
      await saveStream(`${name}.${endingOf(document)}`, document ?? '', size ?? 0, () =>
        drive.download(nodeId, { variant: 'document' }),
      );
    });
  const label = t('files.previewOf', { name });
  return (
    <div className="object-content" data-scrolls>
      {error === undefined ? null : <ErrorNotice error={error} />}
      {document === undefined ? null : (
        <p className="acts">
          <Button size="s" icon="download" onPress={save}>
            {t('files.saveDocument', { kind: endingOf(document).toUpperCase() })}
          </Button>
        </p>
      )}
      {picture === undefined ? null : <img src={picture} alt={label} />}
      {text === undefined ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long text is scrolled by keyboard
        <section className="object-text" tabIndex={0} aria-label={label} onKeyDown={keepScrollKeys}>
          {text.slice(0, TEXT_SHOWN_MAX_CHARS)}
          {text.length > TEXT_SHOWN_MAX_CHARS ? <p>{t('files.textCut')}</p> : null}
        </section>
      )}
    </div>
  );
}

const SCROLL_KEYS = ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', ' '];

/** The viewport around it would turn to the next picture. */
function keepScrollKeys(event: KeyboardEvent): void {
  if (SCROLL_KEYS.includes(event.key)) event.stopPropagation();
}

/** Endings of file names by media type. */
const ENDINGS: readonly (readonly [part: string, ending: string])[] = [
  ['pdf', 'pdf'],
  ['xml', 'xml'],
  ['stl', 'stl'],
  ['sla', 'stl'],
  ['obj', 'obj'],
  ['mtl', 'mtl'],
];

function endingOf(mediaType = ''): string {
  return ENDINGS.find(([part]) => mediaType.includes(part))?.[1] ?? 'bin';
}
