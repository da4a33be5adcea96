import type { findGuideForTutor } from '~/domain/guides/guides.server'
import { paths } from '~/paths'
import { StepPicture } from '~/routes/parts/guides/guide-reader'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { EditAndDelete } from '~/ui/lists/list-with-forms'

type TutorStep = Awaited<ReturnType<typeof findGuideForTutor>>['steps'][number]

/** A step as tutors see it, with the buttons that move it. */
export function StepRow({ step, count }: { step: TutorStep; count: number }) {
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
