import { type ComponentProps, lazy, Suspense } from 'react'
import type { Notice, NoticePlace } from '~/domain/notices/notices.server'
import type { Page } from '~/domain/page.server'
import { paths } from '~/paths'
import { getNoticePath, NoticeCards } from '~/routes/parts/notices/notice-cards'
import type { NoticeForm as NoticeFormType } from '~/routes/parts/notices/notice-forms'
import { AddAlbumLink } from '~/routes/parts/notices/photo-cards'
import { ButtonLink } from '~/ui/button'
import { classes } from '~/ui/classes'
import { AddLink, EditAndDelete } from '~/ui/lists/list-with-forms'
import { PageLinks } from '~/ui/lists/page-links'

/** Loaded only by tutors who edit: with it, students' scripts would exceed their limit. */
const NoticeForm = lazy(() =>
  import('~/routes/parts/notices/notice-forms').then((module) => ({ default: module.NoticeForm })),
)

interface EditedNotice {
  edited?: Pick<ComponentProps<typeof NoticeFormType>, 'students'> & {
    notice: NonNullable<ComponentProps<typeof NoticeFormType>['notice']>
  }
  answer?: ComponentProps<typeof NoticeFormType>['answer']
}

/** Beside the heading on a wide page, and below the cards on a phone. */
export function MoreNoticeLinks({ className }: { className: string }) {
  return (
    <div className={classes('no-print flex-wrap gap-2', className)}>
      <ButtonLink to={paths.dashboard.notices.questions.list} variant="secondary" className="px-3">
        Questions
      </ButtonLink>
      <AddAlbumLink />
    </div>
  )
}

export function NoticeLinks() {
  return (
    <div className="no-print flex flex-wrap gap-2">
      <MoreNoticeLinks className="hidden sm:flex" />
      <AddLink to={paths.dashboard.notices.new} className="px-3">
        Add a notice
      </AddLink>
    </div>
  )
}

export function TutorNoticeCards({
  list,
  notices,
  recipients,
  edited,
  answer,
}: EditedNotice & { list: NoticePlace['list']; notices: Page<Notice>; recipients: Record<number, string> }) {
  const place = { list, page: notices.page }
  return (
    // Around the whole list, which stays in view until the form has arrived.
    <Suspense>
      <NoticeCards
        notices={notices.items}
        level="h3"
        recipients={recipients}
        actions={({ id, title }) => (
          <div className="no-print mt-4 flex flex-wrap gap-2">
            <EditAndDelete
              to={{ edit: getNoticePath(id, place, { isEdited: true }), delete: paths.dashboard.notices.delete(id) }}
              title={title}
              preventScrollReset
            />
          </div>
        )}
        edited={
          edited
            ? {
                id: edited.notice.id,
                form: <NoticeForm {...edited} key={edited.notice.id} place={place} answer={answer} />,
              }
            : undefined
        }
      />
    </Suspense>
  )
}

export function PastNotices({
  isOpen,
  ...props
}: Omit<ComponentProps<typeof TutorNoticeCards>, 'list'> & { isOpen: boolean }) {
  const { found, pages } = props.notices
  if (found === 0) return null
  return (
    <details className="fold no-print mt-8" open={isOpen}>
      <summary id="past-notices" className="font-bold text-river">
        Past notices ({found})
      </summary>
      <TutorNoticeCards list="past" {...props} />
      <PageLinks pages={pages} name="past" label="Pages of past notices" heading="past-notices" />
    </details>
  )
}
