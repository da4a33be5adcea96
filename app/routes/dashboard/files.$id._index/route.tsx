import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData, useSearchParams } from '@remix-run/react'
import { userOf } from '~/auth/identity.server'
import { logOpened, logView } from '~/domain/files/files.server'
import { asPicture } from '~/domain/files/kinds'
import { findDocument } from '~/domain/files/lists.server'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { myFiles } from '~/routes/parts/files/my-files'
import { PicturePage } from '~/routes/parts/files/picture-page'
import { pageTitle } from '~/ui/browser/page-title'

/** A picture of My Files; any other document opens as a file. */
export async function loader(args: LoaderFunctionArgs) {
  const user = userOf(args)
  const picture = orNotFound(asPicture(await findDocument(args.context.db, user, pathId(args.params.id))))
  await logOpened(args.context.db, user, picture)
  await logView(args.context.db, user, { ...picture, album: null })
  return { isTutor: user.role === 'tutor', picture }
}

export const meta = pageTitle<typeof loader>('Picture', { of: ({ picture }) => picture.title })
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'

export default function DocumentPicture() {
  const { isTutor, picture } = useLoaderData<typeof loader>()
  const [parameters] = useSearchParams()
  const card = `#file-${picture.id}`
  return (
    <PicturePage
      picture={picture}
      noun="document"
      backTo={`${myFiles(parameters)}${card}`}
      back="Back to My Files"
      editAt={isTutor ? `${myFiles(parameters, picture.id)}${card}` : undefined}
    />
  )
}
