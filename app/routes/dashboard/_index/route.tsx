import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireTutor, requireUser } from '~/auth/identity.server'
import type { Account } from '~/domain/accounts/account'
import { listStudents } from '~/domain/accounts/accounts.server'
import { addFile, changeFile, listPersonalFiles, listSharedFiles } from '~/domain/files/files.server'
import { fileDetails, newFile } from '~/domain/files/schema'
import { pathId } from '~/domain/path-id'
import { readForm, UPLOAD_LIMIT } from '~/http/body'
import { check, replyToUpload } from '~/http/form.server'
import { redirectWithMessage } from '~/http/message.server'
import { ButtonAnchor } from '~/ui/button'
import { Icon } from '~/ui/icon'
import { pageTitle } from '~/ui/page-title'
import { PersonalFiles, SharedFiles } from './file-lists'
import { UploadPanel } from './upload-form'

export async function loader(args: LoaderFunctionArgs) {
  const { user } = await requireUser(args)
  const { db } = args.context
  const isTutor = user.role === 'tutor'
  return {
    isTutor,
    personal: await listPersonalFiles(db, user),
    shared: await listSharedFiles(db, user),
    students: isTutor ? await listStudents(db) : [],
    editing: isTutor ? pathId(new URL(args.request.url).searchParams.get('edit') ?? undefined) : 0,
  }
}

/** Two forms: the panel's upload and the one document under edit. Nothing is read before it is clear that a tutor sends it. */
export async function action(args: ActionFunctionArgs) {
  const { user } = await requireTutor(args)
  const form = await readForm(args.request, UPLOAD_LIMIT)
  return form.get('intent') === 'edit' ? edit(args, user, form) : upload(args, user, form)
}

async function upload({ context }: ActionFunctionArgs, tutor: Account, form: FormData) {
  const submission = check(form, newFile)
  if (submission.status !== 'success') return data({ upload: submission.reply(), edit: null }, { status: 400 })
  try {
    await addFile(context.db, context.uploads, tutor, submission.value)
  } catch (error) {
    return data({ upload: replyToUpload(submission, error), edit: null }, { status: 400 })
  }
  return redirectWithMessage(context, '/dashboard', {
    kind: 'success',
    title: 'File uploaded',
    text: 'Your file has been uploaded successfully.',
  })
}

async function edit({ context }: ActionFunctionArgs, tutor: Account, form: FormData) {
  const submission = check(form, fileDetails)
  if (submission.status !== 'success') return data({ upload: null, edit: submission.reply() }, { status: 400 })
  const id = pathId(String(form.get('id')))
  const changed = await changeFile(context.db, tutor, id, submission.value)
  return changed
    ? redirectWithMessage(context, '/dashboard', {
        kind: 'success',
        title: 'Document updated',
        text: 'The document has been updated successfully.',
      })
    : redirectWithMessage(context, '/dashboard', {
        kind: 'error',
        title: 'Update failed',
        text: 'Failed to update document: 404',
      })
}

export const meta = pageTitle('My Files')

export default function MyFiles() {
  const { isTutor, personal, shared, students, editing } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  const lists = (
    <div className="flex min-w-0 flex-col gap-12">
      {isTutor && (
        <ButtonAnchor href="#upload-heading" look="secondary" className="no-print -mb-4 lg:hidden">
          <Icon name="upload" className="h-5 w-5" />
          Upload a document
        </ButtonAnchor>
      )}
      <PersonalFiles files={personal} isTutor={isTutor} editing={editing} refusal={refusal?.edit} />
      <SharedFiles files={shared} isTutor={isTutor} editing={editing} refusal={refusal?.edit} />
    </div>
  )
  if (!isTutor) return lists
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
      {lists}
      <UploadPanel students={students} result={refusal?.upload} />
    </div>
  )
}
