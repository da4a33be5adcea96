import { useActionData, useLoaderData } from '@remix-run/react'
import { toChange } from '~/domain/change.server'
import { describeByName, listStudentChoices } from '~/domain/groups/groups.server'
import { changeGuide, describeGuide, findGuide } from '~/domain/guides/guides.server'
import { guideEdit } from '~/domain/guides/schema'
import { createFormAction, createRecordLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { GuideForm } from '~/routes/parts/guides/guide-forms'
import { defineScreen } from '~/screen'

const { steps } = paths.dashboard.timetable

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  bundle: 'steps',
  title: 'Edit steps',
  detail: ({ guide }) => guide.title,
})

export const loader = createRecordLoader(
  ({ db, tutor, id }) => findGuide(db, tutor, id),
  async ({ id, title, studentIds, isPublic, version }, { db, tutor }) => ({
    id,
    guide: { title, studentIds, isPublic, version },
    students: await listStudentChoices(db, tutor, studentIds),
  }),
)
export const action = createFormAction(
  guideEdit,
  async (guide, { db, tutor, id }) => {
    await changeGuide(db, tutor, id, toChange(guide))
    return { to: steps.one(id), title: 'Steps updated', text: 'The steps have been updated successfully.' }
  },
  async ({ db, tutor }) => ({ descriptions: await describeByName(db, tutor, describeGuide, 'All students') }),
)

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function EditGuide() {
  const { id, ...data } = useLoaderData<typeof loader>()
  return <GuideForm {...data} answer={useActionData<typeof action>()} cancelTo={steps.one(id)} />
}
