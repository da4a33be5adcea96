import type { Account, Tutor } from '~/domain/accounts/account'
import { dayAt, isoDay, midnight, today } from '~/domain/events/days'
import { addQuestion, answerQuestion } from '~/domain/questions/questions.server'
import { newQuestion } from '~/domain/questions/schema'
import type { Database } from '~db/schema'

const TWO_WEEKS = 14 * 24 * 3_600_000

export async function addDemoQuestion(db: Database, tutor: Tutor, student: Account): Promise<void> {
  const { id } = await addQuestion(
    db,
    tutor,
    newQuestion.parse({
      question: 'What will we do on our day out?',
      answers: [
        { words: 'Bowling', symbol: 'bowling' },
        { words: 'A walk', symbol: 'walk' },
        { words: 'Swimming', symbol: 'swimming' },
      ],
      until: isoDay(dayAt(midnight(today()) + TWO_WEEKS)),
    }),
  )
  await answerQuestion(db, student, id, 1)
}
