import { useActionData, useLoaderData } from '@remix-run/react'
import { changeMember, findMember, memberInWords } from '~/domain/board/board.server'
import { memberEdit } from '~/domain/board/schema'
import { changeOf } from '~/domain/change.server'
import { formAction, recordLoader } from '~/http/forms/pages.server'
import { MemberForm } from '~/routes/parts/board/member-form'
import { toMembers } from '~/routes/parts/board/saved.server'
import { defineScreen } from '~/screen'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  body: 'files',
  title: 'Edit Board Member',
  detail: ({ member }) => member.name,
})

export const loader = recordLoader(
  ({ db, id }) => findMember(db, id),
  ({ id: _, profileImage, ...member }) => ({
    member,
    profileImage,
  }),
)
export const action = formAction(
  memberEdit,
  async ({ photo, removePhoto, ...member }, { db, uploads, tutor, id }) => {
    const changed = await changeMember(db, uploads, tutor, id, changeOf(member), { photo, removePhoto })
    return toMembers('Board member updated successfully', changed)
  },
  { inWords: memberInWords },
)

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function EditMember() {
  const { member, profileImage } = useLoaderData<typeof loader>()
  return <MemberForm member={member} profileImage={profileImage} answer={useActionData<typeof action>()} />
}
