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
    if (failure?.reason) {
      const { status, reason, retryAfter } = failure
      throw new Refused(status, describeRefusedPhotos({ ...failure, reason }, stored, notes), { retryAfter })
    }
    if (failure) return respondWithFailure(failure, describeAddedPhotos(stored, notes))
    const message = { kind: 'success', ...describeUpload(album), detail: notes } as const
    return redirectWithMessage(context, getGalleryPath(album?.id), message)
  }
  // The message names the photo, as the spec's error catalogue requires.
  return handleSubmission(submission, savePhotos, { refused: ({ message }) => message })
}

/** Responds with the form, which names the photo, when the server failed to save one of the photos. */
function respondWithFailure({ fileName, status }: { fileName: string; status: number }, message: string) {
  const failed = { status, message }
  return data<FormResult & FailedPhoto>({ failed, fileName }, { status })
}
