import type { Account } from '~/domain/accounts/account'
import { getListNames } from '~/domain/accounts/names'
import { formatDate, formatDublinTime } from '~/domain/dublin'
import type { paginateSpokenAnswers } from '~/domain/questions/spoken-answers.server'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { PageLinks } from '~/ui/lists/page-links'
import { BackLink } from '~/ui/portal/back-link'
import { DeleteRecording, Sound } from './sound'

interface RecordingsProps {
  id: number
  question: string
  recordings: Awaited<ReturnType<typeof paginateSpokenAnswers>>
  students: Account[]
  /** The recording that the tutor is about to delete; 0 for none. */
  deleted: number
}

/** A question's recorded answers, for tutors. */
export function Recordings({ id, question, recordings, students, deleted }: RecordingsProps) {
  const names = getListNames(students)
  const path = paths.dashboard.notices.questions.voice(id)
  return (
    <>
      <BackLink to={paths.dashboard.notices.questions.list}>Questions for students</BackLink>
      <h2 className="long-words">Answers by voice: {question}</h2>
      <p className="mt-2">Only tutors hear these, and each student their own.</p>
      {recordings.found === 0 && <p className="mt-4">No student has answered by voice yet.</p>}
      <ul className="mt-4 grid items-start gap-4 lg:grid-cols-2">
        {recordings.items.map(({ id, userId, seconds, recordedAt, isPlayable }) => {
          const name = names.get(userId) ?? 'A former student'
          return (
            <Card as="li" isSnug key={id} id={`recording-${id}`}>
              <h3>{name}</h3>
              <p className="text-small text-ink-soft">
                {formatDate(formatDublinTime(new Date(recordedAt)).slice(0, 10))}
                {seconds !== null && `, ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`}
              </p>
              <Sound
                url={paths.files.voice(id)}
                label={`${name}’s answer`}
                isPlayable={isPlayable}
                unplayableNote="Browsers may not play this kind of recording. Download it, and open it with a media player, such as VLC."
              />
              {deleted === id ? (
                <DeleteRecording id={id} path={path} question={`Delete ${name}’s recording?`} />
              ) : (
                <p className="no-print mt-3">
                  <ButtonLink to={`${path}?page=${recordings.page}&delete=${id}#recording-${id}`} variant="danger">
                    Delete<span className="sr-only"> {name}’s recording</span>
                  </ButtonLink>
                </p>
              )}
            </Card>
          )
        })}
      </ul>
      <PageLinks pages={recordings.pages} />
    </>
  )
}
