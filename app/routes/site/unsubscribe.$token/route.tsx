import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { openLink } from '~/auth/secret-links.server'
import { resubscribeConsentText } from '~/content/contact'
import { findByLink, subscribeAgain, unsubscribe } from '~/domain/subscribers/subscription.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { selectByIntent } from '~/http/forms/intent.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { useCentre } from '~/ui/browser/root-data'
import { Button, ButtonLink } from '~/ui/button'
import { PostForm } from '~/ui/forms/post-form'
import { PhoneLink } from '~/ui/site/contact-links'
import { ShortPage } from '~/ui/site/short-page'

export const handle = defineScreen<typeof loader>({
  access: 'anyone',
  title: 'Unsubscribe',
  detail: ({ subscription }) => (subscription?.active === false ? 'You are unsubscribed' : undefined),
  cache: 'private',
  isTask: true,
})

/** A GET changes nothing, since mail scanners open the address too. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const subscription = await openLink(context, 'unsubscribe link', params.token, findByLink)
  return data({ subscription }, { status: subscription ? 200 : 404 })
}

/** Handles the page's two buttons and one-click requests, which get no redirect (RFC 8058 section 3.1). */
export async function action(args: ActionFunctionArgs) {
  const { request, params, context } = args
  const form = await readSubmission(args)
  const isResubscribe = selectByIntent(form, { unsubscribe: false, 'subscribe-again': true }, false)
  const subscription = await openLink(context, 'unsubscribe link', params.token, (db, token) =>
    isResubscribe ? subscribeAgain(db, token, resubscribeConsentText) : unsubscribe(db, token),
  )
  if (!subscription || form.get('List-Unsubscribe') === 'One-Click')
    return data(null, { status: subscription ? 200 : 404 })
  return redirect(new URL(request.url).pathname, { status: 303 })
}

export { clientAction, shouldRevalidate } from '~/ui/forms/post'
export { publicMeta as meta } from '~/ui/site/public-meta'

export default function UnsubscribeByLink() {
  const { subscription } = useLoaderData<typeof loader>()
  if (!subscription) return <UnknownLink />
  return subscription.active ? (
    <UnsubscribeForm email={subscription.email} />
  ) : (
    <Unsubscribed email={subscription.email} />
  )
}

function UnsubscribeForm({ email }: { email: string }) {
  const { shortName } = useCentre()
  return (
    <ShortPage heading="Unsubscribe" intro={`Do you want to stop getting the ${shortName} newsletter?`}>
      <p>
        It is sent to <strong>{email}</strong>.
      </p>
      <PostForm intent="unsubscribe" failure="Failed to change your subscription" isTyped={false}>
        <Button className="w-full sm:w-auto">Yes, unsubscribe</Button>
      </PostForm>
      <p className="text-ink-soft">If you want to keep getting it, just close this page.</p>
    </ShortPage>
  )
}

function Unsubscribed({ email }: { email: string }) {
  const { shortName } = useCentre()
  return (
    <ShortPage heading="You are unsubscribed" intro={`You will not get any more newsletters from ${shortName}.`}>
      <p>
        <strong>{email}</strong> is off our list. You don’t need to do anything else.
      </p>
      <p>Was this a mistake?</p>
      <PostForm intent="subscribe-again" failure="Failed to change your subscription" isTyped={false}>
        <Button variant="secondary" className="w-full sm:w-auto">
          Subscribe again
        </Button>
      </PostForm>
    </ShortPage>
  )
}

function UnknownLink() {
  return (
    <ShortPage heading="This link does not work" intro="Part of it may be missing.">
      <p>Try the link in the email again. Or give us your email address and we will send you a new link.</p>
      <p>
        <ButtonLink to={paths.unsubscribe.index} className="w-full sm:w-auto">
          Unsubscribe by email address
        </ButtonLink>
      </p>
      <p>
        You can also ring us on
        <PhoneLink isInText />.
      </p>
    </ShortPage>
  )
}
