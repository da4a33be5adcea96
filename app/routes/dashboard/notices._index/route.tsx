import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type MouseEvent, useState } from 'react'
import { getUser } from '~/auth/identity.server'
import { isTutor } from '~/domain/accounts/account'
import { toChange } from '~/domain/change.server'
import { emptyPage } from '~/domain/empty-page'
import { describeByName, listStudentChoices } from '~/domain/groups/groups.server'
import { noticeEdit } from '~/domain/notices/notice-schema'
import {
  changeNotice,
  describeNotice,
  describeRecipients,
  findNoticePlace,
  findTypedNotice,
  paginateNotices,
  paginatePastNotices,
} from '~/domain/notices/notices.server'
import { type PhotoNotice, readPhotoNotice } from '~/domain/notices/photo-notice.server'
import { loadGallery } from '~/domain/notices/photos.server'
import { parsePathId } from '~/domain/path-id'
import { answerQuestion, listOpenQuestions } from '~/domain/questions/questions.server'
import { newAnswer } from '~/domain/questions/schema'
import { type FormResult, handleSubmission, parseForm } from '~/http/forms/form.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { createFormAction, createSaveResult } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { Gallery } from '~/routes/parts/notices/gallery'
import { getNoticePath, NoticeCards } from '~/routes/parts/notices/notice-cards'
import { MySay } from '~/routes/parts/questions/my-say'
import { defineScreen } from '~/screen'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { Dialog } from '~/ui/dialogs/dialog'
import { hasModalSupport } from '~/ui/dialogs/modal'
import { Icon } from '~/ui/icon'
import { Lines } from '~/ui/lines'
import { Listen } from '~/ui/listen/listen'
import { EmptyState } from '~/ui/lists/empty-state'
import { EditAndDelete } from '~/ui/lists/list-with-forms'
import { getPageNumber, PageLinks } from '~/ui/lists/page-links'
import { Drawing } from '~/ui/site/drawing'
import type { Database } from '~db/schema'
import { NoticeLinks, PastNotices, TutorNoticeCards } from './tutor-notices'

export const handle = defineScreen<typeof loader>({
  access: 'user',
  body: 'text',
  title: 'Notices',
  detail: ({ edited }) => edited && `Edit ${edited.notice.title}`,
  views: ['/dashboard/notices?edit=:notice'],
})

interface NoticeCardProps {
  notice: PhotoNotice
  photos: number
  isTutor: boolean
  onOpen: () => void
}

/** The notice above the photos. It links to the gallery's page; with scripts, the whole card opens a dialog instead. */
function NoticeCard({ notice, photos, isTutor, onOpen }: NoticeCardProps) {
  function openDialog(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || !hasModalSupport()) return
    event.preventDefault()
    onOpen()
  }
  return (
    <Card
      as="article"
      aria-labelledby="qqi-notice"
      className="relative mt-4 grid max-w-4xl gap-6 hover:border-river sm:grid-cols-2"
    >
      <Drawing name="celebration" width={1200} height={600} className="h-auto w-full self-center rounded-sm" />
      <div>
        <h3 id="qqi-notice">{notice.title}</h3>
        <p className="mt-2">
          <Lines text={notice.text} />
        </p>
        <p className="mt-2 font-bold">
          {photos === 0 ? 'No photos yet' : photos === 1 ? '1 photo' : `${photos} photos`}
        </p>
        {isTutor && photos === 0 && notice.isHiddenWhenEmpty && (
          <p className="mt-2">Students will see this notice once it has photos.</p>
        )}
        <div className="no-print mt-4 flex flex-wrap gap-2">
          <ButtonLink
            to={paths.dashboard.notices.qqi.list}
            onClick={openDialog}
            className="after:absolute after:inset-0 after:rounded"
          >
            <Icon name={photos > 0 || isTutor ? 'image' : 'notices'} className="h-6 w-6" />
            {photos > 0 ? 'See the photos' : isTutor ? 'Add photos' : 'Open the notice'}
            <span className="sr-only"> of the {notice.title}</span>
          </ButtonLink>
          {isTutor && (
            <div className="relative z-40">
              <EditAndDelete to={{ edit: paths.dashboard.notices.qqi.edit }} title={notice.title} />
            </div>
          )}
        </div>
      </div>
    </Card>
  )
}

