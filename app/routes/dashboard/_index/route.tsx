import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getUser } from '~/auth/identity.server'
import { isTutor } from '~/domain/accounts/account'
import { listStudents } from '~/domain/accounts/accounts.server'
import { toChange } from '~/domain/change.server'
import { emptyPage } from '~/domain/empty-page'
import { addFiles, changeFile, describeFile } from '~/domain/files/files.server'
import { DOCUMENTS } from '~/domain/files/kinds'
import { describeAudienceInSentence, getFileOwner } from '~/domain/files/places'
import { fileEdit, newFiles } from '~/domain/files/schema'
import { parsePathId } from '~/domain/path-id'
import { loadLists } from '~/http/answers/lists.server'
import { formatUploadFailure, handleSubmission, parseForm } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { createFormAction, createIntentAction, type TutorRequest } from '~/http/forms/pages.server'
import { ConsentQuestion } from '~/routes/parts/consent/consent-question'
import { getMyFilesPath, getUploadedPath } from '~/routes/parts/files/my-files'
import { ShowAtHome } from '~/routes/parts/home/show-at-home'
import { LatestNotices } from '~/routes/parts/notices/notice-cards'
import { MySay } from '~/routes/parts/questions/my-say'
import { isQuietDay, TodayPanel } from '~/routes/parts/week/today'
import { defineScreen } from '~/screen'
import { formatPageNumber } from '~/ui/browser/page-meta'
import { LoadError } from '~/ui/error-page'
import { LoadFailureNotice } from '~/ui/lists/not-loaded'
import { StudentFiles } from './file-lists'
import { GuideLinks, hasLinksBelow, LinksBelow } from './links-below'
import { TutorFiles } from './tutor-files'
import { buildUploadMessage } from './use-document-upload'
import { readStudentView, readTutorFiles } from './view.server'

export const handle = defineScreen<typeof loader>({
  access: { loader: 'user', action: 'tutor' },
  body: 'files',
  title: (data) => (data?.students && !data.students.hasFiles ? 'Today' : 'My Files'),
  detail: describeView,
})

/** How long a page without scripts waits for the document that was just uploaded, in ms; scripts ask again. */
const PREVIEW_PATIENCE = 2000

export async function loader(args: LoaderFunctionArgs) {
  const user = getUser(args)
  const { db } = args.context
  const { searchParams } = new URL(args.request.url)
  const patience = args.request.headers.get('Accept')?.includes('text/html') ? PREVIEW_PATIENCE : 0
  const request = { parameters: searchParams, patience }
  return loadLists(async (orEmpty) => ({
    tutors: isTutor(user) ? await readTutorFiles(args.context, user, request, orEmpty) : null,
    students: user.role === 'student' ? await readStudentView(db, user, searchParams, orEmpty) : null,
  }))
}

const uploadDocuments = createFormAction(
  newFiles,
  async (documents, { db, uploads, tutor }) => {
    const files = await addFiles(db, uploads, tutor, documents)
    const placeQuery = new URLSearchParams({ of: String(getFileOwner(documents) ?? '') })
    const list = getMyFilesPath(placeQuery)
    const shown = files.find(({ fileType }) => DOCUMENTS.some((one) => one === fileType))
    const to = shown ? getUploadedPath(shown.id, list) : list
    return { to, ...buildUploadMessage(files, documents, await listStudents(db, tutor)) }
  },
  { refused: formatUploadFailure },
)

async function editDocument({ request, context, tutor }: TutorRequest, form: FormData) {
  const id = parsePathId(String(form.get('id')))
  const students = await listStudents(context.db, tutor)
  const options = {
    refused: ({ status, message }: { status: number; message: string }) =>
      `Failed to update document: ${status}. ${message}`,
    descriptions: describeFile(students),
  }
  return handleSubmission(
    parseForm(form, fileEdit),
    async (details) => {
      const file = await changeFile(context.db, tutor, id, toChange(details))
      return redirectWithMessage(context, getMyFilesPath(new URL(request.url).searchParams), {
        ...UPDATED,
        detail: describeAudienceInSentence(file, students, { otherName: file.studentName }),
      })
    },
    options,
  )
}

/** Reads the body only for a tutor. A form without an intent uploads. */
export const action = createIntentAction({ edit: editDocument, upload: uploadDocuments }, uploadDocuments)

const UPDATED = {
  kind: 'success',
  title: 'Document updated',
  text: 'The document has been updated successfully.',
} as const

/** The page title's detail: the edited document, the tutor's place or search, or the pages of the two lists. */
function describeView({ tutors, students }: MyFilesData): string {
  if (tutors?.edited) return `Edit ${tutors.edited.title}`
  if (tutors?.isUploading) return 'Upload Document'
  if (tutors?.list) {
    const search = tutors.search && `search for ‘${tutors.search}’`
    return [tutors.place?.name ?? search, formatPageNumber(tutors.list)].filter(Boolean).join(', ')
  }
  const lists = tutors?.all ?? students
  const places = [
    ['My Personal Files', formatPageNumber(lists?.personal ?? emptyPage)],
    ['Shared Files', formatPageNumber(lists?.shared ?? emptyPage)],
  ]
  return places
    .filter(([, place]) => place)
    .map((words) => words.join(' '))
    .join(', ')
}

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

type MyFilesData = ReturnType<typeof useLoaderData<typeof loader>>

export default function MyFiles() {
  return <Documents {...useLoaderData<typeof loader>()} />
}

const EMPTY_VIEW = {
  hasLater: true,
  hasFiles: true,
  today: null,
  home: null,
  unconfirmed: [],
  questions: [],
  notices: emptyPage,
  personal: emptyPage,
  shared: emptyPage,
  guides: [],
}

export function ErrorBoundary() {
  return <LoadError empty={<Documents tutors={null} students={EMPTY_VIEW} notLoaded />} />
}

function Documents({ tutors, students, notLoaded }: MyFilesData) {
  const answer = useActionData<typeof action>()
  if (tutors) {
    return <TutorFiles {...tutors} notLoaded={notLoaded} answer={answer ?? undefined} />
  }
  const { hasLater, hasFiles, today, home, unconfirmed, questions, notices, personal, shared, guides } =
    students ?? EMPTY_VIEW
  // What is ours is below the files, except the day.
  const isHomeBelow = hasFiles && today !== null && isQuietDay(today)
  const below = { notices, unconfirmed, questions }
  const hasLinks = hasFiles && hasLinksBelow(below)
  return (
    <div className="flex min-w-0 flex-col gap-8 sm:gap-12">
      {(today || hasLinks || notLoaded) && (
        <div className="empty:hidden">
          <TodayPanel today={today} hasLater={hasLater} isAlone={!hasFiles}>
            {hasLinks && <LinksBelow {...below} />}
          </TodayPanel>
          {!isHomeBelow && <ShowAtHome choice={home} />}
          {notLoaded && <LoadFailureNotice />}
        </div>
      )}
      {hasFiles && (
        <>
          <StudentFiles list="personal" files={personal} />
          <StudentFiles list="shared" files={shared} />
        </>
      )}
      <ConsentQuestion consent={unconfirmed[0]} from="today" />
      <MySay questions={questions} isFirst />
      <LatestNotices notices={notices} />
      {isHomeBelow && <ShowAtHome choice={home} />}
      <GuideLinks guides={guides} />
    </div>
  )
}
