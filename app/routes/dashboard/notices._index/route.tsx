import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { requireUser } from '~/auth/identity.server'
import { listPhotos } from '~/domain/notices/photos.server'
import { Gallery } from '~/routes/parts/notices/gallery'
import { QQI_NOTICE } from '~/routes/parts/notices/words'
import { Dialog } from '~/ui/dialog'
import { pageTitle } from '~/ui/page-title'
import { NoticeCard } from './notice-card'

export async function loader(args: LoaderFunctionArgs) {
  const { user } = await requireUser(args)
  return { isTutor: user.role === 'tutor', photos: await listPhotos(args.context.db, user) }
}

export const meta = pageTitle('Notices')
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'

export default function Notices() {
  const { isTutor, photos } = useLoaderData<typeof loader>()
  const [open, setOpen] = useState(false)
  return (
    <section aria-labelledby="notices">
      <h2 id="notices">Notices</h2>
      <NoticeCard photos={photos.length} isTutor={isTutor} onOpen={() => setOpen(true)} />
      {open && (
        <Dialog wide title={QQI_NOTICE} onClose={() => setOpen(false)}>
          <Gallery photos={photos} isTutor={isTutor} />
        </Dialog>
      )}
    </section>
  )
}
