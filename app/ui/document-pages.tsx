import type { DocumentPages, OpenDocument } from '~/domain/documents/shown.server'
import { PAGE_WIDTHS } from '~/domain/files/kinds'
import { Listen } from '~/ui/listen/listen'
import { type DocumentViewProps, TextOfDocument } from './document-text'

/** A document within a page: the pages of a PDF, or the text of a Word document. */
export function DocumentView({ shown, ...document }: DocumentViewProps<OpenDocument>) {
  return shown.state === 'pages' ? (
    <PagesOfDocument {...document} shown={shown} />
  ) : (
    <TextOfDocument {...document} shown={shown} />
  )
}

/** The pages of a document as pictures, one below another, and its words to read or to listen to. In print one page a sheet. */
function PagesOfDocument({ title, url, shown: { count, pages } }: DocumentViewProps<DocumentPages>) {
  const hasWords = pages.some(({ text }) => text)
  // Several documents may be on one page.
  const words = `words-of-${url.split('/').pop()}`
  const wordsOf = (place: number) => `${words}-${place + 1}`
  return (
    <section aria-label={`Pages of ${title}`} className="sheets mt-6">
      {hasWords && (
        <div className="no-print mb-6">
          <Listen to={words} />
          <details className="fold mt-4">
            <summary>Read as text</summary>
            <div id={words} className="max-w-measure break-words p-4">
              {pages.map(({ text }, place) => (
                <div key={wordsOf(place)}>
                  {count > 1 && <h3 className="mt-4">Page {place + 1}</h3>}
                  <p id={wordsOf(place)} className="whitespace-pre-line">
                    {text || 'This page has no words.'}
                  </p>
                </div>
              ))}
            </div>
          </details>
        </div>
      )}
      <ol className="-mx-4 space-y-6 sm:mx-0">
        {pages.map(({ width, height, text }, place) => (
          <li key={wordsOf(place)} className="break-inside-avoid print:break-after-page">
            <img
              src={`${url}?page=${place + 1}&width=${Math.max(...PAGE_WIDTHS)}`}
              srcSet={PAGE_WIDTHS.map((one) => `${url}?page=${place + 1}&width=${one} ${one}w`).join(', ')}
              sizes="(min-width: 1024px) 960px, 100vw"
              width={width}
              height={height}
              alt={count > 1 ? `${title}, page ${place + 1}` : title}
              aria-describedby={text ? wordsOf(place) : undefined}
              loading={place === 0 ? 'eager' : 'lazy'}
              decoding="async"
              className="mx-auto h-auto w-full max-w-[60rem] border border-line bg-white print:max-h-window print:w-auto print:border-0"
            />
            {count > 1 && (
              <p className="no-print mt-2 text-center">
                Page {place + 1} of {count}
              </p>
            )}
          </li>
        ))}
      </ol>
      {count > pages.length && (
        <p className="mt-6 font-bold">
          This document has {count} pages, and the first {pages.length} are here. Download it to see them all.
        </p>
      )}
    </section>
  )
}
