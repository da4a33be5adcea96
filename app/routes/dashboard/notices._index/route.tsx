import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { requireUser } from '~/auth/identity.server'
import { nextNumber } from '~/domain/notices/numbers.server'
import { pageOfPhotos } from '~/domain/notices/photos.server'
import { Gallery } from '~/routes/parts/notices/gallery'
import { QQI_NOTICE } from '~/routes/parts/notices/words'
import { Dialog } from '~/ui/dialog'
import { pageIn } from '~/ui/page-links'
import { pageTitle } from '~/ui/page-title'
import { NoticeCard } from './notice-card'

export async function loader(args: LoaderFunctionArgs) {
  const { user } = await requireUser(args)
  const isTutor = user.role === 'tutor'
  const photos = await pageOfPhotos(args.context.db, user, pageIn(new URL(args.request.url).searchParams))
  return { isTutor, photos, next: isTutor ? await nextNumber(args.context.db) : 0 }
}

export const meta = pageTitle('Notices')
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'

export default function Notices() {
  const { isTutor, ...gallery } = useLoaderData<typeof loader>()
  const [open, setOpen] = useState(false)
  return (
    <section aria-labelledby="notices">
      <h2 id="notices">Notices</h2>
      <NoticeCard photos={gallery.photos.found} isTutor={isTutor} onOpen={() => setOpen(true)} />
      {open && (
        <Dialog wide title={QQI_NOTICE} onClose={() => setOpen(false)}>
          <Gallery {...gallery} isTutor={isTutor} />
        </Dialog>
      )}
    </section>
  )
}
