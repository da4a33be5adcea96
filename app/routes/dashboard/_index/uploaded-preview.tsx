import { useFetcher } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { paths } from '~/paths'
import { getIndexAction, getUploadedPath } from '~/routes/parts/files/my-files'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { Link } from '~/ui/link'
import type { UploadedView } from './view.server'

/** How often the page asks whether a document is ready, and how long, in ms. */
const POLL_INTERVAL = 2000
const MAX_POLLING = 120_000

/** The preview of the document `sentId`, which scripts have just uploaded, or of that in the address; asks until it is ready. */
export function useUploadedPreview(sentId: number | undefined, inAddress: UploadedView | null): UploadedView | null {
  const id = sentId ?? (inAddress?.preview.state === 'pending' ? inAddress.id : undefined)
  const { load, data, state } = useFetcher<{ tutors: { uploaded: UploadedView | null } | null }>({ key: 'uploaded' })
  const view = data?.tutors?.uploaded
  const isOfThis = view?.id === id
  // It may have been deleted.
  const isDone = view === null || (isOfThis && view?.preview.state !== 'pending')
  const askedAt = useRef({ id, since: 0 })
  useEffect(() => {
    if (id === undefined || isDone || state !== 'idle') return
    if (askedAt.current.id !== id || !isOfThis) askedAt.current = { id, since: Date.now() }
    if (Date.now() - askedAt.current.since > MAX_POLLING) return
    const timer = setTimeout(() => load(getIndexAction(getUploadedPath(id))), isOfThis ? POLL_INTERVAL : 0)
    return () => clearTimeout(timer)
  }, [id, isOfThis, isDone, state, load])
  return (isOfThis && view) || inAddress
}

/** Shows a tutor once what students will see of the document that was just uploaded. */
export function UploadedPreview({ uploaded: { id, title, preview, note } }: { uploaded: UploadedView }) {
  return (
    <Card as="section" isSnug aria-labelledby="uploaded-preview">
      <h2 id="uploaded-preview" className="text-h3">
        What students will see
      </h2>
      <p className="mt-2 font-bold">{title}</p>
      {note && <p className="mt-2">{note}</p>}
      {preview.state === 'pending' && (
        <p role="status" className="mt-2">
          Getting it ready … <Link to={`${getUploadedPath(id)}#uploaded-preview`}>Look again</Link>
        </p>
      )}
      {preview.state === 'failed' && <p className="mt-2">Students can only download this file.</p>}
      {preview.state === 'page' && preview.image && (
        <img
          {...preview.image}
          alt={`First page of ${title}`}
          decoding="async"
          className="mt-4 h-auto max-h-image w-auto max-w-full border border-line bg-white"
        />
      )}
      {(preview.state === 'words' || (preview.state === 'page' && !preview.image)) && (
        <p dir="auto" className="mt-4 max-w-measure whitespace-pre-line border border-line bg-white p-4">
          {preview.words}
        </p>
      )}
      <p className="mt-4">
        <ButtonLink to={paths.dashboard.files.one(id)} variant="secondary">
          <span>
            See all of it<span className="sr-only"> of {title}</span>
          </span>
        </ButtonLink>
      </p>
    </Card>
  )
}
