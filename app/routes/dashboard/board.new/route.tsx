import { useActionData } from '@remix-run/react'
import { addMember } from '~/domain/board/board.server'
import { memberForm } from '~/domain/board/schema'
import { createFormAction, createPageLoader } from '~/http/forms/pages.server'
import { MemberForm } from '~/routes/parts/board/board-forms'
import { createMemberSaveResult } from '~/routes/parts/board/save-results.server'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'tutor', body: 'files', title: 'Add Board Member' })

export const loader = createPageLoader(async () => null)
export const action = createFormAction(memberForm, async (member, { db, uploads, tutor }) =>
  createMemberSaveResult('Board member created successfully', await addMember(db, uploads, tutor, member)),
)

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function NewMemberPage() {
  return <MemberForm answer={useActionData<typeof action>()} />
}
