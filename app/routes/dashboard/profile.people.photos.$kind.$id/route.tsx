import { useActionData, useLoaderData } from '@remix-run/react'
import { getListNames } from '~/domain/accounts/account'
import { listStudents } from '~/domain/accounts/accounts.server'
import { pictureKinds } from '~/domain/consent/consents'
import { type MarkResult, markPicture } from '~/domain/consent/mark-picture.server'
import { findConsentPicture } from '~/domain/consent/pictures.server'
import { addPrint } from '~/domain/consent/prints.server'
import { newPrint, type PictureStudents, pictureStudentsForm } from '~/domain/consent/schema'
import { parsePathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { handleSubmission, parseForm } from '~/http/forms/form.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { selectByIntent } from '~/http/forms/intent.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { createPageAction, createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { Card } from '~/ui/card'
import { TextField } from '~/ui/forms/field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { PictureStudentsFields } from '~/ui/forms/picture-students'
import { RecordForm } from '~/ui/forms/record-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { BackLink } from '~/ui/portal/back-link'
import { SectionCard } from '~/ui/section-card'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  bundle: 'permissions',
  title: 'Who is in this picture?',
  detail: ({ picture }) => picture.title,
})

const UNMARKED_PICTURES = `${paths.dashboard.profile.people.photos.list}?of=unmarked`

const parseKind = (kind: string | undefined) => orNotFound(pictureKinds.find((one) => one === kind))

function describeMarkResult({ picture, hidden }: MarkResult): string {
  const { kind, id, hiddenBecause, isPublic, studentIds } = picture
  if (hidden.length > 0) {
    const reasons = [...new Set(hidden.map((one) => one.hiddenBecause))].join(' ')
    const isOnlyOne = hidden.every((one) => one.kind === kind && one.id === id)
    const titles = listFormat.format(hidden.map(({ title }) => `‘${title}’`))
    return isOnlyOne ? `It is now hidden. ${reasons}` : `Now hidden: ${titles}. ${reasons}`
  }
  if (hiddenBecause) return `${isPublic ? 'It stays hidden.' : 'Only tutors can see it.'} ${hiddenBecause}`
  return studentIds.length > 0 ? 'Everyone in it has said yes.' : 'No student is in it.'
}

const listFormat = new Intl.ListFormat('en-IE')

export const loader = createPageLoader(async ({ db, tutor, id, params }) => {
  const picture = orNotFound(await findConsentPicture(db, tutor, parseKind(params.kind), id))
  return { picture, students: await listStudents(db, tutor, picture.studentIds) }
})

export const action = createPageAction(async (args) => {
  const tutor = args.tutor
  const { params, context } = args
  const picture = { kind: parseKind(params.kind), id: parsePathId(params.id) }
  const form = await readSubmission(args)
  const redirectWithSuccess = (title: string, text: string) => {
    const to = paths.dashboard.profile.people.photos.one(picture.kind, picture.id)
    return redirectWithMessage(context, to, { kind: 'success', title, text })
  }
  const isPrint = selectByIntent(form, { print: true, who: false }, false)
  if (isPrint)
    return handleSubmission(parseForm(form, newPrint), async (print) => {
      await addPrint(context.db, tutor, picture, print)
      return redirectWithSuccess(
        'Print recorded',
        'If someone in it withdraws their permission, you will find it under ‘Sent out’.',
      )
    })
  const { studentIds } = orNotFound(await findConsentPicture(context.db, tutor, picture.kind, picture.id))
  const namesById = getListNames(await listStudents(context.db, tutor, studentIds))
  // Reads both the stored picture and the submitted form.
  const formatNames = (pictureStudents: PictureStudents & { studentIds?: number[] }) =>
    (pictureStudents.inPicture ?? pictureStudents.studentIds ?? []).map((id) => namesById.get(id)).join(', ')
  return handleSubmission(
    parseForm(form, pictureStudentsForm),
    async (marks) => {
      return redirectWithSuccess(
        'Picture updated',
        describeMarkResult(await markPicture(context.db, context.uploads, tutor, picture, marks)),
      )
    },
    { descriptions: [{ label: 'Students in the picture', getText: formatNames }] },
  )
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function WhoIsInThisPicture() {
  const { picture, students } = useLoaderData<typeof loader>()
  const { kind, title, url, where, isPublic, hiddenBecause } = picture
  return (
    <>
      <BackLink to={UNMARKED_PICTURES}>Back to the pictures</BackLink>
      <h2 className="long-words">Who is in this picture?</h2>
      <div className="mt-4 grid items-start gap-8 lg:grid-cols-2">
        <figure>
          <img
            src={kind === 'website' ? url : `${url}?inline`}
            alt=""
            className="h-auto max-h-image max-w-full rounded-sm border border-line bg-sand"
          />
          <figcaption className="long-words mt-2">
            {title}. {where}.
            {hiddenBecause && (
              <p className="mt-2 rounded-sm border-2 border-amber bg-amber-tint p-3">
                <strong>{isPublic ? 'Hidden.' : 'It can’t be shown.'}</strong> {hiddenBecause}
              </p>
            )}
          </figcaption>
        </figure>
        <div className="space-y-8">
          <WhoForm key={picture.version} picture={picture} students={students} />
          {picture.studentIds.length > 0 && <PrintForm />}
        </div>
      </div>
    </>
  )
}

type LoaderData = ReturnType<typeof useLoaderData<typeof loader>>

function WhoForm({ picture, students }: Pick<LoaderData, 'picture' | 'students'>) {
  const data = useActionData<typeof action>()
  const answer = data?.form === 'who' ? data : undefined
  const { studentIds, isMarked, version } = picture
  const [form, fields] = useSiteForm<Required<PictureStudents> & { version: number | undefined }>({
    id: 'who',
    intent: 'who',
    result: answer?.result,
    defaultValue: { inPicture: studentIds, nobodyInPicture: isMarked && studentIds.length === 0, version },
  })
  const { inPicture, nobodyInPicture } = fields
  return (
    <Card isSnug>
      <RecordForm
        form={form}
        intent="who"
        version={fields.version}
        answer={answer}
        failure="Failed to save"
        submitLabel="Save"
        pendingLabel="Saving..."
        cancelTo={UNMARKED_PICTURES}
        className="space-y-6"
      >
        <PictureStudentsFields inPicture={inPicture} nobodyInPicture={nobodyInPicture} students={students} />
      </RecordForm>
    </Card>
  )
}

function PrintForm() {
  const answer = useActionData<typeof action>()
  const [form, { what }] = useSiteForm<{ what: string }>({
    id: 'print',
    intent: 'print',
    result: answer?.form === 'print' ? answer.result : undefined,
  })
  return (
    <SectionCard id="print-heading" title="Was it printed?" isSnug>
      <ValidatedForm form={form} intent="print" failure="Failed to record the print" className="mt-4 space-y-6">
        <TextField field={what} required label="What was printed?" hint="For example: a poster in the hall." />
        <SubmitButton variant="secondary" submitLabel="Save" pendingLabel="Saving..." />
      </ValidatedForm>
    </SectionCard>
  )
}
