/** One page: title, lead, picture, steps and links. `lang` is that of the page, which may not be the interface's. */
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { withKeys } from '#renderer/components/lists/react-keys.ts';
import { type Handbook, pictureAddress } from './handbook-pages.ts';
import { InlineText } from './InlineText.tsx';
import { type HandbookPage, plainText } from './parse-page.ts';

interface HandbookArticleProps {
  readonly book: Handbook;
  readonly page: HandbookPage;
  readonly titleRef: Ref<HTMLHeadingElement>;
  readonly onOpen: (id: string) => void;
}

export function HandbookArticle({ book, page, titleRef, onOpen }: HandbookArticleProps) {
  const { t, i18n } = useTranslation();
  return (
    <article lang={book.language} aria-label={page.title}>
      {i18n.language === book.language ? null : (
        <p className="note" lang={i18n.language}>
          {t('handbook.inEnglish')}
        </p>
      )}
      <h3 className="page-title" ref={titleRef} tabIndex={-1}>
        {page.title}
      </h3>
      <p className="lead">
        <InlineText parts={page.lead} />
      </p>
      {page.picture ? <Picture {...page.picture} /> : null}
      <ol className="book-steps">
        {withKeys(page.steps, plainText).map(({ key, item }) => (
          <li key={key}>
            <p>
              <InlineText parts={item} />
            </p>
          </li>
        ))}
      </ol>
      <h4>{t('handbook.afterwards', { lng: book.language })}</h4>
      <ul className="more">
        {page.links.map((id) => (
          <li key={id}>
            <button type="button" className="link" onClick={() => onOpen(id)}>
              {book.pages.get(id)?.title}
            </button>
          </li>
        ))}
      </ul>
    </article>
  );
}

interface PictureProps {
  readonly name: string;
  readonly caption: string;
}

/** Picture in the present theme: the style sheet shows one of the two. */
function Picture({ name, caption }: PictureProps) {
  return (
    <figure>
      <img className="in-light" src={pictureAddress(name)} alt={caption} loading="lazy" />
      <img className="in-dark" src={pictureAddress(`${name}-dark`)} alt={caption} loading="lazy" />
      <figcaption aria-hidden="true">{caption}</figcaption>
    </figure>
  );
}
