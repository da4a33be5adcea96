import type { Step } from '~/domain/guides/steps.server'
import { GUIDE_ID, type GuideView, getStepPath } from '~/routes/parts/addresses'
import { ActivitySymbol } from '~/ui/activity-symbol'
import { useFirstTabLabel } from '~/ui/browser/root-data'
import { ButtonLink } from '~/ui/button'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'
import { Listen } from '~/ui/listen/listen'
import { PrintButton } from '~/ui/portal/print-button'

export type ShownStep = Pick<Step, 'id' | 'sentence' | 'symbol' | 'photo'>

/** A step's photo or symbol. It is decorative: the sentence next to it says the same. Renders nothing without one. */
export function StepPicture({ step: { photo, symbol }, className }: { step: ShownStep; className: string }) {
  const box = classes('aspect-[4/3] rounded-sm border border-line', className)
  if (photo)
    return (
      <img
        src={`${photo}?inline&width=480`}
        srcSet={`${photo}?inline&width=480 480w, ${photo}?inline&width=960 960w`}
        sizes="(min-width: 1024px) 36rem, 100vw"
        alt=""
        width={400}
        height={300}
        className={`${box} h-auto bg-sand object-contain`}
      />
    )
  if (!symbol) return null
  return (
    <span className={`${box} picture flex items-center justify-center bg-tide text-river`}>
      <ActivitySymbol name={symbol} className="h-3/4 w-3/4" />
    </span>
  )
}

interface GuideProps {
  path: string
  steps: ShownStep[]
}

/** The page of a guide, one step at a time. `progress` is the step that the reader saw last, and `homePath` leads away at the end. */
export function GuideReader({
  title,
  view,
  progress,
  homePath,
  heading: Heading = 'h2',
  ...guide
}: GuideProps & {
  title: string
  view: GuideView
  progress: number | null
  homePath?: string
  heading?: 'h1' | 'h2'
}) {
  const isResumable = view === null && progress !== null && progress > 1 && progress <= guide.steps.length
  return (
    <section id={GUIDE_ID} aria-labelledby="guide" className="print-alone long-words">
      <Heading id="guide">{title}</Heading>
      {view === 'all' ? (
        <AllSteps {...guide} />
      ) : view === 'done' ? (
        <Done path={guide.path} homePath={homePath} />
      ) : isResumable ? (
        <Resume path={guide.path} step={progress} />
      ) : (
        <OneStep {...guide} number={view ?? 1} />
      )}
    </section>
  )
}

const wideButton = 'flex-1 text-lead'

function OneStep({ path, steps, number }: GuideProps & { number: number }) {
  const step = steps[number - 1]
  if (!step) return null
  const isLast = number === steps.length
  return (
    <div className="mt-2 grid items-start gap-x-8 gap-y-3 lg:grid-cols-2">
      <StepPicture step={step} className="w-full" />
      <div>
        <div id="step-words">
          <p className="text-lead font-bold">
            Step {number} of {steps.length}
          </p>
          <p className="text-h2 font-bold leading-tight">{step.sentence}</p>
        </div>
        <p className="no-print mt-4 flex flex-wrap gap-3">
          {number > 1 && (
            <ButtonLink to={getStepPath(path, number - 1)} variant="secondary" className={wideButton}>
              <Icon name="arrow-left" className="h-6 w-6 shrink-0" />
              Back
            </ButtonLink>
          )}
          <ButtonLink to={getStepPath(path, isLast ? 'done' : number + 1)} className={wideButton}>
            {isLast ? 'Done' : 'Next'}
            <Icon name={isLast ? 'check' : 'arrow-right'} className="h-6 w-6 shrink-0" />
          </ButtonLink>
        </p>
        <Listen to="step-words" />
        <p className="no-print mt-3">
          <ButtonLink to={getStepPath(path, 'all')} variant="secondary">
            All steps
          </ButtonLink>
        </p>
      </div>
    </div>
  )
}

function Resume({ path, step }: Pick<GuideProps, 'path'> & { step: number }) {
  return (
    <>
      <p className="mt-2 text-lead">You were at step {step}.</p>
      <p className="mt-4 flex flex-wrap gap-3">
        <ButtonLink to={getStepPath(path, step)} className={wideButton}>
          Go on at step {step}
        </ButtonLink>
        <ButtonLink to={getStepPath(path, 1)} variant="secondary" className={wideButton}>
          Start again
        </ButtonLink>
      </p>
    </>
  )
}

function Done({ path, homePath }: Pick<GuideProps, 'path'> & { homePath?: string }) {
  const firstTab = useFirstTabLabel()
  return (
    <>
      <p className="mt-2 text-lead">You are done. That was the last step.</p>
      <p className="mt-4 flex flex-wrap gap-3">
        {homePath && (
          <ButtonLink to={homePath} className={wideButton}>
            {firstTab}
          </ButtonLink>
        )}
        <ButtonLink to={getStepPath(path, 1)} variant="secondary" className={wideButton}>
          Start again
        </ButtonLink>
      </p>
    </>
  )
}

/** Steps whose print has room for large pictures. */
const FEW_STEPS = 6

function AllSteps({ path, steps }: GuideProps) {
  const areFew = steps.length <= FEW_STEPS
  return (
    <>
      <p className="no-print mt-2 flex flex-wrap gap-3">
        <ButtonLink to={getStepPath(path, 1)}>One step at a time</ButtonLink>
        <PrintButton />
      </p>
      <ol
        id="step-words"
        className={classes(
          'mt-4 rounded border border-line bg-white',
          areFew ? 'divide-y divide-line' : 'grid sm:grid-cols-2',
        )}
      >
        {steps.map((step, index) => (
          <li key={step.id} className="flex items-center gap-3 p-2 sm:p-3">
            <StepPicture step={step} className={classes('w-20 shrink-0', areFew && 'sm:w-40')} />
            <p className="min-w-0">
              <strong>{index + 1}.</strong> {step.sentence}
            </p>
          </li>
        ))}
      </ol>
      <Listen to="step-words" />
    </>
  )
}
