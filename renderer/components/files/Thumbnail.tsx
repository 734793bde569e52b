/** Thumbnail that the vault made of a file, else the icon of its kind. */
import { useEffect, useState } from 'react';
import { vault } from '#renderer/api/vault-client.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import type { IconName } from '#renderer/components/icons/icon-names.ts';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';

interface ThumbnailProps {
  readonly groupId: string;
  readonly nodeId: string;
  readonly icon: IconName;
}

export function Thumbnail({ groupId, nodeId, icon }: ThumbnailProps) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const abort = new AbortController();
    let made: string | undefined;
    const forget = () => {
      abort.abort();
      if (made) URL.revokeObjectURL(made);
      setUrl(undefined);
    };
    const read = async () => {
      const options = { variant: 'thumbnail', signal: abort.signal } as const;
      const download = await vault().drive(groupId).download(nodeId, options);
      const blob = await download.blob();
      if (abort.signal.aborted) return;
      made = URL.createObjectURL(blob);
      setUrl(made);
    };
    // Without a thumbnail the icon stays.
    read().catch(() => undefined);
    const unregister = onWipe(forget);
    return () => {
      unregister();
      forget();
    };
  }, [groupId, nodeId]);
  return (
    <span className="thumb">
      {url === undefined ? <Icon name={icon} size={20} /> : <img src={url} alt="" />}
    </span>
  );
}
