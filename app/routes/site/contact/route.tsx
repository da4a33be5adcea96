import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { signedUp, signUps, wordsOf } from '~/content/contact'
import { fill } from '~/content/fill'
import { addEnquiry } from '~/domain/enquiries/enquiries.server'
import { newEnquiry } from '~/domain/enquiries/schema'
import { newSubscriber } from '~/domain/subscribers/schema'
import { signUp } from '~/domain/subscribers/subscription.server'
import { readForm } from '~/http/body'
import { check, type FormAnswer, saving } from '~/http/form.server'
import { redirectWithMessage } from '~/http/message.server'
import { countEnquiry, countMail, looksAutomatic, openedNow } from '~/http/spam.server'
import { sitePage } from '~/routes/parts/website/site-page.server'
import { PageHeading, Section } from '~/ui/page'
import { pageTitle } from '~/ui/page-title'
import { Picture } from '~/ui/picture'
import { RichText } from '~/ui/rich-text'
import { useCentre } from '~/ui/root-data'
import { ContactDetails } from './details'
import { EnquiryForm } from './enquiry-form'
import { NewsletterCard } from './newsletter-card'

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args
  const subscribed = new URL(request.url).searchParams.has('subscribed')
  const { doubleOptIn } = context.settings.newsletter
  return { opened: openedNow(context), subscribed, doubleOptIn, ...(await sitePage(args, 'contact')) }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request)
  return form.get('intent') === 'subscribe' ? subscribe(form, context) : sendEnquiry(form, context)
}

async function sendEnquiry(form: FormData, context: AppLoadContext) {
  return saving(check(form, newEnquiry), async (enquiry) => {
    const { isSpam } = await countEnquiry(context, { isAutomatic: looksAutomatic(form, context) })
    await addEnquiry(context.db, enquiry, { isSpam, officeEmail: context.settings.officeEmail })
    return redirectWithMessage(context, '/contact', {
      kind: 'success',
      title: 'Message sent',
      text: "Thank you for your message. We'll get back to you soon!",
    })
  })
}

async function subscribe(form: FormData, context: AppLoadContext) {
  const { newsletter } = context.settings
  return saving(check(form, newSubscriber), async (subscriber) => {
    await countMail(context)
    const isFooters = form.has('from')
    const agreedWords = fill(wordsOf(isFooters ? signUps.footer : signUps.card), context.settings.centre)
    await signUp(context.db, subscriber, { ...newsletter, agreedWords })
    return redirectWithMessage(context, pageOfFooter(form) ?? '/contact?subscribed#news', {
      kind: 'success',
      title: 'Subscription successful',
      text: signedUp(newsletter.doubleOptIn),
    })
  })
}

/** The page whose footer the form was sent from, scrolled to the message at its top; null for what is no such path. */
function pageOfFooter(form: FormData): string | null {
  const from = String(form.get('from') ?? '')
  return /^\/[a-z/\d-]*$/.test(from) && !from.startsWith('//') ? `${from}#main` : null
}

const resultOf = (form: string, answer?: FormAnswer) => (answer?.form === form ? answer.result : null)

export const meta = pageTitle<typeof loader>('Contact Us', {
  describe: ({ words }) => words.search.description,
  of: ({ subscribed }) => (subscribed ? 'Subscription successful' : undefined),
})
export { clientAction, shouldRevalidate } from '~/ui/post'

export default function Contact() {
  const centre = useCentre()
  const { opened, subscribed, doubleOptIn, words } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { banner, gettingHere, afterYouWrite } = words
  return (
    <>
      <PageHeading
        heading={banner.heading}
        picture={<Picture first shown={banner.picture} width={800} height={600} className="h-auto w-full rounded" />}
      >
        <p>{banner.text}</p>
      </PageHeading>
      <div className="mx-auto grid w-full max-w-page gap-8 px-4 py-12 sm:px-6 lg:grid-cols-[2fr_3fr] lg:py-16">
        <ContactDetails />
        <EnquiryForm opened={opened} result={resultOf('enquire', answer)} />
      </div>
      <Section id="getting-here" heading={gettingHere.heading} ground="sand">
        <div className="grid gap-8 lg:grid-cols-2">
          <RichText html={gettingHere.text} />
          <div className="prose">
            <h3>{afterYouWrite.heading}</h3>
            <ol>
              {afterYouWrite.steps.map((step) => (
                <li key={step.text}>{step.text}</li>
              ))}
            </ol>
          </div>
        </div>
      </Section>
      <Section id="news" heading={`Stay Connected with ${centre.shortName} News`} ground="tide">
        <div className="grid items-center gap-8 lg:grid-cols-[3fr_2fr]">
          <NewsletterCard result={resultOf('subscribe', answer)} subscribed={subscribed} doubleOptIn={doubleOptIn} />
          <Picture name="empty-news" width={320} height={240} className="mx-auto hidden h-auto w-80 lg:block" />
        </div>
      </Section>
    </>
  )
}
