import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireTutor, requireUser } from '~/auth/identity.server'
import type { Account } from '~/domain/accounts/account'
import { listStudents } from '~/domain/accounts/accounts.server'
import { changeOf } from '~/domain/change.server'
import { emptyPage } from '~/domain/empty-page'
import { addFile, changeFile, fileInWords } from '~/domain/files/files.server'
import { pageOfPersonalFiles, pageOfSharedFiles, personalPageOf } from '~/domain/files/lists.server'
import { fileEdit, newFile } from '~/domain/files/schema'
import { pageOfNotices } from '~/domain/notices/notices.server'
import { pathId } from '~/domain/path-id'
import { Refused } from '~/domain/refused'
import { readForm, UPLOAD_LIMIT } from '~/http/body'
import { check, saving, uploadFailed } from '~/http/form.server'
import { showingLists } from '~/http/lists.server'
import { type Message, redirectWithMessage } from '~/http/message.server'
import { lists, myFiles } from '~/routes/parts/files/my-files'
import { NoticesFirst } from '~/routes/parts/notices/notices-first'
import { ButtonAnchor } from '~/ui/button'
import { forTutors } from '~/ui/for-tutors'
import { Icon } from '~/ui/icon'
import { LoadError } from '~/ui/load-error'
import { NotLoaded } from '~/ui/not-loaded'
import { pageIn } from '~/ui/page-links'
import { pageInWords, pageTitle } from '~/ui/page-title'
import { PersonalFiles, SharedFiles } from './file-lists'
import type * as ForTutors from './for-tutors'

export async function loader(args: LoaderFunctionArgs) {
  const { user } = await requireUser(args)
  const { db } = args.context
  const { searchParams } = new URL(args.request.url)
  const isTutor = user.role === 'tutor'
  return showingLists(async (orEmpty) => ({
    isTutor,
    personal: await orEmpty(pageOfPersonalFiles(db, user, pageIn(searchParams, lists.personal)), emptyPage),
    shared: await orEmpty(pageOfSharedFiles(db, user, pageIn(searchParams, lists.shared)), emptyPage),
    students: isTutor ? await orEmpty(listStudents(db), []) : [],
    notices: isTutor ? emptyPage : await orEmpty(pageOfNotices(db, 1), emptyPage),
    editing: isTutor ? pathId(searchParams.get('edit') ?? undefined) : 0,
  }))
}

/** Two forms: the upload and the document being edited. The body is read only for a tutor. */
export async function action(args: ActionFunctionArgs) {
  const { user } = await requireTutor(args)
  const form = await readForm(args.request, UPLOAD_LIMIT)
  return form.get('intent') === 'edit' ? edit(args, user, form) : upload(args, user, form)
}

async function upload({ context }: ActionFunctionArgs, tutor: Account, form: FormData) {
  return saving(
    check(form, newFile),
    async (file) => {
      const { studentId, isShared } = await addFile(context.db, context.uploads, tutor, file)
      const page = isShared ? 1 : await personalPageOf(context.db, tutor, studentId)
      return redirectWithMessage(context, myFiles(new URLSearchParams({ [lists.personal]: String(page) })), {
        kind: 'success',
        title: 'File uploaded',
        text: 'Your file has been uploaded successfully.',
      })
    },
    { refused: uploadFailed },
  )
}

async function edit({ request, context }: ActionFunctionArgs, tutor: Account, form: FormData) {
  const id = pathId(String(form.get('id')))
  const toFiles = (message: Message) =>
    redirectWithMessage(context, myFiles(new URL(request.url).searchParams), message)
  const telling = {
    refused: ({ status }: { status: number }) => `Failed to update document: ${status}`,
    inWords: fileInWords,
    // A removed document has no form in the list any more.
    elsewhere: (error: unknown) =>
      error instanceof Refused && error.status === 404 ? toFiles(NOT_UPDATED) : undefined,
  }
  return saving(
    check(form, fileEdit),
    async (details) => {
      await changeFile(context.db, tutor, id, changeOf(details))
      return toFiles(UPDATED)
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

/** The document being edited, or the page of a list. */
function titleOf({ personal, shared, editing }: Omit<Shown, 'students' | 'notices'>): string {
  const edited = [...personal.items, ...shared.items].find(({ id }) => id === editing)
  if (edited) return `Edit ${edited.title}`
  const places = [
    ['My Personal Files', pageInWords(personal)],
    ['Shared Files', pageInWords(shared)],
  ]
  return places
    .filter(([, place]) => place)
    .map((words) => words.join(' '))
    .join(', ')
}

export const meta = pageTitle<typeof loader>('My Files', { of: titleOf })
export { clientAction, shouldRevalidate } from '~/ui/post'

type Shown = ReturnType<typeof useLoaderData<typeof loader>>

export default function MyFiles() {
  return <Documents {...useLoaderData<typeof loader>()} />
}

export function ErrorBoundary() {
  const nothing = { notices: emptyPage, personal: emptyPage, shared: emptyPage, students: [], editing: 0 }
  return <LoadError empty={<Documents {...nothing} isTutor={false} notLoaded />} />
}

function Documents({ isTutor, notices, personal, shared, students, editing, notLoaded }: Shown) {
  const answer = useActionData<typeof action>()
  const refusal = answer?.form === 'edit' ? answer : undefined
  const documents = (
    <div className="flex min-w-0 flex-col gap-12">
      {isTutor && (
        <ButtonAnchor href="#upload-heading" look="secondary" className="no-print -mb-4 lg:hidden">
          <Icon name="upload" className="h-5 w-5" />
          Upload a document
        </ButtonAnchor>
      )}
      <NoticesFirst notices={notices} />
      {notLoaded && <NotLoaded />}
      <PersonalFiles files={personal} isTutor={isTutor} editing={editing} refusal={refusal} />
      <SharedFiles files={shared} isTutor={isTutor} editing={editing} refusal={refusal} />
    </div>
  )
  if (!isTutor) return documents
  const { UploadPanel } = forTutors<typeof ForTutors>('dashboard/_index')
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
      {documents}
      <UploadPanel students={students} result={answer?.form === 'upload' ? answer.result : undefined} />
    </div>
  )
}
