import { type ActionFunctionArgs, data } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getTutor } from '~/auth/identity.server'
import {
  type FamilyLink,
  listFamilyLinks,
  makeFamilyLink,
  removeFamilyLink,
} from '~/domain/absences/family-links.server'
import { type NewFamilyLink, newFamilyLink } from '~/domain/absences/schema'
import { formatFullName } from '~/domain/accounts/account'
import { requireStudent } from '~/domain/accounts/people.server'
import { parsePathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { type FormResult, handleSubmission, parseForm } from '~/http/forms/form.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { createPageLoader } from '~/http/forms/pages.server'
import { getOrigin } from '~/http/middleware/origin'
import { paths } from '~/paths'
import { createQrCode } from '~/routes/parts/qr/qr-code.server'
import { defineScreen } from '~/screen'
import { logSecurity } from '~/security-log.server'
import { formatDateTime, formatDay } from '~/ui/dates'
import { TextField } from '~/ui/forms/field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { BackLink } from '~/ui/portal/back-link'
import { SectionCard } from '~/ui/section-card'
import { PrintedLink } from './printed'

export const handle = defineScreen<typeof loader>({ access: 'tutor', title: 'Family links', detail: formatFullName })

export const loader = createPageLoader(async ({ db, id }) => {
  const { firstName, lastName } = await requireStudent(db, id)
  return { id, firstName, lastName, links: await listFamilyLinks(db, id) }
})

type LinkFormResult = FormResult & { printed?: Parameters<typeof PrintedLink>[0]['link'] }

export async function action(args: ActionFunctionArgs) {
  const { request, params, context } = args
  const tutor = getTutor(args)
  const { db, network } = context
  const { id, firstName } = await requireStudent(db, parsePathId(params.id))
  const form = await readSubmission(args)
  const log = (event: 'family link made' | 'family link taken back') =>
    logSecurity(event, { network, userId: tutor.id, recordId: id })
  switch (form.get('intent')) {
    case 'link': {
      const submission = parseForm(form, newFamilyLink)
      return handleSubmission(submission, async (link) => {
        const address = `${getOrigin(request, context.settings)}${paths.away(await makeFamilyLink(db, tutor, id, link))}`
        log('family link made')
        const printed = { firstName, label: link.label, address, qr: createQrCode(address) }
        return data<LinkFormResult>({ result: submission.reply(), printed })
      })
    }
    case 'take-back': {
      await removeFamilyLink(db, tutor, id, parsePathId(String(form.get('id'))))
      log('family link taken back')
      const message = { title: 'Link removed', text: 'It no longer works. The other links still do.' }
      return redirectWithMessage(context, paths.dashboard.profile.people.family(id), { kind: 'success', ...message })
    }
    default:
      return orNotFound(null)
  }
}

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function FamilyLinks() {
  const { id, firstName, lastName, links } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as LinkFormResult | undefined
  if (answer?.printed) return <PrintedLink link={answer.printed} donePath={paths.dashboard.profile.people.family(id)} />
  return (
    <>
      <BackLink to={paths.dashboard.profile.people.one(id)}>Back to {formatFullName({ firstName, lastName })}</BackLink>
      <h2 className="long-words">Family links for {firstName}</h2>
      <p className="prose mt-2">
        With a private link, the family can tell us when {firstName} is not coming. They don’t need an account. The link
        shows only the first name and the days when {firstName} is not coming.
      </p>
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-2">
        <NewLinkForm answer={answer} />
        {links.length > 0 && (
          <SectionCard id="links" title="Active links">
            <ul className="mt-2 divide-y divide-line">
              {links.map((link) => (
                <LinkRow key={link.id} link={link} />
              ))}
            </ul>
          </SectionCard>
        )}
      </div>
    </>
  )
}

function LinkRow({ link: { id, label, createdAt, lastUsedAt } }: { link: FamilyLink }) {
  return (
    <li className="py-4">
      <p className="font-bold">{label}</p>
      <p className="text-small">
        Made on {formatDay(createdAt)}. {lastUsedAt ? `Last used: ${formatDateTime(lastUsedAt)}.` : 'Not used yet.'}
      </p>
      <PostForm intent="take-back" failure="Failed to remove the link" isTyped={false} className="mt-2">
        <input type="hidden" name="id" value={id} />
        <SubmitButton
          variant="danger"
          submitLabel="Remove"
          pendingLabel="Removing..."
          about={`the link for ${label}`}
        />
      </PostForm>
    </li>
  )
}

function NewLinkForm({ answer }: { answer?: LinkFormResult }) {
  const [form, { label }] = useSiteForm<NewFamilyLink>({
    id: 'new-link',
    intent: 'link',
    result: answer?.form === 'link' ? answer.result : undefined,
  })
  return (
    <SectionCard id="new" title="Make a link">
      <ValidatedForm
        form={form}
        intent="link"
        failure="Failed to make a link"
        hasIdempotencyKey={false}
        className="mt-4 space-y-6"
      >
        <TextField
          field={label}
          required
          label="Who is the link for?"
          hint="For example: Mother. Give each person their own link, so that you can remove one and keep the others."
          autoComplete="off"
        />
        <SubmitButton submitLabel="Make the link" pendingLabel="Making..." />
      </ValidatedForm>
    </SectionCard>
  )
}
