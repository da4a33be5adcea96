import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { openFamilyLink, sayAbsent, sayComing } from '~/domain/absences/absences.server'
import { familyAbsence } from '~/domain/absences/schema'
import { isoDay, today } from '~/domain/events/days'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { methods } from '~/http/errors/refusal'
import { logSecurity } from '~/http/errors/security-log.server'
import { readForm } from '~/http/forms/body'
import { check, saving } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { daysInWords } from '~/routes/parts/absences/days'
import { pageTitle } from '~/ui/browser/page-title'
import { PhoneLink } from '~/ui/site/phone-link'
import { SingleCard } from '~/ui/site/single-card'
import { Family, SAID } from './family'

/** What the link in the address opens; null where it opens nothing, which is logged. */
async function opened({ params: { token = '' }, context }: LoaderFunctionArgs) {
  const family = await openFamilyLink(context.db, token.slice(0, 100))
  if (!family) logSecurity('family link refused', { network: context.network, userId: null, status: 404 }, 'warn')
  return family
}

/** A family's private link. A GET changes nothing: scanners follow links. */
export async function loader(args: LoaderFunctionArgs) {
  const family = await opened(args)
  return data({ family }, { status: family ? 200 : 404 })
}

export async function action(args: ActionFunctionArgs) {
  methods('GET', 'POST')(args)
  const { request, context } = args
  const family = await opened(args)
  // What the link's own page tells: that it does not work.
  if (!family) return data(null, { status: 404 })
  const token = args.params.token ?? ''
  const form = await readForm(request)
  const thanks = (title: string, text: string) =>
    redirectWithMessage(context, `/away/${token}#${SAID}`, { kind: 'success', title, text, place: SAID })
  const told = (days: string) => thanks('Thank you for telling us', `${family.firstName} is not coming: ${days}.`)
  switch (form.get('intent')) {
    case 'today':
      await sayAbsent(context.db, token, { startDate: isoDay(today()), endDate: null, note: null })
      return told('today')
    case 'another':
      return saving(check(form, familyAbsence), async (absence) => {
        await sayAbsent(context.db, token, absence)
        return told(daysInWords({ ...absence, endDate: absence.endDate ?? absence.startDate }))
      })
    case 'coming':
      await sayComing(context.db, token, pathId(String(form.get('id'))))
      return thanks('Thank you for telling us', `${family.firstName} is coming after all.`)
    default:
      return orNotFound(null)
  }
}

export const meta = pageTitle<typeof loader>('Not coming', { of: ({ family }) => family?.firstName })
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function Away() {
  const { family } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (family) return <Family {...family} answer={answer ?? undefined} />
  return (
    <SingleCard heading="away">
      <h1 id="away">This link does not work</h1>
      <p className="mt-4 text-lead">It may be an old one, or a part of it is missing.</p>
      <p className="mt-4">
        Ring us to say who is not coming:
        <PhoneLink inText />. We can give you a new link.
      </p>
    </SingleCard>
  )
}
