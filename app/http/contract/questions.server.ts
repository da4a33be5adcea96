import {
  addQuestion,
  answerQuestion,
  changeQuestion,
  listQuestions,
  ownQuestionRecord,
  questionRecord,
  removeQuestion,
} from '~/domain/questions/questions.server'
import { newAnswer, newQuestion } from '~/domain/questions/schema'
import { type CallGroup, defineJsonBody, defineList, definePost } from './call.server'
import { defineChanges } from './changes.server'

export const questionCalls: CallGroup = {
  name: 'Questions',
  description: 'What tutors ask students, who answer with one press.',
  calls: [
    defineList('getQuestions', '/api/questions', {
      access: 'tutor',
      summary: 'List questions',
      description: 'Gives all questions with who said what, the newest first. A student’s own are among their day’s.',
      response: questionRecord,
      run: ({ db, pageRequest, user }) => listQuestions(db, user, pageRequest),
    }),
    ...defineChanges('/api/questions', {
      id: 'Question',
      noun: 'a question',
      record: 'question',
      adds: ' to some students or, without `studentIds`, to all. Once somebody has answered, its words stay. Photos and recordings are added on the website.',
      removes: ' with all answers, photos and recordings',
      rules: newQuestion,
      response: questionRecord,
      example: {
        question: 'What will we cook on Friday?',
        answers: [
          { words: 'Pizza', symbol: 'cooking' },
          { words: 'Soup', symbol: 'lunch' },
        ],
        until: '2036-12-04',
      },
      changed: { until: '2036-12-05' },
      add: ({ db, user, body }) => addQuestion(db, user, body),
      change: ({ db, uploads, user, id, body }) => changeQuestion(db, uploads, user, id, body),
      remove: ({ db, uploads, user, id }) => removeQuestion(db, uploads, user, id),
    }),
    definePost('postAnswer', '/api/questions/{id}/answer', {
      access: 'user',
      status: 200,
      summary: 'Answer a question',
      description:
        'Writes down a student’s answer by its place, from 0, in place of any before. 429 after 40 changes in a day.',
      errors: [429],
      body: defineJsonBody(newAnswer, { answer: 0 }),
      response: ownQuestionRecord,
      run: ({ db, user, id, body, context }) => answerQuestion(db, user, id, body.answer, context.settings.centre),
    }),
  ],
}
