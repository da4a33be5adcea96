import { useActionData, useLoaderData } from '@remix-run/react'
import { changeMember, findMember, memberInWords } from '~/domain/board/board.server'
import { memberEdit } from '~/domain/board/schema'
import { changeOf } from '~/domain/change.server'
import { formAction, recordLoader } from '~/http/forms/pages.server'
import { MemberForm } from '~/routes/parts/board/member-form'
import { toMembers } from '~/routes/parts/board/saved.server'
import { pageTitle } from '~/ui/browser/page-title'

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

export const meta = pageTitle<typeof loader>('Edit Board Member', { of: ({ member }) => member.name })
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function EditMember() {
  const { member, profileImage } = useLoaderData<typeof loader>()
  return <MemberForm member={member} profileImage={profileImage} answer={useActionData<typeof action>()} />
}
