import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { countDeliveries } from '~/domain/deliveries/deliveries.server'
import { giveUpWaiting, resumeSending, sendingState } from '~/domain/deliveries/pause.server'
import { pageOfNewsletters } from '~/domain/newsletters/newsletters.server'
import { readForm } from '~/http/forms/body'
import { redirectWithMessage } from '~/http/forms/message.server'
import { MailNotice } from '~/routes/parts/newsletters/mail-notice'
import { peopleInWords } from '~/routes/parts/newsletters/progress'
import { stateOf } from '~/routes/parts/newsletters/state'
import { pageInWords, pageTitle } from '~/ui/browser/page-title'
import { ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/lists/empty-state'
import { PageLinks, pageIn } from '~/ui/lists/page-links'
import { NewsletterSearch } from './newsletter-search'
import { NewsletterTable } from './newsletter-table'

export async function loader(args: LoaderFunctionArgs) {
  const { db, settings } = args.context
  const { searchParams } = new URL(args.request.url)
  const text = (searchParams.get('search') ?? '').slice(0, 200)
  const page = await pageOfNewsletters(db, pageIn(searchParams), text)
  const counts = await countDeliveries(
    db,
    page.items.map(({ id }) => id),
  )
  const now = new Date().toISOString()
  const newsletters = page.items.map((newsletter) => {
    const { id, title, status, createdAt, publishedAt } = newsletter
    const state = stateOf(newsletter, counts.get(id), now)
    return { id, title, status, createdAt, publishedAt, counts: counts.get(id) ?? null, state }
  })
  const { items: _, ...place } = page
  return { newsletters, ...place, text, sending: await sendingState(db, settings) }
}

/** The choice after a restore (MailNotice). A second one is too late, which is no error. */
export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const { request, context } = args
  const text =
    (await readForm(request)).get('intent') === 'give-up'
      ? leftAlone(await giveUpWaiting(context.db, user))
      : (await resumeSending(context.db, user)) && 'Everything that was waiting is being sent now.'
  return redirectWithMessage(context, '/dashboard/newsletter', {
    kind: 'success',
    title: 'Sending is back on',
    text: text || 'It had already been turned back on.',
  })
}

function leftAlone(number: number | null): string | null {
  return number === null
    ? null
    : `The emails to ${peopleInWords(number)} were marked as uncertain and will not be sent.`
}

export const meta = pageTitle<typeof loader>('Newsletter Management', {
  of: ({ text, ...list }) => [text && `search for ‘${text}’`, pageInWords(list)].filter(Boolean).join(', '),
})
export { NewsletterError as ErrorBoundary } from '~/routes/parts/newsletters/newsletter-error'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function Newsletters() {
  const { newsletters, pages, found, text, sending } = useLoaderData<typeof loader>()
  return (
    <>
      <MailNotice sending={sending} />
      {found === 0 && !text ? (
        <EmptyState picture="empty-news" title="No newsletters created yet.">
          <ButtonLink to="/dashboard/newsletter/new" className="mt-2">
            Create Newsletter
          </ButtonLink>
        </EmptyState>
      ) : (
        <>
          <NewsletterSearch text={text} found={found} />
          {found > 0 && <NewsletterTable newsletters={newsletters} />}
        </>
      )}
      <PageLinks pages={pages} />
    </>
  )
}
