import type { DocumentPages, DocumentText, OpenDocument } from '~/domain/documents/document-view.server'
import { PAGE_WIDTHS } from '~/domain/files/kinds'
import { Listen } from '~/ui/listen/listen'

interface DocumentViewProps<Content> {
  title: string
  url: string
  content: Content
}

const MORE_TEXT = 'There is more in this document. Download it to read the rest.'

export function DocumentView({ content, ...document }: DocumentViewProps<OpenDocument>) {
  return content.state === 'pages' ? (
    <DocumentPagesView {...document} content={content} />
  ) : (
    <DocumentTextView {...document} content={content} />
  )
}

/** A document's pages as pictures, with its text to read or listen to. Each page prints on its own sheet. */
function DocumentPagesView({ title, url, content: { count, pages, isTextCut } }: DocumentViewProps<DocumentPages>) {
  const hasWords = pages.some(({ text }) => text)
  // A page may show several documents.
  const textId = `words-of-${url.split('/').pop()}`
  const getPageTextId = (index: number) => `${textId}-${index + 1}`
  return (
    <section aria-label={`Pages of ${title}`} className="sheets mt-6">
      {hasWords && (
        <div className="no-print mb-6">
          <Listen to={textId} />
          <details className="fold mt-4">
            <summary>Read as text</summary>
            <div id={textId} className="max-w-measure break-words p-4">
              {pages.map(({ text }, index) => (
                <div key={getPageTextId(index)}>
                  {count > 1 && <h3 className="mt-4">Page {index + 1}</h3>}
                  <p id={getPageTextId(index)} dir="auto" className="whitespace-pre-line">
                    {text || 'This page has no text.'}
                  </p>
                </div>
              ))}
            </div>
            {isTextCut && <p className="p-4 font-bold">{MORE_TEXT}</p>}
          </details>
        </div>
      )}
      <ol className="-mx-4 space-y-6 sm:mx-0">
        {pages.map(({ width, height, text, undrawn }, index) => (
          <li key={getPageTextId(index)} className="break-inside-avoid print:break-after-page">
            {undrawn && <UndrawnPage text={text} undrawn={undrawn} />}
            <img
              src={`${url}?page=${index + 1}&width=${Math.max(...PAGE_WIDTHS)}`}
              srcSet={PAGE_WIDTHS.map((one) => `${url}?page=${index + 1}&width=${one} ${one}w`).join(', ')}
              sizes="(min-width: 1024px) 960px, 100vw"
              width={width}
              height={height}
              alt={count > 1 ? `${title}, page ${index + 1}` : title}
              aria-describedby={text ? getPageTextId(index) : undefined}
              loading={index === 0 ? 'eager' : 'lazy'}
              decoding="async"
              className="mx-auto h-auto w-full max-w-[60rem] border border-line bg-white print:max-h-window print:w-auto print:border-0"
            />
            {count > 1 && (
              <p className="no-print mt-2 text-center">
                Page {index + 1} of {count}
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

/** The words of a page whose picture lacks some or most of them. */
function UndrawnPage({ text, undrawn }: { text: string; undrawn: 'some' | 'most' }) {
  return (
    <div className="mb-4 max-w-measure px-4 sm:px-0">
      <p className="font-bold">
        {undrawn === 'most'
          ? 'This page could not be drawn. These are its words:'
          : 'Some words on this page could not be drawn. These are all its words:'}
      </p>
      <p dir="auto" className="mt-2 whitespace-pre-line break-words border border-line bg-white p-4">
        {text}
      </p>
    </div>
  )
}

function DocumentTextView({ title, url, content: { html, isCut } }: DocumentViewProps<DocumentText>) {
  // A page may show several documents.
  const id = `words-of-${url.split('/').pop()}`
  return (
    <section aria-label={`Text of ${title}`} className="mt-6">
      <Listen to={id} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: its type says that it was sanitised */}
      <div id={id} data-rich-text className="prose mt-4 break-words" dangerouslySetInnerHTML={{ __html: html }} />
      {isCut && <p className="mt-6 font-bold">{MORE_TEXT}</p>}
    </section>
  )
}
