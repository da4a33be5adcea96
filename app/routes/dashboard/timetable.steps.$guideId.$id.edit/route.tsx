import { useActionData, useLoaderData } from '@remix-run/react'
import { listStudents } from '~/domain/accounts/accounts.server'
import { requireWhoIsIn } from '~/domain/consent/schema'
import { stepEdit } from '~/domain/guides/schema'
import { changeStep, describeStep, findStep } from '~/domain/guides/steps.server'
import { parseSecretAddress } from '~/domain/path-id'
import { formatUploadFailure } from '~/http/forms/form.server'
import { createFormAction, createRecordLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { StepForm } from '~/routes/parts/guides/guide-forms'
import { defineScreen } from '~/screen'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { PictureStudentsLink } from '~/ui/forms/picture-students'

const { steps } = paths.dashboard.timetable

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  bundle: 'steps',
  body: 'files',
  title: 'Edit step',
  detail: ({ step }) => step.sentence,
})

export const loader = createRecordLoader(
  ({ db, id, tutor }) => findStep(db, tutor, id),
  async (step, { db, tutor }) => ({
    step,
    photoId: parseSecretAddress(step.photo?.split('/').at(-1) ?? '')?.id,
    students: await listStudents(db, tutor),
  }),
)
export const action = createFormAction(
  stepEdit,
  async ({ version, sentence, symbol, ...photo }, { db, uploads, tutor, id }) => {
    if (photo.photo) requireWhoIsIn(photo)
    const change = { version, patch: { sentence, symbol } }
    const { guideId, note } = await changeStep(db, uploads, tutor, id, change, photo)
    const text = 'The step has been updated successfully.'
    return { to: steps.one(guideId), title: 'Step updated', text, detail: note }
  },
  { refused: formatUploadFailure, descriptions: describeStep },
)

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function EditStep() {
  const { step, photoId, students } = useLoaderData<typeof loader>()
  const { id, guideId, sentence, symbol, photo, version } = step
  return (
    <Card className="max-w-2xl">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2>Edit step</h2>
        <ButtonLink to={steps.deleteStep(guideId, id)} variant="danger">
          Delete this step
        </ButtonLink>
      </div>
      {photo && photoId && <PictureStudentsLink kind="step" id={photoId} title={sentence} />}
      <StepForm
        step={{ sentence, symbol, version }}
        photo={photo}
        students={students}
        answer={useActionData<typeof action>()}
        cancelTo={steps.one(guideId)}
      />
    </Card>
  )
}
