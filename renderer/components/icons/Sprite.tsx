import { memo } from 'react';
import iconsSvg from '../../../resources/icons/icons.svg?raw';

/** The symbols, once per page; a build-time constant, so setting it as markup is safe. */
export const Sprite = memo(function Sprite() {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the sprite is a file of this project
    <div className="sprite" hidden aria-hidden="true" dangerouslySetInnerHTML={{ __html: iconsSvg }} />
  );
});
