import { type RawBuilder, sql } from 'kysely'
import { paths } from '~/paths'
import type { Row } from '~db/schema'
import type { AnswerSymbol } from './answer-symbols'

export interface AnswerChoice {
  words: string
  symbol: AnswerSymbol | null
  /** The address of its photo, shown instead of the symbol. */
  photo: string | null
}

/** The texts of lists in JSON, with the photos that the reader may see. */
export type QuestionLists = Record<'answers' | 'photos', string>

type AnswerPhoto = Pick<Row<'answerPhotos'>, 'id' | 'answer' | 'secret'>

/** A question's answers, with their photos. */
export const toAnswers = ({ answers, photos }: QuestionLists): AnswerChoice[] => {
  const known = new Map((JSON.parse(photos) as AnswerPhoto[]).map((one) => [one.answer, one]))
  const getPhoto = (place: number) => {
    const { id, secret } = known.get(place) ?? {}
    return id && secret ? paths.files.answer(id, secret) : null
  }
  return (JSON.parse(answers) as AnswerChoice[]).map((one, place) => ({ ...one, photo: getPhoto(place) }))
}

/** SQL: a question's photos in JSON; students get those without a missing yes. */
export const selectPhotos = (isShown: RawBuilder<boolean> = sql`true`) => sql<string>`(select json_group_array(
  json_object('id', id, 'answer', answer, 'secret', secret)) from answerPhotos
  where questionId = questions.id and ${isShown})`
