import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { changeMember, findMember, memberInWords } from '~/domain/board/board.server'
import { memberEdit } from '~/domain/board/schema'
import { changeOf } from '~/domain/change.server'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { readForm } from '~/http/forms/body'
import { check, saving } from '~/http/forms/form.server'
import { MemberForm } from '~/routes/parts/board/member-form'
import { toMembers } from '~/routes/parts/board/to-members.server'
import { pageTitle } from '~/ui/browser/page-title'
import { Panel } from '~/ui/lists/list-with-forms'

export async function loader(args: LoaderFunctionArgs) {
  const { id: _, profileImage, ...member } = orNotFound(await findMember(args.context.db, pathId(args.params.id)))
  return { member, profileImage }
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const { request, params, context } = args
  const submission = check(await readForm(request), memberEdit)
  return saving(
    submission,
    async ({ photo, removePhoto, ...member }) => {
      const pictures = { photo, removePhoto }
      const id = pathId(params.id)
      const changed = await changeMember(context.db, context.uploads, user, id, changeOf(member), pictures)
      return toMembers(context, 'Board member updated successfully', changed)
    },
    { inWords: memberInWords },
  )
}

export const meta = pageTitle<typeof loader>('Edit Board Member', { of: ({ member }) => member.name })
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function EditMember() {
  const { member, profileImage } = useLoaderData<typeof loader>()
  return (
    <Panel title="Edit Board Member">
      <MemberForm
        member={member}
        profileImage={profileImage}
        answer={useActionData<typeof action>()}
        submitLabel="Update Member"
        pendingLabel="Updating..."
      />
    </Panel>
  )
}
