import type { IconName } from './icon-names.ts';

interface IconProps {
  readonly name: IconName;
  /** Size in CSS pixels at 100 %: 14, 16 (rows and buttons), 20 or more (alone). */
  readonly size?: 14 | 16 | 20 | 24 | 32;
  readonly className?: string;
}

/** Symbol of the sprite in the current text colour. Decorative: the text beside it is the name. */
export function Icon({ name, size = 16, className = '' }: IconProps) {
  const sizeClass = size === 16 ? '' : ` i${size}`;
  return (
    <svg className={`i${sizeClass} ${className}`.trim()} aria-hidden="true" focusable="false">
      <use href={`#i-${name}`} />
    </svg>
  );
}
