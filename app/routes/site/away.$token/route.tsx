import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { openFamilyLink, sayAbsent, sayComing } from '~/domain/absences/absences.server'
import { familyAbsence } from '~/domain/absences/schema'
import { isoDay, today } from '~/domain/events/days'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { methods } from '~/http/errors/refusal'
import { check, saving } from '~/http/forms/form.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { paths } from '~/paths'
import { daysInWords } from '~/routes/parts/absences/days'
import { defineScreen } from '~/screen'
import { logSecurity } from '~/security-log.server'
import { PhoneLink } from '~/ui/site/phone-link'
import { SingleCard } from '~/ui/site/single-card'
import { Family, SAID } from './family'

export const handle = defineScreen<typeof loader>({
  access: 'anyone',
  title: 'Not coming',
  detail: ({ family }) => family?.firstName,
  cache: 'private',
  referrer: 'strict-origin',
})

/** What the link in the address opens; null where it opens nothing, which is logged. */
async function opened({ params: { token = '' }, context }: LoaderFunctionArgs) {
  const family = await openFamilyLink(context.db, token.slice(0, 100))
  if (!family) logSecurity('family link refused', { network: context.network, userId: null, status: 404 }, 'warn')
  return family
}

type FamilyLink = NonNullable<Awaited<ReturnType<typeof openFamilyLink>>>

/** The thanks that an address leads to, without a cookie: for an absence that we still know of, or on the day on which they said 'coming'. */
function thanksFor(
  { firstName, today, saidBefore }: FamilyLink,
  { absence, coming }: Record<'absence' | 'coming', string | null>,
): string | undefined {
  const told = saidBefore.find(({ id }) => String(id) === absence)
  if (!told) return coming === today ? `${firstName} is coming after all.` : undefined
  const isToday = told.startDate === today && told.endDate === today
  return `${firstName} is not coming: ${isToday ? 'today' : daysInWords(told)}.`
}

/** A family's private link. A GET changes nothing: scanners follow links. */
export async function loader(args: LoaderFunctionArgs) {
  const family = await opened(args)
  const { searchParams } = new URL(args.request.url)
  const said = { absence: searchParams.get('told'), coming: searchParams.get('coming') }
  return data({ family, thanks: family ? thanksFor(family, said) : undefined }, { status: family ? 200 : 404 })
}

export async function action(args: ActionFunctionArgs) {
  methods('GET', 'POST')(args)
  const { context } = args
  const { db, settings } = context
  const family = await opened(args)
  // What the link's own page tells: that it does not work.
  if (!family) return data(null, { status: 404 })
  const token = args.params.token ?? ''
  const form = await readSubmission(args)
  const thanks = (said: string) => redirect(`${paths.away(token)}?${said}#${SAID}`, 303)
  switch (form.get('intent')) {
    case 'today': {
      const absence = { startDate: isoDay(today()), endDate: null, note: null }
      return thanks(`told=${await sayAbsent(db, token, absence, settings.centre)}`)
    }
    case 'another':
      return saving(check(form, familyAbsence), async (absence) =>
        thanks(`told=${await sayAbsent(db, token, absence, settings.centre)}`),
      )
    case 'coming':
      await sayComing(db, token, pathId(String(form.get('id'))), settings.centre)
      return thanks(`coming=${family.today}`)
    default:
      return orNotFound(null)
  }
}

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function Away() {
  const { family, thanks } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() ?? undefined
  if (family) return <Family {...family} thanks={answer ? undefined : thanks} answer={answer} />
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
