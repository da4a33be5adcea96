import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { tutorOf, userOf } from '~/auth/identity.server'
import { type Account, isTutor, type Tutor } from '~/domain/accounts/account'
import { listStudents } from '~/domain/accounts/accounts.server'
import { changeOf } from '~/domain/change.server'
import { emptyPage } from '~/domain/empty-page'
import { dayAt, isoDay, midnight, today } from '~/domain/events/days'
import { changeFile, fileInWords } from '~/domain/files/files.server'
import { pageForStudent } from '~/domain/files/lists.server'
import { whoseIs } from '~/domain/files/places'
import { fileEdit, newFiles } from '~/domain/files/schema'
import { addFiles } from '~/domain/files/several.server'
import { canSee } from '~/domain/files/who-sees'
import { pageOfNotices } from '~/domain/notices/notices.server'
import { pathId } from '~/domain/path-id'
import { questionsFor } from '~/domain/questions/questions.server'
import { Refused } from '~/domain/refused'
import { dayFor, type TodayShown } from '~/domain/week/week.server'
import { showingLists } from '~/http/answers/lists.server'
import { check, saving, uploadFailed } from '~/http/forms/form.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { type Message, redirectWithMessage } from '~/http/forms/message.server'
import { formAction } from '~/http/forms/pages.server'
import { lists, myFiles } from '~/routes/parts/files/my-files'
import { NoticesFirst } from '~/routes/parts/notices/notice-cards'
import { MySay } from '~/routes/parts/questions/my-say'
import { Today } from '~/routes/parts/week/today'
import { defineScreen } from '~/screen'
import { pageInWords } from '~/ui/browser/page-meta'
import { LoadError } from '~/ui/error-page'
import { NotLoaded } from '~/ui/lists/not-loaded'
import { pageIn } from '~/ui/lists/page-links'
import { StudentsFiles } from './file-lists'
import { TutorFiles } from './tutor-files'
import { uploaded } from './uploaded'
import { type OrEmpty, tutorsView } from './view.server'

export const handle = defineScreen<typeof loader>({
  access: { loader: 'user', action: 'tutor' },
  body: 'files',
  title: 'My Files',
  detail: titleOf,
  views: ['/dashboard?edit=:document', '/dashboard?of=shared', '/dashboard?add'],
})

export async function loader(args: LoaderFunctionArgs) {
  const user = userOf(args)
  const { db } = args.context
  const { searchParams } = new URL(args.request.url)
  return showingLists(async (orEmpty) => ({
    tutors: isTutor(user) ? await tutorsView(db, user, searchParams, orEmpty) : null,
    students: user.role === 'student' ? await studentsView(db, user, searchParams, orEmpty) : null,
  }))
}

/** In milliseconds: four months, as the calendar shows. */
const TERM = 122 * 24 * 3_600_000

/** What a student sees: the day, notices that last, and two lists. */
async function studentsView(
  db: Parameters<typeof pageForStudent>[0],
  student: Account,
  parameters: URLSearchParams,
  orEmpty: OrEmpty,
) {
  const page = (list: 'personal' | 'shared') => pageIn(parameters, lists[list])
  return {
    today: await orEmpty<TodayShown | null>(dayFor(db, student), null),
    questions: await orEmpty(questionsFor(db, student), []),
    notices: await orEmpty(pageOfNotices(db, 1), emptyPage),
    since: isoDay(dayAt(midnight(today()) - TERM)),
    personal: await orEmpty(pageForStudent(db, student, 'own', page('personal')), emptyPage),
    shared: await orEmpty(pageForStudent(db, student, 'shared', page('shared')), emptyPage),
  }
}

/** Two forms: the upload and the document being edited. The body is read only for a tutor. */
export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const form = await readSubmission(args)
  return form.get('intent') === 'edit' ? edit(args, user, form) : upload(args, form)
}

const upload = formAction(
  newFiles,
  async (documents, { db, uploads, tutor }) => {
    const files = await addFiles(db, uploads, tutor, documents)
    const place = new URLSearchParams({ of: String(whoseIs(documents) ?? '') })
    return { to: myFiles(place), ...uploaded(files, documents, await listStudents(db)) }
  },
  { refused: uploadFailed },
)

async function edit({ request, context }: ActionFunctionArgs, tutor: Tutor, form: FormData) {
  const id = pathId(String(form.get('id')))
  const students = await listStudents(context.db)
  const toFiles = (message: Message) =>
    redirectWithMessage(context, myFiles(new URL(request.url).searchParams), message)
  const telling = {
    refused: ({ status, message }: { status: number; message: string }) =>
      `Failed to update document: ${status}. ${message}`,
    inWords: fileInWords(students),
    // A removed document has no form in the list any more.
    elsewhere: (error: unknown) =>
      error instanceof Refused && error.status === 404 ? toFiles(NOT_UPDATED) : undefined,
  }
  return saving(
    check(form, fileEdit),
    async (details) => {
      const file = await changeFile(context.db, tutor, id, changeOf(details))
      return toFiles({ ...UPDATED, detail: canSee(file, students, { otherName: file.studentName }) })
    },
    telling,
  )
}

const UPDATED = {
  kind: 'success',
  title: 'Document updated',
  text: 'The document has been updated successfully.',
} as const
const NOT_UPDATED = { kind: 'error', title: 'Update failed', text: 'Failed to update document: 404' } as const

/** The document being edited, what a tutor chose or searched for, or the pages of a student's lists. */
function titleOf({ tutors, students }: Shown): string {
  if (tutors?.edited) return `Edit ${tutors.edited.title}`
  if (tutors?.isUploading) return 'Upload Document'
  if (tutors) {
    const search = tutors.search && `search for ‘${tutors.search}’`
    return [tutors.place?.name ?? search, tutors.list && pageInWords(tutors.list)].filter(Boolean).join(', ')
  }
  const places = [
    ['My Personal Files', pageInWords(students?.personal ?? emptyPage)],
    ['Shared Files', pageInWords(students?.shared ?? emptyPage)],
  ]
  return places
    .filter(([, place]) => place)
    .map((words) => words.join(' '))
    .join(', ')
}

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

type Shown = ReturnType<typeof useLoaderData<typeof loader>>

export default function MyFiles() {
  return <Documents {...useLoaderData<typeof loader>()} />
}

const NOTHING = { today: null, questions: [], since: '', notices: emptyPage, personal: emptyPage, shared: emptyPage }

export function ErrorBoundary() {
  return <LoadError empty={<Documents tutors={null} students={NOTHING} notLoaded />} />
}

function Documents({ tutors, students, notLoaded }: Shown) {
  const answer = useActionData<typeof action>()
  if (tutors) {
    return <TutorFiles {...tutors} notLoaded={notLoaded} answer={answer ?? undefined} />
  }
  const { today, questions, notices, since, personal, shared } = students ?? NOTHING
  return (
    <div className="flex min-w-0 flex-col gap-12">
      <Today today={today} />
      <MySay questions={questions} isFirst />
      <NoticesFirst notices={notices} />
      {notLoaded && <NotLoaded />}
      <StudentsFiles list="personal" files={personal} since={since} />
      <StudentsFiles list="shared" files={shared} since={since} />
    </div>
  )
}
