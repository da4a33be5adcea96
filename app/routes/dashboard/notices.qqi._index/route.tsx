import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getTutor, getUser } from '~/auth/identity.server'
import { readPhotoNotice } from '~/domain/notices/photo-notice.server'
import { addPhotos, loadGallery } from '~/domain/notices/photos.server'
import { type NewPhotos, newPhotos } from '~/domain/notices/schema'
import { FIRST_PHOTO_NOTICE } from '~/domain/notices/titles'
import { Refused } from '~/domain/refused'
import { type FormResult, handleSubmission, parseForm } from '~/http/forms/form.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { paths } from '~/paths'
import { Gallery } from '~/routes/parts/notices/gallery'
import {
  describeAddedPhotos,
  describeRefusedPhotos,
  type FailedPhoto,
  PHOTOS_UPLOADED,
} from '~/routes/parts/notices/upload-messages'
import { defineScreen } from '~/screen'
import { formatPageNumber } from '~/ui/browser/page-meta'
import { Link } from '~/ui/link'
import { getPageNumber } from '~/ui/lists/page-links'
import { BackLink } from '~/ui/portal/back-link'

export const handle = defineScreen<typeof loader>({
  access: { loader: 'user', action: 'tutor' },
  body: 'files',
  title: (data) => (data?.notice ?? FIRST_PHOTO_NOTICE).title,
  detail: ({ photos }) => formatPageNumber(photos),
})

export async function loader(args: LoaderFunctionArgs) {
  const user = getUser(args)
  const page = getPageNumber(new URL(args.request.url).searchParams)
  return {
    isTutor: user.role === 'tutor',
    notice: await readPhotoNotice(args.context.db),
    ...(await loadGallery(args.context.db, user, page)),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { context } = args
  const user = getTutor(args)
  const submission = parseForm(await readSubmission(args), newPhotos)
  const savePhotos = async ({ photos, ...details }: NewPhotos) => {
    const { added: stored, notes, failure } = await addPhotos(context.db, context.uploads, user, photos, details)
    if (failure?.reason) {
      const { status, reason, retryAfter } = failure
      throw new Refused(status, describeRefusedPhotos({ ...failure, reason }, stored, notes), { retryAfter })
    }
    if (failure) return respondWithFailure(failure, describeAddedPhotos(stored, notes))
    const message = { kind: 'success', ...PHOTOS_UPLOADED, detail: notes } as const
    return redirectWithMessage(context, paths.dashboard.notices.qqi.list, message)
  }
  // The message names the photo, as the spec's error catalogue requires.
  return handleSubmission(submission, savePhotos, { refused: ({ message }) => message })
}

/** Responds with the form, which names the photo, when the server failed to save one of the photos. */
function respondWithFailure({ fileName, status }: { fileName: string; status: number }, message: string) {
  const failed = { status, message }
  return data<FormResult & FailedPhoto>({ failed, fileName }, { status })
}

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function QqiPhotos() {
  const gallery = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return (
    <section aria-labelledby="photos">
      <BackLink to={paths.dashboard.notices.list}>Back to Notices</BackLink>
      <h2 id="photos" className="mb-6">
        {gallery.notice.title}
      </h2>
      <Gallery {...gallery} result={result} />
      {!gallery.isTutor && (
        <Link to={paths.dashboard.photosOfYou} className="mt-6 inline-flex min-h-control items-center font-bold">
          Photos of you: you decide
        </Link>
      )}
    </section>
  )
}
