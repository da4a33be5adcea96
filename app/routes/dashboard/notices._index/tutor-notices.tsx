import type { Notice } from '~/domain/notices/notices.server'
import type { Page } from '~/domain/page.server'
import { paths } from '~/paths'
import { NoticeCards } from '~/routes/parts/notices/notice-cards'
import { ButtonLink } from '~/ui/button'
import { AddLink, EditAndDelete } from '~/ui/lists/list-with-forms'
import { PageLinks } from '~/ui/lists/page-links'

/** Links to the questions and to the form for a notice. */
export function NoticeLinks() {
  return (
    <p className="no-print flex flex-wrap gap-2">
      <ButtonLink to={paths.dashboard.notices.questions.list} variant="secondary" className="px-3">
        Questions
      </ButtonLink>
      <AddLink to={paths.dashboard.notices.new} className="px-3">
        Add a notice
      </AddLink>
    </p>
  )
}

/** A tutor's links to a notice's edit and delete pages. */
export function NoticeActions({ notice: { id, title } }: { notice: Notice }) {
  return (
    <div className="no-print mt-4 flex flex-wrap gap-2">
      <EditAndDelete
        to={{ edit: paths.dashboard.notices.edit(id), delete: paths.dashboard.notices.delete(id) }}
        title={title}
      />
    </div>
  )
}

/** Past notices, folded away. */
export function PastNotices({ notices, isOpen }: { notices: Page<Notice>; isOpen: boolean }) {
  if (notices.found === 0) return null
  return (
    <details className="fold no-print mt-8" open={isOpen}>
      <summary id="past-notices" className="font-bold text-river">
        Past notices ({notices.found})
      </summary>
      <NoticeCards notices={notices.items} level="h3" actions={(notice) => <NoticeActions notice={notice} />} />
      <PageLinks pages={notices.pages} name="past" label="Pages of past notices" heading="past-notices" />
    </details>
  )
}
