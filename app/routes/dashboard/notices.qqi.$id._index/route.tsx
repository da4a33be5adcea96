import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { tutorOf, userOf } from '~/auth/identity.server'
import { changeOf } from '~/domain/change.server'
import { changePhoto, findPhoto, photoInWords } from '~/domain/notices/photos.server'
import { photoEdit } from '~/domain/notices/schema'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { readForm } from '~/http/forms/body'
import { check, saving } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { PicturePage } from '~/routes/parts/files/picture-page'
import { pageTitle } from '~/ui/browser/page-title'
import { forTutors } from '~/ui/portal/for-tutors'
import type * as ForTutors from './for-tutors'

export async function loader(args: LoaderFunctionArgs) {
  const user = userOf(args)
  const photo = orNotFound(await findPhoto(args.context.db, user, pathId(args.params.id)))
  return { isTutor: user.role === 'tutor', photo }
}

export async function action(args: ActionFunctionArgs) {
  const { request, params, context } = args
  const user = tutorOf(args)
  return saving(
    check(await readForm(request), photoEdit),
    async (details) => {
      const { id } = await changePhoto(context.db, user, pathId(params.id), changeOf(details))
      return redirectWithMessage(context, `/dashboard/notices/qqi/${id}`, {
        kind: 'success',
        title: 'Photo updated',
        text: 'The photo has been updated successfully.',
      })
    },
    { inWords: photoInWords },
  )
}

export const meta = pageTitle<typeof loader>('Photo', { of: ({ photo }) => photo.title })
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function Photo() {
  const { isTutor, photo } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const backTo = `/dashboard/notices/qqi#photo-${photo.id}`
  const tutors = isTutor ? forTutors<typeof ForTutors>('dashboard/notices.qqi.$id._index') : undefined
  return (
    <PicturePage picture={photo} noun="photo" backTo={backTo} back="Back to the photos">
      {tutors && <tutors.PhotoForm key={photo.version} photo={photo} answer={answer} backTo={backTo} />}
    </PicturePage>
  )
}
