import type { ActionFunctionArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { addMember } from '~/domain/board/board.server'
import { memberForm } from '~/domain/board/schema'
import { readForm } from '~/http/forms/body'
import { check, saving } from '~/http/forms/form.server'
import { MemberForm } from '~/routes/parts/board/member-form'
import { toMembers } from '~/routes/parts/board/to-members.server'
import { pageTitle } from '~/ui/browser/page-title'
import { Panel } from '~/ui/lists/list-with-forms'

export const loader = () => null

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const { request, context } = args
  const submission = check(await readForm(request), memberForm)
  return saving(submission, async (member) =>
    toMembers(context, 'Board member created successfully', await addMember(context.db, context.uploads, user, member)),
  )
}

export const meta = pageTitle('Add Board Member')
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function NewMember() {
  return (
    <Panel title="Add Board Member">
      <MemberForm answer={useActionData<typeof action>()} submitLabel="Create Member" pendingLabel="Creating..." />
    </Panel>
  )
}
