import { type ActionFunctionArgs, data } from '@remix-run/node'
import { getTutor } from '~/auth/identity.server'
import { requireWhoIsIn } from '~/domain/consent/schema'
import type { PhotoAlbum } from '~/domain/notices/numbers.server'
import { addPhotos } from '~/domain/notices/photos.server'
import { type NewPhotos, newPhotos } from '~/domain/notices/schema'
import { Refused } from '~/domain/refused'
import { type FormResult, handleSubmission, parseForm } from '~/http/forms/form.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { getGalleryPath } from '~/paths'
import { getRefusalStatus } from '~/refusal-status'
import { describeAddedPhotos, describeRefusedPhotos, describeUpload, type FailedPhoto } from './photo-upload'

/** Answers the form of a gallery's page: adds its photos, and names the first that fails. */
export async function addPhotosOfForm(args: ActionFunctionArgs, album: PhotoAlbum) {
  const { context } = args
  const user = getTutor(args)
  const submission = parseForm(await readSubmission(args), newPhotos)
  const savePhotos = async ({ photos, ...details }: NewPhotos) => {
    const { db, uploads } = context
    if (album) requireWhoIsIn(details)
    const { added: stored, notes, failure } = await addPhotos(db, uploads, user, photos, details, album?.id)
    if (failure?.refused) {
      const { kind, message: reason, retryAfter } = failure.refused
      const refused = { fileName: failure.fileName, status: getRefusalStatus(failure.refused), reason }
      throw new Refused(kind, describeRefusedPhotos(refused, stored, notes), { retryAfter })
    }
    if (failure) return respondWithFailure(failure.fileName, describeAddedPhotos(stored, notes))
    const message = { kind: 'success', ...describeUpload(album), detail: notes } as const
    return redirectWithMessage(context, getGalleryPath(album?.id), message)
  }
  // The message names the photo, as the spec's error catalogue requires.
  return handleSubmission(submission, savePhotos, { refused: ({ message }) => message })
}

/** Responds with the form, which names the photo, when the server failed to save one of the photos. */
function respondWithFailure(fileName: string, message: string) {
  return data<FormResult & FailedPhoto>({ failed: { status: 500, message }, fileName }, { status: 500 })
}