export async function loader(args: LoaderFunctionArgs) {
  const user = getUser(args)
  const { db } = args.context
  const { searchParams } = new URL(args.request.url)
  const edited = isTutor(user) ? await readEditedNotice(db, searchParams) : undefined
  const notices = await paginateNotices(db, user, getPageNumber(searchParams, 'notices'))
  const past = isTutor(user) ? await paginatePastNotices(db, getPageNumber(searchParams, 'past')) : emptyPage
  return {
    isTutor: isTutor(user),
    questions: await listOpenQuestions(db, user),
    notices,
    past,
    isPastOpen: searchParams.has('past'),
    recipients: isTutor(user) ? await describeRecipients(db, [...notices.items, ...past.items]) : {},
    edited,
    photoNotice: await readPhotoNotice(db),
    gallery: await loadGallery(db, user, getPageNumber(searchParams)),
  }
}

/** The notice that a tutor edits, with the students to choose. Redirects to the page of the list that it is on. */
async function readEditedNotice(db: Database, parameters: URLSearchParams) {
  const notice = await findTypedNotice(db, getEditedId(parameters))
  if (!notice) return undefined
  const place = await findNoticePlace(db, notice)
  const isThere =
    getPageNumber(parameters, place.list) === place.page && parameters.has('past') === (place.list === 'past')
  if (!isThere) throw redirect(getNoticePath(notice.id, place, { isEdited: true }))
  return { notice, students: await listStudentChoices(db, notice.studentIds) }
}

const getEditedId = (parameters: URLSearchParams) => parsePathId(parameters.get('edit') ?? undefined)

export async function action(args: ActionFunctionArgs) {
  const form = await readSubmission(args)
  const isEdit = isTutor(getUser(args)) && form.get('intent') === 'edit-notice'
  return isEdit ? editNotice(args, form) : saveAnswer(args, form)
}

const editNotice = createFormAction(
  noticeEdit,
  async (fields, { db, tutor, request }) => {
    const id = getEditedId(new URL(request.url).searchParams)
    const notice = await changeNotice(db, tutor, id, toChange(fields))
    return createSaveResult('notice', 'updated', getNoticePath(id, await findNoticePlace(db, notice)))
  },
  async ({ db }) => ({ inWords: await describeByName(db, describeNotice, 'Everyone') }),
)

/** Saves a student's answer and returns to the question, which shows it. */
async function saveAnswer(args: ActionFunctionArgs, form: FormData) {
  const { context } = args
  const id = parsePathId(String(form.get('id')))
  const returnPath = form.get('from') === 'today' ? paths.dashboard.index : paths.dashboard.notices.list
  return handleSubmission(parseForm(form, newAnswer), async ({ answer }) => {
    await answerQuestion(context.db, getUser(args), id, answer, context.settings.centre)
    return redirect(`${returnPath}#question-${id}`, { status: 303 })
  })
}

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function Notices() {
  const { isTutor, questions, notices, past, isPastOpen, recipients, edited, photoNotice, gallery } =
    useLoaderData<typeof loader>()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const answer = useActionData<FormResult>()
  const failed = answer?.failed
  const tutorProps = { recipients, edited, answer }
  const isCardShown = isTutor || gallery.photos.found > 0 || !photoNotice.isHiddenWhenEmpty
  return (
    <section id="notice-board" aria-labelledby="notices">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="notices">Notices</h2>
        {isTutor && <NoticeLinks />}
      </div>
      {notices.found > 0 && <Listen to="notice-board" />}
      {notices.found > 0 && (
        <div className="mt-4">
          {isTutor ? (
            <TutorNoticeCards list="notices" notices={notices} {...tutorProps} />
          ) : (
            <NoticeCards notices={notices.items} level="h3" />
          )}
          <PageLinks pages={notices.pages} name="notices" label="Pages of notices" heading="notices" />
        </div>
      )}
      {isCardShown && (
        <NoticeCard
          notice={photoNotice}
          photos={gallery.photos.found}
          isTutor={isTutor}
          onOpen={() => setIsDialogOpen(true)}
        />
      )}
      {!isCardShown && notices.found === 0 && (
        <EmptyState className="mt-4" picture="empty-calendar" title="There are no notices now." />
      )}
      {!isTutor && (
        <div className="mt-8">
          <MySay questions={questions} failed={failed} />
        </div>
      )}
      {isTutor && <PastNotices notices={past} isOpen={isPastOpen} {...tutorProps} />}
      {isDialogOpen && (
        <Dialog isWide title={photoNotice.title} onClose={() => setIsDialogOpen(false)}>
          <Gallery {...gallery} isTutor={isTutor} />
        </Dialog>
      )}
    </section>
  )
}
