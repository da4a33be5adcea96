import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { getUser } from '~/auth/identity.server'
import { isTutor, type Tutor } from '~/domain/accounts/account'
import { toChange } from '~/domain/change.server'
import { emptyPage } from '~/domain/empty-page'
import { describeByName, listStudentChoices } from '~/domain/groups/groups.server'
import { paginateAlbums, readPhotoNotice } from '~/domain/notices/albums.server'
import {
  changeNotice,
  describeNotice,
  describeRecipients,
  findNoticePlace,
  findTypedNotice,
  paginateNotices,
  paginatePastNotices,
} from '~/domain/notices/notices.server'
import { loadGallery } from '~/domain/notices/photos.server'
import { noticeEdit } from '~/domain/notices/schema'
import { parsePathId } from '~/domain/path-id'
import { answerQuestion, listOpenQuestions } from '~/domain/questions/questions.server'
import { newAnswer } from '~/domain/questions/schema'
import { orNotFound } from '~/domain/refused'
import { type FormResult, handleSubmission, parseForm } from '~/http/forms/form.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { selectByIntent } from '~/http/forms/intent.server'
import { createFormAction, createSaveResult } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { Gallery, useFreshGallery } from '~/routes/parts/notices/gallery'
import { getNoticePath, NoticeCards } from '~/routes/parts/notices/notice-cards'
import { LatestAlbums, PhotoNoticeCard } from '~/routes/parts/notices/photo-cards'
import { MySay } from '~/routes/parts/questions/my-say'
import { defineScreen } from '~/screen'
import { Dialog } from '~/ui/dialogs/dialog'
import { Listen } from '~/ui/listen/listen'
import { EmptyState } from '~/ui/lists/empty-state'
import { getPageNumber, PageLinks } from '~/ui/lists/page-links'
import type { Database } from '~db/schema'
import { MoreNoticeLinks, NoticeLinks, PastNotices, TutorNoticeCards } from './tutor-notices'

export const handle = defineScreen<typeof loader>({
  access: 'user',
  body: 'text',
  title: 'Notices',
  detail: ({ edited }) => edited && `Edit ${edited.notice.title}`,
})

export async function loader(args: LoaderFunctionArgs) {
  const user = getUser(args)
  const { db } = args.context
  const { searchParams } = new URL(args.request.url)
  const edited = isTutor(user) ? await readEditedNotice(db, user, searchParams) : undefined
  const notices = await paginateNotices(db, user, getPageNumber(searchParams, 'notices'))
  const past = isTutor(user) ? await paginatePastNotices(db, user, getPageNumber(searchParams, 'past')) : emptyPage
  return {
    isTutor: isTutor(user),
    questions: await listOpenQuestions(db, user),
    notices,
    past,
    isPastOpen: searchParams.has('past'),
    recipients: isTutor(user) ? await describeRecipients(db, user, [...notices.items, ...past.items]) : {},
    edited,
    photoNotice: await readPhotoNotice(db, user),
    gallery: await loadGallery(db, user, null, getPageNumber(searchParams)),
    albums: await paginateAlbums(db, user, 1),
  }
}

/** The notice that a tutor edits, with the students to choose. Redirects to the page of the list that it is on. */
async function readEditedNotice(db: Database, tutor: Tutor, parameters: URLSearchParams) {
  const notice = await findTypedNotice(db, tutor, getEditedId(parameters))
  if (!notice) return undefined
  const place = await findNoticePlace(db, tutor, notice)
  const isThere =
    getPageNumber(parameters, place.list) === place.page && parameters.has('past') === (place.list === 'past')
  if (!isThere) throw redirect(getNoticePath(notice.id, place, { isEdited: true }))
  return { notice, students: await listStudentChoices(db, tutor, notice.studentIds) }
}

const getEditedId = (parameters: URLSearchParams) => parsePathId(parameters.get('edit') ?? undefined)

export async function action(args: ActionFunctionArgs) {
  const form = await readSubmission(args)
  const actions: Record<string, typeof saveAnswer | typeof editNotice> = { answer: saveAnswer }
  if (isTutor(getUser(args))) actions['edit-notice'] = editNotice
  return selectByIntent(form, actions, saveAnswer)(args, form)
}

const editNotice = createFormAction(
  noticeEdit,
  async (fields, { db, tutor, request }) => {
    const id = getEditedId(new URL(request.url).searchParams)
    const notice = await changeNotice(db, tutor, id, toChange(fields))
    return createSaveResult('notice', 'updated', getNoticePath(id, await findNoticePlace(db, tutor, notice)))
  },
  async ({ db, tutor, request }) => {
    // Without its notice, the page has no form that could show messages.
    orNotFound(await findTypedNotice(db, tutor, getEditedId(new URL(request.url).searchParams)))
    return { descriptions: await describeByName(db, tutor, describeNotice, 'Everyone') }
  },
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

/** With more notices and questions, the albums are only a link: a phone's page stays below 4,000 px. */
const MOST_ABOVE_ALBUMS = 3

export default function Notices() {
  const { isTutor, questions, notices, past, isPastOpen, recipients, edited, photoNotice, gallery, albums } =
    useLoaderData<typeof loader>()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const freshGallery = useFreshGallery(gallery, isDialogOpen)
  const answer = useActionData<FormResult>()
  // A question has only buttons.
  const refused = answer?.result?.status === 'error' ? answer.result.error : undefined
  const failed = answer?.failed ?? (refused && { status: 400, message: refused['']?.[0] ?? 'Please try again.' })
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
        <PhotoNoticeCard
          notice={photoNotice}
          photos={gallery.photos.found}
          hidden={gallery.hidden}
          isTutor={isTutor}
          onOpen={() => setIsDialogOpen(true)}
        />
      )}
      <LatestAlbums
        albums={albums}
        isTutor={isTutor}
        isShort={notices.items.length + questions.length <= MOST_ABOVE_ALBUMS && !isPastOpen && !edited}
      />
      {!isCardShown && notices.found + albums.found === 0 && (
        <EmptyState className="mt-4" picture="empty-calendar" title="There are no notices now." />
      )}
      {!isTutor && (
        <div className="mt-8">
          <MySay questions={questions} failed={failed} />
        </div>
      )}
      {isTutor && <MoreNoticeLinks className="mt-6 flex sm:hidden" />}
      {isTutor && <PastNotices notices={past} isOpen={isPastOpen} {...tutorProps} />}
      {isDialogOpen && (
        <Dialog isWide title={photoNotice.title} onClose={() => setIsDialogOpen(false)}>
          <Gallery album={null} {...freshGallery} isTutor={isTutor} />
        </Dialog>
      )}
    </section>
  )
}
