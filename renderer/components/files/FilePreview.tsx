/** Previews a file: pictures, PDF and text up to 64 MiB, as blob URLs of this page; of DICOM what can be read. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DriveNode } from '#contract/drives/node.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { byteSize } from '#renderer/messages/numbers.ts';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';
import { useUploads } from '#renderer/state/shell/upload-store.ts';
import { nodeIcon } from './file-kind.ts';
import { ObjectContent } from './ObjectContent.tsx';
import { IN_MEMORY_MAX_BYTES, readBlob } from './save-file.ts';
import { useObjectContent } from './use-object-content.ts';

const TEXT_SHOWN_MAX_CHARS = 100_000;
/** Media types that the browser can display. */
const SHOWN_TYPES =
  /^(image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml)|application\/pdf|text\/|application\/json)/;

interface Shown {
  readonly url?: string;
  readonly text?: string;
}

export function FilePreview({ node }: { readonly node: DriveNode }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<Shown>();
  const [error, setError] = useState<unknown>();
  const type = node.mime_type ?? '';
  const small = (node.size ?? 0) <= IN_MEMORY_MAX_BYTES;
  const drawable = node.status === 'ready' && small && SHOWN_TYPES.test(type);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a node's content never changes
  useEffect(() => {
    setShown(undefined);
    setError(undefined);
    if (!drawable) return undefined;
    const abort = new AbortController();
    let url: string | undefined;
    const forget = () => {
      abort.abort();
      if (url) URL.revokeObjectURL(url);
    };
    readBlob(node, abort.signal)
      .then(async (blob) => {
        if (abort.signal.aborted) return;
        if (isText(type)) {
          setShown({ text: (await blob.text()).slice(0, TEXT_SHOWN_MAX_CHARS) });
        } else {
          url = URL.createObjectURL(blob);
          setShown({ url });
        }
      })
      .catch((caught: unknown) => {
        if (!abort.signal.aborted) setError(caught);
      });
    const unregister = onWipe(forget);
    return () => {
      unregister();
      forget();
    };
  }, [node.node_id, drawable]);
  const content = useObjectContent(
    node.security_group_id,
    node.node_id,
    node.status === 'ready' && node.media_kind === 'dicom',
  );
  const name = node.name ?? '';
  if (node.status !== 'ready') return <NotWhole node={node} />;
  if (error !== undefined) return <ErrorNotice error={error} />;
  if (content && (content.text !== undefined || content.document !== undefined)) {
    return (
      <ObjectContent groupId={node.security_group_id} nodeId={node.node_id} name={name} content={content} />
    );
  }
  if (!drawable) {
    const limit = byteSize(IN_MEMORY_MAX_BYTES);
    return (
      <div className="no-preview">
        <Icon name={nodeIcon(node)} size={32} />
        <p>{small ? t('files.previewNone') : t('files.previewLarge', { size: limit })}</p>
      </div>
    );
  }
  if (!shown) {
    return (
      <div className="no-preview">
        <Icon name="state-working" size={32} className="turning" />
        <p>{t('common.unsealing')}</p>
      </div>
    );
  }
  if (shown.text !== undefined) {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: long text is scrolled by keyboard
      <section className="text-preview" tabIndex={0} aria-label={t('files.previewOf', { name })}>
        {shown.text}
      </section>
    );
  }
  if (type === 'application/pdf') {
    return <iframe className="pdf-preview" src={shown.url} title={t('files.previewOf', { name })} />;
  }
  return <img className="slice" src={shown.url} alt={t('files.previewOf', { name })} />;
}

/** Shown for a file still uploading, or left incomplete by a closed window. */
function NotWhole({ node }: { readonly node: DriveNode }) {
  const { t } = useTranslation();
  const isOnItsWay = useUploads(({ uploads }) =>
    uploads.some(({ node_id, status }) => node_id === node.node_id && status !== 'failed'),
  );
  return (
    <div className="no-preview">
      <Icon name={isOnItsWay ? 'state-working' : 'state-warn'} size={32} />
      <p>{t(isOnItsWay ? 'files.onItsWay' : 'files.notWhole')}</p>
    </div>
  );
}

function isText(type: string): boolean {
  return type.startsWith('text/') || type === 'application/json';
}
