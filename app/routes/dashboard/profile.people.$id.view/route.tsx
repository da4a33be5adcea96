import { useActionData, useLoaderData } from '@remix-run/react'
import { requireStudent } from '~/domain/accounts/people.server'
import { parsePathId } from '~/domain/path-id'
import { findPortalView } from '~/domain/portal-view/portal-view.server'
import { createPageAction, createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { saveView } from '~/routes/parts/portal-view/view-action.server'
import { ViewForms } from '~/routes/parts/portal-view/view-forms'
import { defineScreen } from '~/screen'
import { BackLink } from '~/ui/portal/back-link'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  bundle: 'view',
  title: 'What a student sees',
  detail: ({ student }) => student.name,
})

export const loader = createPageLoader(async ({ db, tutor, id }) => {
  const { firstName, name } = await requireStudent(db, tutor, id)
  return { student: { id, firstName, name }, view: await findPortalView(db, tutor, id) }
})

export const action = createPageAction(async (args) => {
  const { id, firstName } = await requireStudent(args.context.db, args.tutor, parsePathId(args.params.id))
  return saveView(args, id, paths.dashboard.profile.people.view(id), `${firstName}’s pages look like this now.`)
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function WhatStudentSees() {
  const { student, view } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const path = paths.dashboard.profile.people.view(student.id)
  return (
    <>
      <BackLink to={paths.dashboard.profile.people.one(student.id)}>Back to {student.name}</BackLink>
      <h2 className="long-words">What {student.firstName} sees</h2>
      <p className="prose mt-2">
        Please choose with {student.firstName}, who can change it in ‘My settings’. Today, questions about photos, and
        news of what is off or closed always show. The rest is one press away, under ‘More’.
      </p>
      <ViewForms key={view.version} view={view} answer={answer} path={path} />
    </>
  )
}
