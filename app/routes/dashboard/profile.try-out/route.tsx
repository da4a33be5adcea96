import type { ReactNode } from 'react'
import type { PictureName } from '~/content/easy-read'
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

const createIdea = (symbol: PictureName, text: string) => ({ symbol, text })

/** The consent sheet for students who test the portal, in Easy Read: at most 12 words a sentence. */
export const testConsent = [
  createIdea('question', 'We want to know if our website is easy to use.'),
  createIdea('computer-skills', 'You can help us. You try six things on it.'),
  createIdea('people', 'A person sits with you and writes down what is hard.'),
  createIdea('heart', 'This is not a test of you. We test the website.'),
  createIdea('clock', 'It takes half an hour. You can have a break.'),
  createIdea('no', 'You can say no. You can stop when you like.'),
  createIdea('happy', 'Nobody will be cross with you. Nothing changes for you.'),
  createIdea('lock', 'We do not write down your name or your password.'),
  createIdea('bin', 'We throw away our notes after we learn from them.'),
  createIdea('talk', 'Ask us anything. Then tell us: yes or no.'),
]

/** Tasks that the observer reads out to students, with notes on when each starts and ends. */
export const testTasks = [
  { symbol: 'lock', say: 'Log in.', note: 'Start at Home, logged out. Done when Today is on the screen.' },
  { symbol: 'clock', say: 'Find out what you are doing next today.', note: 'Done when they say or show what is next.' },
  {
    symbol: 'calendar',
    say: 'Find out what you are doing on Thursday.',
    note: 'Done when they name one thing on that day.',
  },
  { symbol: 'art', say: 'Open one of your files.', note: 'Share one with them first. Done when they see it.' },
  { symbol: 'letter', say: 'Find out what is new at the centre.', note: 'Done when they tell you about one notice.' },
  {
    symbol: 'choose',
    say: 'Make the text bigger.',
    note: 'Done when the text is bigger. Change it back at the end.',
  },
] as const satisfies readonly { symbol: PictureName; say: string; note: string }[]

const taskOutcomes = ['Alone', 'With a hint', 'With help', 'Not done'] as const

const closingQuestions = [
  'What was easy?',
  'What was hard?',
  'Which words or pictures did you not know?',
  'What should we change?',
]

const reviewQuestions = [
  'Do the students here understand the words?',
  'Can they log in on their own, with a password or a card?',
  'Does each picture match its words?',
  'Do the descriptions of pictures help people who can’t see them?',
  'Is it clear where each link and button leads?',
  'Do the hints after a mistake help people to fix it?',
  'Does it work with the screen readers, switches or voice control that people use?',
  'Does logging people out after 12 hours suit them?',
]
