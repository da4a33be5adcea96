import { useActionData, useLoaderData } from '@remix-run/react'
import { listStudentChoices } from '~/domain/groups/groups.server'
import { addGuide } from '~/domain/guides/guides.server'
import { newGuide } from '~/domain/guides/schema'
import { createFormAction, createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { GuideForm } from '~/routes/parts/guides/guide-forms'
import { defineScreen } from '~/screen'
import { getFormPath } from '~/ui/lists/list-with-forms'

const { steps } = paths.dashboard.timetable

export const handle = defineScreen({ access: 'tutor', bundle: 'steps', title: 'Add steps' })

export const loader = createPageLoader(async ({ db, tutor }) => ({ students: await listStudentChoices(db, tutor) }))
export const action = createFormAction(newGuide, async (guide, { db, tutor }) => {
  const { id, title } = await addGuide(db, tutor, guide)
  return { to: getFormPath(steps.one(id)), title: 'Steps added', text: `Now add the first step of ‘${title}’.` }
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function NewGuidePage() {
  const { students } = useLoaderData<typeof loader>()
  return <GuideForm students={students} answer={useActionData<typeof action>()} cancelTo={steps.list} />
}
