/** What a viewport shows without a frame: that it is loading, what a report or document says, or the reason. */
import { useTranslation } from 'react-i18next';
import { vault } from '#renderer/api/vault-client.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { ObjectContent } from '#renderer/components/files/ObjectContent.tsx';
import { saveFile } from '#renderer/components/files/save-file.ts';
import { useObjectContent } from '#renderer/components/files/use-object-content.ts';
import { type Picture, type Stack, seriesName } from '#renderer/pictures/series-stack.ts';
import { noPictureWords } from './missing-image-reason.ts';
import type { ShownFrame } from './viewport/use-frame.ts';

interface TileNoticeProps {
  readonly shown: ShownFrame;
  readonly stack: Stack;
  readonly picture: Picture;
}

export function TileNotice({ shown, stack, picture }: TileNoticeProps) {
  const { t } = useTranslation();
  const isObject = picture.header.frames === 0;
  const { security_group_id } = stack;
  const content = useObjectContent(security_group_id, picture.node_id, isObject);
  if (shown.frame) return null;
  if (isObject && (content?.text !== undefined || content?.document !== undefined)) {
    return (
      <div className="vt-object">
        <ObjectContent
          groupId={security_group_id}
          nodeId={picture.node_id}
          name={seriesName(stack.series)}
          content={content}
        />
      </div>
    );
  }
  const isLoading = shown.error === undefined || (isObject && content === undefined);
  if (isLoading) return <p className="vt-say soon">{t('pictures.decoding')}</p>;
  const download = async () => {
    await saveFile(await vault().drive(security_group_id).get(picture.node_id));
  };
  return (
    <div className="vt-say" role="alert">
      <p>{noPictureWords(shown.error, shown.reason, t)}</p>
      <Button size="s" icon="download" onPress={() => void download()}>
        {t('pictures.download')}
      </Button>
    </div>
  );
}
