import { memo } from 'react';
import { trustedHtml } from '#report/dom/trusted-html.ts';
import iconsSvg from '../../../resources/icons/icons.svg?raw';

/** SVG sprite with all symbols, once per page. A build-time constant, so setting it as markup is safe. */
export const Sprite = memo(function Sprite() {
  return (
    <div
      className="sprite"
      hidden
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the sprite is a file of this project
      dangerouslySetInnerHTML={{ __html: trustedHtml(iconsSvg) }}
    />
  );
});
