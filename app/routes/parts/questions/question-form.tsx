import { useMemo } from 'react'
import type { Account } from '~/domain/accounts/account'
import { type AnswerSymbol, answerSymbols } from '~/domain/questions/answer-symbols'
import type { FormResult } from '~/http/forms/form.server'
import { paths } from '~/paths'
import { Card } from '~/ui/card'
import { DateField } from '~/ui/forms/date-field'
import { CheckboxField, SelectField, TextField } from '~/ui/forms/field'
import { useSiteForm } from '~/ui/forms/form'
import { FieldError } from '~/ui/forms/labelled'
import { RecordForm } from '~/ui/forms/record-form'
import { StudentsField } from '~/ui/forms/students-field'

const loadRules = () => import('~/domain/questions/schema').then(({ newQuestion }) => newQuestion)
const symbols = Object.entries(answerSymbols).map(([value, label]) => ({ value, label }))

type Fields = {
  question: string
  answers: { words: string | null; symbol: AnswerSymbol | null }[]
  studentIds: number[]
  until: string
  allowsVoice: boolean
  version?: number
}

const EMPTY_ANSWER = { words: null, symbol: null }

/** Fills up to four answers, because Conform leaves out empty ones. */
function fillAnswers(fields: Record<string, unknown>) {
  const answers = Array.isArray(fields.answers) ? fields.answers : []
  return { ...fields, answers: [0, 1, 2, 3].map((index) => answers[index] ?? EMPTY_ANSWER) }
}

/** The page of a question's form, for adding and editing. Empty answers are left out. */
export function QuestionForm({
  question,
  students,
  answer,
}: {
  question?: Fields
  students: Account[]
  answer?: FormResult
}) {
  const isNew = question === undefined
  // Conform renders again for each new object.
  const result = useMemo(
    () => answer?.result && { ...answer.result, initialValue: fillAnswers(answer.result.initialValue ?? {}) },
    [answer],
  )
  const [form, fields] = useSiteForm<Fields>({
    id: 'question',
    result,
    defaultValue: fillAnswers(question ?? {}),
    rules: loadRules,
  })
  const { until, studentIds, allowsVoice, version } = fields
  const list = fields.answers.getFieldList()
  return (
    <Card className="max-w-2xl">
      <h2>{isNew ? 'Add a question' : 'Edit question'}</h2>
      <RecordForm
        form={form}
        version={version}
        answer={answer}
        failure={isNew ? 'Failed to ask the question' : 'Failed to update question'}
        className="mt-4 space-y-6"
        submitLabel={isNew ? 'Ask' : 'Save'}
        pendingLabel={isNew ? 'Asking...' : 'Saving...'}
        cancelTo={paths.dashboard.notices.questions.list}
      >
        <TextField
          field={fields.question}
          required
          label="Question"
          hint="Short and plain, for example: What will we cook on Friday?"
          autoComplete="off"
        />
        <fieldset id={fields.answers.id} tabIndex={-1} className="space-y-4">
          <legend className="font-bold">Answers: two to four</legend>
          <FieldError field={fields.answers} />
          {list.map((one, index) => {
            const item = one.getFieldset()
            return (
              <div key={one.name} className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
                <TextField
                  field={item.words}
                  required={index < 2}
                  label={index < 2 ? `Answer ${index + 1}` : `Answer ${index + 1} (optional)`}
                  autoComplete="off"
                />
                <SelectField
                  field={item.symbol}
                  label={`Symbol ${index + 1} (optional)`}
                  options={symbols}
                  placeholder="No symbol"
                />
              </div>
            )
          })}
        </fieldset>
        <StudentsField
          field={studentIds}
          label="Who do you want to ask?"
          hint="If you don’t tick anyone, we ask all students."
          students={students}
        />
        <CheckboxField
          field={allowsVoice}
          label="Students may answer by voice"
          hint="They can also record up to one minute. Only tutors and the student can hear it."
        />
        <DateField field={until} required label="Until" hint="The last day to answer. For example 1 September 2026." />
      </RecordForm>
    </Card>
  )
}
