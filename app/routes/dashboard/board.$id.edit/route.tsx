import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireTutor } from '~/auth/identity.server'
import { changeMember, findMember, memberInWords } from '~/domain/board/board.server'
import { memberEdit } from '~/domain/board/schema'
import { Conflict } from '~/domain/conflict.server'
import { FileRefused } from '~/domain/files/refused'
import { pathId } from '~/domain/path-id'
import { readForm, UPLOAD_LIMIT } from '~/http/body'
import { check, conflicted, failed, refused } from '~/http/form.server'
import { notFound } from '~/http/refusal'
import { MemberForm } from '~/routes/parts/board/member-form'
import { toMembers } from '~/routes/parts/board/to-members.server'
import { Panel } from '~/ui/list-with-forms'
import { pageTitle } from '~/ui/page-title'

export async function loader(args: LoaderFunctionArgs) {
  await requireTutor(args)
  const found = await findMember(args.context.db, pathId(args.params.id))
  if (!found) throw notFound(args.request)
  const { id: _, profileImage, ...member } = found
  return { member, profileImage }
}

export async function action(args: ActionFunctionArgs) {
  const { user } = await requireTutor(args)
  const { request, params, context } = args
  const submission = check(await readForm(request, UPLOAD_LIMIT), memberEdit)
  if (submission.status !== 'success') return refused(submission.reply())
  try {
    const member = await changeMember(context.db, context.uploads, user, pathId(params.id), submission.value)
    if (!member) throw notFound(request)
    return toMembers(context, 'Board member updated successfully', member)
  } catch (error) {
    if (error instanceof Response) throw error
    if (error instanceof Conflict) return conflicted(submission, error, submission.value, memberInWords)
    if (error instanceof FileRefused)
      return refused(submission.reply({ fieldErrors: { [error.field]: [error.message] } }))
    return failed(submission, 'Failed to update board member', error)
  }
}

export const meta = pageTitle('Edit Board Member')

export default function EditMember() {
  const { member, profileImage } = useLoaderData<typeof loader>()
  return (
    <Panel title="Edit Board Member">
      <MemberForm
        member={member}
        profileImage={profileImage}
        answer={useActionData<typeof action>()}
        deed="Update Member"
        doing="Updating..."
      />
    </Panel>
  )
}
