import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { userOf } from '~/auth/identity.server'
import { emptyPage } from '~/domain/empty-page'
import { pageOfNotices, pageOfPastNotices } from '~/domain/notices/notices.server'
import { nextNumber } from '~/domain/notices/numbers.server'
import { pageOfPhotos } from '~/domain/notices/photos.server'
import { Gallery } from '~/routes/parts/notices/gallery'
import { NoticeCards } from '~/routes/parts/notices/notice-cards'
import { QQI_NOTICE } from '~/routes/parts/notices/words'
import { pageTitle } from '~/ui/browser/page-title'
import { Dialog } from '~/ui/dialogs/dialog'
import { PageLinks, pageIn } from '~/ui/lists/page-links'
import { forTutors } from '~/ui/portal/for-tutors'
import type * as ForTutors from './for-tutors'
import { NoticeCard } from './notice-card'

export async function loader(args: LoaderFunctionArgs) {
  const user = userOf(args)
  const { db } = args.context
  const isTutor = user.role === 'tutor'
  const { searchParams } = new URL(args.request.url)
  return {
    isTutor,
    notices: await pageOfNotices(db, pageIn(searchParams, 'notices')),
    past: isTutor ? await pageOfPastNotices(db, pageIn(searchParams, 'past')) : emptyPage,
    isPastOpen: searchParams.has('past'),
    gallery: {
      photos: await pageOfPhotos(db, user, pageIn(searchParams)),
      next: isTutor ? await nextNumber(db) : 0,
    },
  }
}

export const meta = pageTitle('Notices')
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'

export default function Notices() {
  const { isTutor, notices, past, isPastOpen, gallery } = useLoaderData<typeof loader>()
  const [open, setOpen] = useState(false)
  const tutors = isTutor ? forTutors<typeof ForTutors>('dashboard/notices._index') : undefined
  return (
    <section aria-labelledby="notices">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="notices">Notices</h2>
        {tutors && <tutors.AddNotice />}
      </div>
      {notices.found > 0 && (
        <div className="mt-4">
          <NoticeCards
            notices={notices.items}
            level="h3"
            actions={tutors && ((notice) => <tutors.NoticeActions notice={notice} />)}
          />
          <PageLinks pages={notices.pages} name="notices" label="Pages of notices" heading="notices" />
        </div>
      )}
      <NoticeCard photos={gallery.photos.found} isTutor={isTutor} onOpen={() => setOpen(true)} />
      {tutors && <tutors.PastNotices notices={past} isOpen={isPastOpen} />}
      {open && (
        <Dialog wide title={QQI_NOTICE} onClose={() => setOpen(false)}>
          <Gallery {...gallery} isTutor={isTutor} />
        </Dialog>
      )}
    </section>
  )
}
