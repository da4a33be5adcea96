import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { openLink } from '~/auth/secret-links.server'
import { confirmSignUp, findUnconfirmed } from '~/domain/subscribers/subscription.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { useCentre } from '~/ui/browser/root-data'
import { Button, ButtonLink } from '~/ui/button'
import { PostForm } from '~/ui/forms/post-form'
import { PhoneLink } from '~/ui/site/contact-links'
import { ShortPage } from '~/ui/site/short-page'

export const handle = defineScreen({
  access: 'anyone',
  title: 'Confirm your email address',
  cache: 'private',
  isTask: true,
})

/** A GET changes nothing, since mail scanners open the address too. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const signUp = await openLink(context, 'confirmation link', params.token, findUnconfirmed)
  return data({ signUp }, { status: signUp ? 200 : 404 })
}

export async function action(args: ActionFunctionArgs) {
  await readSubmission(args)
  const confirmed = await openLink(args.context, 'confirmation link', args.params.token, confirmSignUp)
  return data({ confirmed }, { status: confirmed ? 200 : 404 })
}

export { clientAction, shouldRevalidate } from '~/ui/forms/post'
export { publicMeta as meta } from '~/ui/site/public-meta'

/** Confirms a sign-up, from the link in a mail (NEWSLETTER_DOUBLE_OPT_IN). */
export default function Confirm() {
  const { signUp } = useLoaderData<typeof loader>()
  const confirmed = useActionData<typeof action>()?.confirmed
  if (confirmed) return <Confirmed email={confirmed.email} />
  return signUp ? <ConfirmForm email={signUp.email} /> : <UsedLink />
}

function ConfirmForm({ email }: { email: string }) {
  const { shortName } = useCentre()
  return (
    <ShortPage heading="Confirm your email address" intro={`Do you want to get the ${shortName} newsletter?`}>
      <p>
        It will be sent to <strong>{email}</strong>.
      </p>
      <PostForm failure="Failed to subscribe" isTyped={false}>
        <Button className="w-full sm:w-auto">Yes, subscribe me</Button>
      </PostForm>
      <p className="text-ink-soft">If you did not ask for it, just close this page. You will not get the newsletter.</p>
    </ShortPage>
  )
}

function Confirmed({ email }: { email: string }) {
  const { shortName } = useCentre()
  return (
    <ShortPage heading="You are subscribed" intro={`Thank you. You will get the ${shortName} newsletter.`}>
      <p>
        We send it to <strong>{email}</strong>. Every newsletter has a link to unsubscribe.
      </p>
      <p>
        <ButtonLink to={paths.home} variant="secondary" className="w-full sm:w-auto">
          Go to the home page
        </ButtonLink>
      </p>
    </ShortPage>
  )
}

function UsedLink() {
  return (
    <ShortPage
      heading="This link no longer works"
      intro="If you pressed the button before, you are already subscribed."
    >
      <p>If not, please sign up again and we will send you a new link.</p>
      <p>
        <ButtonLink to={`${paths.contact}#news`} className="w-full sm:w-auto">
          Sign up for the newsletter
        </ButtonLink>
      </p>
      <p>
        You can also ring us on
        <PhoneLink isInText />.
      </p>
    </ShortPage>
  )
}
