import { getFormProps, type SubmissionResult } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData } from '@remix-run/react'
import { requireTutor } from '~/auth/identity.server'
import { bringListIn } from '~/domain/subscribers/import.server'
import { LIST_LIMIT, LIST_TOO_LARGE } from '~/domain/subscribers/import-limits'
import { ListRefused } from '~/domain/subscribers/refused'
import { subscriberList } from '~/domain/subscribers/schema'
import { readForm, UPLOAD_LIMIT } from '~/http/body'
import { check } from '~/http/form.server'
import { NewsletterTabs } from '~/routes/parts/newsletters/newsletter-tabs'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { FileField } from '~/ui/field'
import { ErrorSummary, useRiverbankForm } from '~/ui/form'
import { pageTitle } from '~/ui/page-title'
import { useSubmitting } from '~/ui/submitting'
import { Report } from './report'

export async function loader(args: LoaderFunctionArgs) {
  await requireTutor(args)
  return null
}

/** Answers with the report itself: to send the same list again changes nothing. */
export async function action(args: ActionFunctionArgs) {
  const { user } = await requireTutor(args)
  const submission = check(await readForm(args.request, UPLOAD_LIMIT), subscriberList)
  if (submission.status !== 'success') return data({ result: submission.reply(), report: null }, { status: 400 })
  try {
    const report = await bringListIn(args.context.db, user, submission.value.file)
    return data({ result: null, report })
  } catch (error) {
    if (!(error instanceof ListRefused)) throw error
    const result = submission.reply({ fieldErrors: { file: [error.message] } })
    return data({ result, report: null }, { status: 400 })
  }
}

export const meta = pageTitle('Bring a list in')
export { SubscribersError as ErrorBoundary } from '~/routes/parts/newsletters/newsletter-error'

export default function BringListIn() {
  const answer = useActionData<typeof action>()
  return (
    <NewsletterTabs current="/dashboard/newsletter/subscribers">
      {answer?.report ? <Report report={answer.report} /> : <ListForm result={answer?.result} />}
    </NewsletterTabs>
  )
}

function ListForm({ result }: { result?: SubmissionResult<string[]> | null }) {
  const [form, fields] = useRiverbankForm<{ file: File }>({ id: 'list', result })
  const reading = useSubmitting()
  return (
    <div className="grid items-start gap-8 lg:grid-cols-2">
      <Card as="section" aria-labelledby="list-heading">
        <h3 id="list-heading">Bring a list in (CSV)</h3>
        <Form method="post" encType="multipart/form-data" className="mt-4 space-y-6" {...getFormProps(form)}>
          <ErrorSummary form={form} fields={[fields.file]} />
          <FileField
            field={fields.file}
            label="The list"
            hint="A CSV file of at most 5 MB and 20,000 lines."
            accept=".csv,text/csv"
            limit={LIST_LIMIT}
            tooLarge={LIST_TOO_LARGE}
          />
          <div className="flex flex-wrap gap-4">
            <Button disabled={reading}>{reading ? 'Reading...' : 'Bring the list in'}</Button>
            <ButtonLink to="/dashboard/newsletter/subscribers" look="secondary">
              Cancel
            </ButtonLink>
          </div>
        </Form>
      </Card>
      <ListHelp />
    </div>
  )
}

const columns = [
  { name: 'Email', use: 'It has to be there.' },
  { name: 'Name', use: 'Can be left out.' },
  { name: 'Type', use: 'Guardian or Other. Without it, everybody is Other.' },
  { name: 'Student Name', use: 'For parents and guardians. Can be left out.' },
]

function ListHelp() {
  return (
    <section aria-labelledby="help-heading">
      <h3 id="help-heading">What the list looks like</h3>
      <div className="prose mt-3">
        <p>The first line names the columns. They can stand in any order.</p>
        <ul>
          {columns.map(({ name, use }) => (
            <li key={name}>
              <strong>{name}</strong>: {use}
            </li>
          ))}
        </ul>
        <p>Your spreadsheet can save a list like this: choose ‘Save As’, then ‘CSV’.</p>
        <p>
          Please bring in only people who asked for the newsletter. They get no mail now. Whoever is on the list already
          stays as they are, also when they have unsubscribed.
        </p>
      </div>
    </section>
  )
}
