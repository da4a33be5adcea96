import { useActionData, useLoaderData } from '@remix-run/react'
import { formatSomeNames, getShortNames } from '~/domain/accounts/account'
import { listStudents } from '~/domain/accounts/accounts.server'
import { requireWhoIsIn } from '~/domain/consent/schema'
import { findGuideForTutor } from '~/domain/guides/guides.server'
import { MAX_STEPS } from '~/domain/guides/limits'
import { stepForm } from '~/domain/guides/schema'
import { addStep, changeStep, findStep } from '~/domain/guides/steps.server'
import { getPageBounds } from '~/domain/page.server'
import { parsePathId } from '~/domain/path-id'
import { getEasyReadAdvice } from '~/domain/reading.server'
import { orNotFound } from '~/domain/refused'
import { formatUploadFailure } from '~/http/forms/form.server'
import { createConfirmAction, createFormAction, createIntentAction, createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { StepForm } from '~/routes/parts/guides/guide-forms'
import { StepPicture } from '~/routes/parts/guides/guide-reader'
import { defineScreen } from '~/screen'
import { Badge } from '~/ui/badge'
import { formatPageNumber } from '~/ui/browser/page-meta'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { classes } from '~/ui/classes'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { AddFormLink, EditAndDelete, getFormPath, isFormRequested, useIsFormAlone } from '~/ui/lists/list-with-forms'
import { getPageNumber, PageLinks } from '~/ui/lists/page-links'
import { BackLink } from '~/ui/portal/back-link'

type TutorStep = Awaited<ReturnType<typeof findGuideForTutor>>['steps'][number]

function StepRow({ step, count }: { step: TutorStep; count: number }) {
  const { id, guideId, position, sentence, photo, isHidden, isHiddenFromPublic } = step
  const moves = [
    { label: 'Up', to: position - 1 },
    { label: 'Down', to: position + 1 },
  ].filter(({ to }) => to >= 1 && to <= count)
  return (
    <li id={`step-${id}`} className="long-words rounded border border-line bg-white p-3">
      <div className="flex items-center gap-3">
        <StepPicture step={step} className="w-20 shrink-0" />
        <p className="min-w-0">
          <strong>{position}.</strong> {sentence}
        </p>
      </div>
      {photo && (isHidden || isHiddenFromPublic) && (
        <p className="mt-2 font-bold text-amber">
          {isHidden ? 'Only tutors see this photo:' : 'Only people who log in see this photo:'} someone in it has not
          said yes.
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        <PostForm intent="move" failure="Failed to move the step" isTyped={false} className="flex flex-wrap gap-2">
          {moves.map(({ label, to }) => (
            <SubmitButton
              key={label}
              name="move"
              value={`${id} ${to}`}
              variant="secondary"
              submitLabel={label}
              pendingLabel="Moving..."
              about={`(step ${position}, ${sentence})`}
            />
          ))}
        </PostForm>
        <EditAndDelete to={{ edit: paths.dashboard.timetable.steps.editStep(guideId, id) }} title={sentence} />
      </div>
    </li>
  )
}

const { steps: stepPaths } = paths.dashboard.timetable

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  bundle: 'steps',
  body: 'files',
  title: (data) => data?.guide.title ?? 'Steps',
  detail: ({ guide, place }, { search }) =>
    isFormRequested(new URLSearchParams(search))
      ? `Add step ${guide.steps.length + 1}`
      : ['Change the steps', formatPageNumber(place)].filter(Boolean).join(', '),
})

/** Few enough that a page of them stays short on a phone. */
const STEPS_A_PAGE = 10

const getRowPath = (id: number, { id: stepId, position }: { id: number; position: number }) =>
  `${stepPaths.one(id)}?page=${Math.ceil(position / STEPS_A_PAGE)}#step-${stepId}`

export const loader = createPageLoader(async ({ db, tutor, id, request }) => {
  const guide = await findGuideForTutor(db, tutor, id)
  const advice = getEasyReadAdvice(guide.steps.map(({ sentence }) => sentence).join('\n'))
  const requested = getPageNumber(new URL(request.url).searchParams)
  const place = getPageBounds(guide.steps.length, requested, STEPS_A_PAGE)
  return { guide, place, advice, students: await listStudents(db, tutor, guide.studentIds) }
})

export const action = createIntentAction({
  'save-step': createFormAction(
    stepForm,
    async ({ sentence, symbol, ...photo }, { db, uploads, tutor, id }) => {
      if (photo.photo) requireWhoIsIn(photo)
      const step = { guideId: id, sentence, symbol, position: null }
      const { position, note } = await addStep(db, uploads, tutor, step, photo)
      const isLast = position === MAX_STEPS
      return {
        to: isLast ? stepPaths.one(id) : `${getFormPath(stepPaths.one(id))}#add`,
        title: `Step ${position} added`,
        text: isLast ? 'That is as many as there can be.' : 'Add the next step, or go back to all steps.',
        detail: note,
      }
    },
    async ({ db, tutor, id }) => {
      await findGuideForTutor(db, tutor, id)
      return { refused: formatUploadFailure }
    },
  ),
  // The buttons send the step and its new place.
  move: createConfirmAction(async ({ db, uploads, tutor, id }, form) => {
    const [stepId = 0, position = 0] = String(form.get('move')).split(' ').map(parsePathId)
    const found = await findStep(db, tutor, stepId)
    const step = orNotFound(found?.guideId === id && position > 0 ? found : null)
    await changeStep(db, uploads, tutor, step.id, { patch: { position } })
    return { to: getRowPath(id, { id: step.id, position }), title: 'Step moved', text: `It is step ${position} now.` }
  }),
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function TutorGuide() {
  const { guide, place, advice, students } = useLoaderData<typeof loader>()
  const { id, steps } = guide
  const answer = useActionData<typeof action>()
  const isAdding = useIsFormAlone()
  const isFull = steps.length >= MAX_STEPS
  return (
    <>
      <BackLink to={isAdding ? stepPaths.one(id) : stepPaths.list}>{isAdding ? 'All steps' : 'Steps'}</BackLink>
      <Heading isAdding={isAdding} isFull={isFull} />
      <div className="mt-4 grid items-start gap-8 lg:grid-cols-2">
        <div className={classes('min-w-0', isAdding && 'hidden lg:block')}>
          {advice.length > 0 && (
            <ul className="mb-4 rounded-sm border-2 border-amber bg-amber-tint p-3">
              {advice.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
          {steps.length === 0 && <p>There are no steps yet. Students see it once there is one.</p>}
          <ol className="space-y-3">
            {steps.slice(place.start, place.start + STEPS_A_PAGE).map((step) => (
              <StepRow key={step.id} step={step} count={steps.length} />
            ))}
          </ol>
          <PageLinks pages={place.pages} />
        </div>
        {!isFull && (
          <Card
            as="section"
            isSnug
            id="add"
            aria-labelledby="add-heading"
            className={classes(!isAdding && 'hidden lg:block')}
          >
            <h3 id="add-heading">Add step {steps.length + 1}</h3>
            <StepForm key={steps.length} students={students} answer={answer} action={getFormPath(stepPaths.one(id))} />
          </Card>
        )}
      </div>
    </>
  )
}

function Heading({ isAdding, isFull }: { isAdding: boolean; isFull: boolean }) {
  const { guide, students } = useLoaderData<typeof loader>()
  const { id, title, studentIds, isPublic, steps } = guide
  const own = [...getShortNames(students)].filter(([student]) => studentIds.includes(student)).map(([, name]) => name)
  return (
    <>
      <h2 className="long-words">{title}</h2>
      <p>
        For {studentIds.length === 0 ? 'all students' : formatSomeNames(own)}{' '}
        {isPublic && <Badge>Anyone with the code</Badge>}
      </p>
      <div className={classes('mt-3 flex flex-wrap gap-2', isAdding && 'hidden lg:flex')}>
        {!isFull && (
          <AddFormLink listPath={stepPaths.one(id)} className="lg:hidden">
            Add a step
          </AddFormLink>
        )}
        {steps.length > 0 && (
          <>
            <ButtonLink to={`${paths.dashboard.steps.one(id)}?step=1`} variant="secondary">
              See the steps
            </ButtonLink>
            <ButtonLink to={stepPaths.code(id)} variant="secondary">
              Code to print
            </ButtonLink>
          </>
        )}
        <EditAndDelete to={{ edit: stepPaths.edit(id), delete: stepPaths.delete(id) }} title={title} />
      </div>
    </>
  )
}
