import { getFormProps } from '@conform-to/react'
import type { ActionFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { listStudents } from '~/domain/accounts/accounts.server'
import { addPrint, findPictureOf, markPicture } from '~/domain/consent/pictures.server'
import { newPrint, peopleInPicture, type SaidIn } from '~/domain/consent/schema'
import { pictureKinds, useNames, useOf } from '~/domain/consent/words'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { readForm } from '~/http/forms/body'
import { check, saving } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { recordLoader } from '~/http/forms/pages.server'
import { pageTitle } from '~/ui/browser/page-title'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { TextField } from '~/ui/forms/field'
import { ErrorSummary, useRiverbankForm } from '~/ui/forms/form'
import { PostForm } from '~/ui/forms/post-form'
import { useSubmitting } from '~/ui/forms/submitting'
import { WhoIsInFields } from '~/ui/forms/who-is-in'
import { BackLink } from '~/ui/portal/back-link'

const kindOf = (kind: string | undefined) => orNotFound(pictureKinds.find((one) => one === kind))

export const loader = recordLoader(
  async ({ db, id, params }) => {
    const picture = orNotFound(await findPictureOf(db, kindOf(params.kind), id))
    return { picture, students: await listStudents(db) }
  },
  (found) => found,
)

export async function action(args: ActionFunctionArgs) {
  const tutor = tutorOf(args)
  const { request, params, context } = args
  const picture = { kind: kindOf(params.kind), id: pathId(params.id) }
  const form = await readForm(request)
  const done = (title: string, text: string) => {
    const to = `/dashboard/profile/people/photos/${picture.kind}/${picture.id}`
    return redirectWithMessage(context, to, { kind: 'success', title, text })
  }
  if (form.get('intent') === 'print')
    return saving(check(form, newPrint), async (print) => {
      await addPrint(context.db, tutor, picture, print)
      return done('Written down', 'If somebody in it takes their yes back, you find it under ‘Sent out’.')
    })
  return saving(check(form, peopleInPicture), async (said) => {
    const { hiddenBecause } = await markPicture(context.db, tutor, picture, said)
    return done('Saved', hiddenBecause ? `It is hidden now. ${hiddenBecause}` : 'Everybody in it has said yes to it.')
  })
}

export const meta = pageTitle<typeof loader>('Who is in this picture?', { of: ({ picture }) => picture.title })
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function WhoIsInThisPicture() {
  const { picture, students } = useLoaderData<typeof loader>()
  const { kind, title, url, hiddenBecause } = picture
  return (
    <>
      <BackLink to="/dashboard/profile/people/photos?of=unmarked">Back to the pictures</BackLink>
      <h2 className="long-words">Who is in this picture?</h2>
      <div className="mt-4 grid items-start gap-8 lg:grid-cols-2">
        <figure>
          <img
            src={kind === 'website' ? url : `${url}?inline`}
            alt=""
            className="h-auto max-h-image max-w-full rounded-sm border border-line bg-sand"
          />
          <figcaption className="long-words mt-2">
            {title}. It is shown {useNames[useOf[kind]].where}.
          </figcaption>
          {hiddenBecause && (
            <p className="mt-2 rounded-sm border-2 border-amber bg-amber-tint p-3">
              <strong>Hidden.</strong> {hiddenBecause}
            </p>
          )}
        </figure>
        <div className="space-y-8">
          <WhoForm picture={picture} students={students} />
          {picture.studentIds.length > 0 && <PrintForm />}
        </div>
      </div>
    </>
  )
}

type Shown = ReturnType<typeof useLoaderData<typeof loader>>

function WhoForm({ picture, students }: Pick<Shown, 'picture' | 'students'>) {
  const answer = useActionData<typeof action>()
  const { studentIds, isMarked } = picture
  const [form, { inPicture, nobodyInPicture }] = useRiverbankForm<Required<SaidIn>>({
    id: 'who',
    intent: 'who',
    result: answer?.form === 'who' ? answer.result : undefined,
    defaultValue: { inPicture: studentIds, nobodyInPicture: isMarked && studentIds.length === 0 },
  })
  const saving = useSubmitting('who')
  return (
    <Card isSnug>
      <PostForm intent="who" failure="Failed to save" className="space-y-6" {...getFormProps(form)}>
        <ErrorSummary form={form} fields={[inPicture, nobodyInPicture]} />
        <WhoIsInFields inPicture={inPicture} nobodyInPicture={nobodyInPicture} students={students} />
        <Button busy={saving}>{saving ? 'Saving...' : 'Save'}</Button>
      </PostForm>
    </Card>
  )
}

function PrintForm() {
  const answer = useActionData<typeof action>()
  const [form, { what }] = useRiverbankForm<{ what: string }>({
    id: 'print',
    intent: 'print',
    result: answer?.form === 'print' ? answer.result : undefined,
  })
  const saving = useSubmitting('print')
  return (
    <Card as="section" isSnug aria-labelledby="print-heading">
      <h3 id="print-heading">Was it printed?</h3>
      <PostForm intent="print" failure="Failed to write it down" className="mt-4 space-y-6" {...getFormProps(form)}>
        <ErrorSummary form={form} fields={[what]} />
        <TextField field={what} required label="What was printed?" hint="For example: poster in the hall." />
        <Button variant="secondary" busy={saving}>
          {saving ? 'Saving...' : 'Write it down'}
        </Button>
      </PostForm>
    </Card>
  )
}
