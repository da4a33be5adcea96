import type { ReactNode } from 'react'
import { closingQuestions, reviewQuestions, taskOutcomes, testConsent, testTasks } from '~/content/try-out'
import { createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { useCentre } from '~/ui/browser/root-data'
import { classes } from '~/ui/classes'
import { IdeaSymbol } from '~/ui/idea-symbol'
import { BackLink } from '~/ui/portal/back-link'
import { PrintButton } from '~/ui/portal/print-button'

export const handle = defineScreen({ access: 'tutor', bundle: 'records', title: 'Test the portal with students' })

/** Printable sheets for testing the portal with students; stores nothing. */
export const loader = createPageLoader(async () => null)

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'

export default function TestKit() {
  return (
    <div className="sheets max-w-3xl space-y-10">
      <div className="no-print">
        <BackLink to={paths.dashboard.profile.index}>Back to Profile</BackLink>
        <h2>Test the portal with students</h2>
        <p className="mt-3">
          Only students can say whether this portal is easy to use. Ask three to five students, one at a time, each on a
          device they know. Print the three sheets for each student: their yes, the six tasks, and a page for your
          notes.
        </p>
        <ul className="mt-3 list-disc space-y-1 pl-6">
          <li>Read the first sheet together. Go on only after a clear yes. No is a good answer too.</li>
          <li>Read out one task at a time. Then wait. Help only when they ask, and write it down.</li>
          <li>Write down what they do and say, not what you think of it.</li>
        </ul>
        <div className="mt-4">
          <PrintButton />
        </div>
      </div>
      <ConsentSheet />
      <TaskSheet />
      <ObservationSheet />
      <section aria-labelledby="to-judge" className="no-print">
        <h2 id="to-judge">What only people can tell us</h2>
        <p className="mt-3">
          Software has checked what software can. Nobody has answered these questions yet, and we don’t claim to know
          the answers.
        </p>
        <ul className="mt-3 list-disc space-y-1 pl-6">
          {reviewQuestions.map((question) => (
            <li key={question}>{question}</li>
          ))}
        </ul>
      </section>
    </div>
  )
}

function Sheet({
  id,
  heading,
  className,
  children,
}: {
  id: string
  heading: string
  className?: string
  children: ReactNode
}) {
  const { name } = useCentre()
  return (
    <section aria-labelledby={id} className={classes('print:break-after-page', className)}>
      <p className="hidden border-b border-line pb-2 font-bold print:block">{name}</p>
      <h2 id={id}>{heading}</h2>
      {children}
    </section>
  )
}

function TaskSymbol({ name }: { name: Parameters<typeof IdeaSymbol>[0]['name'] }) {
  return (
    <span className="picture flex h-14 w-14 shrink-0 items-center justify-center rounded border border-line bg-tide text-river">
      <IdeaSymbol name={name} className="h-3/4 w-3/4" />
    </span>
  )
}

function TickBox({ children }: { children: string }) {
  return (
    <li className="flex items-center gap-2">
      <span aria-hidden="true" className="h-6 w-6 shrink-0 rounded-sm border-2 border-stone" />
      {children}
    </li>
  )
}

function WritingLine({ children }: { children: string }) {
  return <p className="mt-2 border-b border-stone pb-6">{children}</p>
}

function ConsentSheet() {
  return (
    <Sheet id="consent" heading="1. Will you help us?">
      <ul className="mt-2 space-y-1">
        {testConsent.map(({ symbol, text }) => (
          <li key={text} className="flex break-inside-avoid items-center gap-4">
            <TaskSymbol name={symbol} />
            <p className="min-w-0 text-h3">{text}</p>
          </li>
        ))}
      </ul>
      <ul className="mt-4 flex flex-wrap gap-x-8 gap-y-1 text-h3">
        <TickBox>Yes, I will help.</TickBox>
        <TickBox>No.</TickBox>
      </ul>
      <WritingLine>Who explained it, and how did you know the answer?</WritingLine>
    </Sheet>
  )
}

function TaskSheet() {
  return (
    <Sheet id="tasks" heading="2. Six things to try">
      <ol className="mt-4 space-y-4">
        {testTasks.map(({ symbol, say, note }, index) => (
          <li key={say} className="flex break-inside-avoid items-center gap-4">
            <TaskSymbol name={symbol} />
            <div className="min-w-0">
              <p className="text-h3 font-bold">
                {index + 1}. {say}
              </p>
              <p className="text-small text-ink-soft">For the helper: {note}</p>
            </div>
          </li>
        ))}
      </ol>
    </Sheet>
  )
}

function ObservationSheet() {
  return (
    <Sheet id="observation" heading="3. What you saw" className="hidden sm:block print:block">
      <p className="mt-2">No names. Day, device and what they use to see, hear or press:</p>
      <p className="border-b border-stone pb-6" />
      <ol className="mt-2 space-y-2">
        {testTasks.map(({ say }, index) => (
          <li key={say} className="break-inside-avoid">
            <p className="font-bold">
              {index + 1}. {say}
            </p>
            <ul className="flex flex-wrap gap-x-6 gap-y-1">
              {taskOutcomes.map((outcome) => (
                <TickBox key={outcome}>{outcome}</TickBox>
              ))}
            </ul>
            <p className="border-b border-stone pb-4 text-small">Minutes, and what happened:</p>
          </li>
        ))}
      </ol>
      <h3 className="mt-4">Ask at the end</h3>
      {closingQuestions.map((question) => (
        <WritingLine key={question}>{question}</WritingLine>
      ))}
    </Sheet>
  )
}
