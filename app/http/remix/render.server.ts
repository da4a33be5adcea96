import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReactElement } from 'react'
import { renderToPipeableStream } from 'react-dom/server'

/** Returns the complete HTML of a page. Throws the errors of its components. */
export function renderToHtml(page: ReactElement): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    let hasFailed = false
    const { pipe } = renderToPipeableStream(page, {
      // React calls this after an error of the outermost parts too. The pipe would then fail with that error, which nothing catches: it
      // would end the server.
      onAllReady: () => {
        if (!hasFailed) resolve(text(pipe(new PassThrough())).then(removeNulls))
      },
      onError: (error) => {
        hasFailed = true
        reject(error)
      },
    })
  })
}

/** React 18 pads a buffer with NULs when the next character does not fit (facebook/react#24985). Valid HTML has none. */
const removeNulls = (html: string) => html.replaceAll('\0', '')
