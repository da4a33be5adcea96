import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { openSession } from '~/auth/log-in.server'
import { refusePerson } from '~/domain/accounts/people.server'
import { firstStart } from '~/domain/centre/schema'
import { hasAccounts, SET_UP_ALREADY, setUp } from '~/domain/centre/set-up.server'
import { logSecurity } from '~/http/errors/security-log.server'
import { readForm } from '~/http/forms/body'
import { check, saving } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { isAdmitted, knows } from '~/http/gate/set-up.server'
import { pageTitle } from '~/ui/browser/page-title'
import { NotFound } from '~/ui/error-page'
import { Container, PageHeading } from '~/ui/site/page'
import { FirstStartForm } from './first-start-form'

/** Without the secret of the address, and once there is an account, it is a page like any that is not there ($/route.tsx). */
export async function loader({ params: { secret }, context }: LoaderFunctionArgs) {
  const isOpen = await isAdmitted(context.db, context.setUp, { secret, network: context.network })
  return data({ isOpen }, { status: isOpen ? 200 : 404 })
}

export async function action(args: ActionFunctionArgs) {
  const { request, params, context } = args
  const { db, network } = context
  if (!(await knows(context.setUp, { secret: params.secret, network }))) return data(null, { status: 404 })
  // Whoever knows the secret pressed the button twice, or somebody else was quicker.
  if (await hasAccounts(db)) {
    const text = SET_UP_ALREADY
    return redirectWithMessage(context, '/portal', { kind: 'error', title: 'Not set up again', text })
  }
  return saving(
    check(await readForm(request), firstStart),
    async (form) => {
      const tutor = await setUp(db, context.settings.centre, form)
      logSecurity('account added', { network, userId: tutor.id, recordId: tutor.id })
      const { headers } = await openSession(args, tutor, false)
      const text = 'Next, look through the centre’s details and the words of the website.'
      const message = { kind: 'success', title: `${form.shortName} is set up`, text } as const
      return redirectWithMessage(context, '/dashboard/profile', message, headers)
    },
    {
      also: (typed) =>
        refusePerson(db, typed, { name: String(typed.name ?? ''), shortName: String(typed.shortName ?? '') }),
    },
  )
}

export const meta: MetaFunction<typeof loader> = (told) =>
  pageTitle<typeof loader>(told.data?.isOpen ? 'Set up your website' : 'Page Not Found')(told)
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function SetUp() {
  const answer = useActionData<typeof action>()
  if (!useLoaderData<typeof loader>().isOpen) return <NotFound />
  return (
    <>
      <PageHeading heading="Set up your website">
        <p>A few words about the centre, and an account for you. Everything can be changed later.</p>
      </PageHeading>
      <Container className="py-12 lg:py-16">
        <FirstStartForm answer={answer ?? undefined} />
      </Container>
    </>
  )
}
