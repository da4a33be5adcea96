import type { AnswerChoice } from '~/domain/questions/answer-photos.server'
import type { OwnQuestion } from '~/domain/questions/questions.server'
import { paths } from '~/paths'
import { ActivitySymbol } from '~/ui/activity-symbol'
import type { RequestFailure } from '~/ui/browser/request-failure'
import { ButtonLink } from '~/ui/button'
import { classes } from '~/ui/classes'
import { AlertPanel } from '~/ui/dialogs/alert-panel'
import { getFailureReason } from '~/ui/forms/failure'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'
import { WithPhoneLink } from '~/ui/site/contact-links'

/** An answer's photo or symbol. Decorative: the text next to it says the same. */
export function AnswerPicture({
  answer: { symbol, photo },
  className,
  photoClassName,
}: {
  answer: Pick<AnswerChoice, 'symbol' | 'photo'>
  className: string
  photoClassName: string
}) {
  if (photo) return <AnswerPhoto photo={photo} alt="" className={photoClassName} />
  if (!symbol) return null
  if (symbol === 'yes' || symbol === 'no')
    return <Icon name={symbol === 'yes' ? 'check' : 'close'} className={className} />
  return <ActivitySymbol name={symbol} className={className} />
}

export function AnswerPhoto({ photo, alt, className }: { photo: string; alt: string; className: string }) {
  return (
    <img
      src={`${photo}?inline&width=480`}
      alt={alt}
      width={400}
      height={300}
      className={classes('aspect-[4/3] h-auto rounded-sm bg-sand object-contain', className)}
    />
  )
}

/** Number of questions on a student's first screen, which also shows the day and the files. */
const FIRST_QUESTIONS = 1

interface StudentQuestionsProps {
  questions: OwnQuestion[]
  /** True on the first screen, which shows only a few. */
  isFirst?: boolean
  failed?: RequestFailure
}

/** A student's questions. One press answers; another press changes the answer. */
export function MySay({ questions, isFirst = false, failed }: StudentQuestionsProps) {
  if (questions.length === 0 && isFirst) return null
  const visibleQuestions = isFirst ? questions.slice(0, FIRST_QUESTIONS) : questions
  return (
    <section aria-labelledby="my-say" className="print-black">
      <h2 id="my-say">My say</h2>
      {failed && (
        <div className="mt-3">
          <AlertPanel title="That did not work" news={failed}>
            <p className="mt-2">
              <WithPhoneLink>{getFailureReason(failed) ?? ''}</WithPhoneLink>
            </p>
          </AlertPanel>
        </div>
      )}
      <ul className="mt-3 grid items-start gap-4 lg:grid-cols-2">
        {visibleQuestions.map((question) => (
          <QuestionItem key={question.id} question={question} from={isFirst ? 'today' : 'notices'} />
        ))}
      </ul>
      <p className="no-print mt-2 flex flex-wrap gap-x-8">
        {questions.length > visibleQuestions.length && (
          <Link
            to={`${paths.dashboard.notices.list}#my-say`}
            className="inline-flex min-h-control items-center font-bold"
          >
            See all {questions.length} questions
          </Link>
        )}{' '}
        {!isFirst && (
          <Link to={paths.easyRead.notHappy} className="inline-flex min-h-control items-center font-bold">
            How to say you are not happy
          </Link>
        )}
      </p>
    </section>
  )
}

function QuestionItem({ question: own, from }: { question: OwnQuestion; from: string }) {
  const { id, question, answers, answer, allowsVoice, voice } = own
  return (
    <li id={`question-${id}`} tabIndex={-1} className="long-words rounded border-2 border-river bg-white p-4">
      <h3 id={`question-words-${id}`}>{question}</h3>
      {/* A plain form needs no scripts: nothing is typed, and sending twice does no harm. */}
      <form id={`answer-${id}`} method="post" action={`${paths.dashboard.notices.list}?index`}>
        <input type="hidden" name="intent" value="answer" />
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="from" value={from} />
        <ul aria-labelledby={`question-words-${id}`} className="mt-3 grid grid-cols-2 gap-3 tiny:grid-cols-1">
          {answers.map(({ words, ...picture }, index) => (
            <li key={words} className="flex">
              <button
                type="submit"
                name="answer"
                value={index}
                aria-pressed={answer === index}
                className={classes(
                  'button w-full flex-col px-2',
                  // The border and the tick show it in print and in forced colours, too.
                  answer === index
                    ? 'border-4 border-river bg-river text-white'
                    : 'border-river bg-white text-river hover:bg-tide',
                )}
              >
                <AnswerPicture answer={picture} className="h-10 w-10 shrink-0" photoClassName="w-full" />
                <span>
                  {answer === index && <Icon name="check" className="mr-1 inline-block h-5 w-5" />}
                  {words}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </form>
      {answer !== null && (
        <p className="mt-2 flex items-start gap-2">
          <Icon name="check" className="mt-1 h-5 w-5 shrink-0 text-moss" />
          <span>
            <strong>You said: {answers[answer]?.words}.</strong> You can change it.
          </span>
        </p>
      )}
      {(allowsVoice || voice) && (
        <p className="no-print mt-3">
          <ButtonLink
            to={paths.dashboard.notices.questions.voice(id)}
            // Its own headers allow the microphone.
            reloadDocument
            variant="secondary"
            className="w-full"
          >
            {voice ? 'Hear what you said' : 'Say it with your voice'}
          </ButtonLink>
        </p>
      )}
    </li>
  )
}
