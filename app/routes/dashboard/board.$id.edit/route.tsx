import { useActionData, useLoaderData } from '@remix-run/react'
import { changeMember, describeMember, findMember } from '~/domain/board/board.server'
import { memberEdit } from '~/domain/board/schema'
import { toChange } from '~/domain/change.server'
import { createFormAction, createRecordLoader } from '~/http/forms/pages.server'
import { MemberForm } from '~/routes/parts/board/board-forms'
import { createMemberSaveResult } from '~/routes/parts/board/save-results.server'
import { defineScreen } from '~/screen'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  body: 'files',
  title: 'Edit Board Member',
  detail: ({ member }) => member.name,
})

export const loader = createRecordLoader(
  ({ db, id, tutor }) => findMember(db, tutor, id),
  ({ id: _, profileImage, ...member }) => ({
    member,
    profileImage,
  }),
)
export const action = createFormAction(
  memberEdit,
  async ({ photo, removePhoto, ...member }, { db, uploads, tutor, id }) => {
    const changed = await changeMember(db, uploads, tutor, id, toChange(member), { photo, removePhoto })
    return createMemberSaveResult('Board member updated successfully', changed)
  },
  { descriptions: describeMember },
)

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function EditMember() {
  const { member, profileImage } = useLoaderData<typeof loader>()
  return <MemberForm member={member} profileImage={profileImage} answer={useActionData<typeof action>()} />
}
