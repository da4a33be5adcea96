import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { requireTutor } from '~/auth/identity.server'
import { addMember } from '~/domain/board/board.server'
import { memberForm } from '~/domain/board/schema'
import { FileRefused } from '~/domain/files/refused'
import { readForm, UPLOAD_LIMIT } from '~/http/body'
import { check, failed, refused } from '~/http/form.server'
import { MemberForm } from '~/routes/parts/board/member-form'
import { toMembers } from '~/routes/parts/board/to-members.server'
import { Panel } from '~/ui/list-with-forms'
import { pageTitle } from '~/ui/page-title'

export async function loader(args: LoaderFunctionArgs) {
  await requireTutor(args)
  return null
}

export async function action(args: ActionFunctionArgs) {
  const { user } = await requireTutor(args)
  const { request, context } = args
  const submission = check(await readForm(request, UPLOAD_LIMIT), memberForm)
  if (submission.status !== 'success') return refused(submission.reply())
  try {
    const member = await addMember(context.db, context.uploads, user, submission.value)
    return toMembers(context, 'Board member created successfully', member)
  } catch (error) {
    if (error instanceof FileRefused)
      return refused(submission.reply({ fieldErrors: { [error.field]: [error.message] } }))
    return failed(submission, 'Failed to create board member', error)
  }
}

export const meta = pageTitle('Add Board Member')

export default function NewMember() {
  return (
    <Panel title="Add Board Member">
      <MemberForm answer={useActionData<typeof action>()} deed="Create Member" doing="Creating..." />
    </Panel>
  )
}
