import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ReactElement } from 'react'
import { renderToPipeableStream } from 'react-dom/server'

/** Returns the complete HTML of a page, in UTF-8. Throws the errors of its components. */
export function renderToHtml(page: ReactElement): Promise<Buffer<ArrayBuffer>> {
  return new Promise<Buffer<ArrayBuffer>>((resolve, reject) => {
    let hasFailed = false
    const { pipe } = renderToPipeableStream(page, {
      // React calls this after an error of the outermost parts too. The pipe would then fail with that error, which nothing catches: it
      // would end the server.
      onAllReady: () => {
        if (!hasFailed) resolve(buffer(pipe(new PassThrough())).then(removeNulls))
      },
      onError: (error) => {
        hasFailed = true
        reject(error)
      },
    })
  })
}

/** React 18 pads a buffer with NULs when the next character does not fit (facebook/react#24985). Valid HTML has none. */
const removeNulls = (html: Buffer<ArrayBuffer>) =>
  html.includes(0) ? Buffer.from(html.filter((byte) => byte !== 0)) : html
