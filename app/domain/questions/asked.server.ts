import { type RawBuilder, sql } from 'kysely'
import type { Account } from '~/domain/accounts/account'
import { formatIsoDay, getToday } from '~/domain/events/days'

/** SQL condition, in a query of questions: whether a student can answer the question now. */
export function isOpenTo({ id }: Pick<Account, 'id'>, day = formatIsoDay(getToday())): RawBuilder<boolean> {
  return sql`(questions.until >= ${day} and (questions.isForAll = 1 or questions.id in (
    select asked.questionId from questionStudents as asked where asked.userId = ${id})))`
}
