import { type ActionFunctionArgs, type AppLoadContext, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Fragment, type ReactNode } from 'react'
import { confirmationNotes, getConsentText, signUpTexts } from '~/content/contact'
import { fill } from '~/content/fill'
import { parseSubject } from '~/domain/enquiries/enquiries'
import { addEnquiry } from '~/domain/enquiries/enquiries.server'
import { newEnquiry } from '~/domain/enquiries/schema'
import { newSubscriber } from '~/domain/subscribers/schema'
import { signUp } from '~/domain/subscribers/subscription.server'
import { type FormResult, handleSubmission, parseForm } from '~/http/forms/form.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { selectByIntent } from '~/http/forms/intent.server'
import {
  classifyEnquiry,
  countEnquiryAttempt,
  countRequestedMail,
  isLikelyAutomated,
  signOpeningTime,
} from '~/http/limits/spam.server'
import { paths } from '~/paths'
import { ExampleMark } from '~/routes/parts/website/example-mark'
import { loadSitePage } from '~/routes/parts/website/site-page.server'
import { defineScreen } from '~/screen'
import { useCentre } from '~/ui/browser/root-data'
import { Icon, type IconName } from '~/ui/icon'
import { CallLink, EmailText, getMailtoLink } from '~/ui/site/contact-links'
import { EasyReadLink } from '~/ui/site/easy-read-link'
import { Container, Section } from '~/ui/site/page'
import { WebsitePicture } from '~/ui/site/picture'
import { RichText } from '~/ui/site/rich-text'
import { ENQUIRY_THANKS_ID, EnquiryForm, NewsletterCard, SUBSCRIBED_ID } from './forms'

function Detail({ symbol, label, children }: { symbol: IconName; label: string; children: ReactNode }) {
  return (
    <div className="flex gap-4">
      <Icon name={symbol} className="mt-0.5 h-7 w-7 shrink-0 text-river" />
      <div className="min-w-0">
        <h3 className="text-body font-bold">{label}</h3>
        {children}
      </div>
    </div>
  )
}

function ContactDetails() {
  const { address, email, openingHours } = useCentre()
  return (
    <section aria-labelledby="details" className="long-words mt-4 space-y-4 lg:mt-8">
      <h2 id="details" className="sr-only">
        How to reach us
      </h2>
      <Detail symbol="place" label="Address">
        <address className="not-italic">
          {address.split(', ').map((line, index) => (
            <Fragment key={line}>
              {index > 0 && <br />}
              {line}
            </Fragment>
          ))}
        </address>
      </Detail>
      <Detail symbol="phone" label="Phone">
        <CallLink className="inline-flex min-h-target items-center text-h2 font-bold leading-tight" />
      </Detail>
      <Detail symbol="email" label="Email">
        <a href={getMailtoLink(email)} className="inline-flex min-h-target items-center text-lead font-bold">
          <span>
            <EmailText address={email} />
          </span>
        </a>
      </Detail>
      {openingHours.length > 0 && (
        <Detail symbol="clock" label="Opening hours">
          {openingHours.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Detail>
      )}
    </section>
  )
}

export const handle = defineScreen<typeof loader>({
  access: 'anyone',
  title: 'Contact Us',
  description: ({ words }) => words.search.description,
  scripts: true,
})

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args
  const { newsletter, mailRoute } = context.settings
  const toConfirm = newsletter.doubleOptIn ? confirmationNotes[mailRoute] : null
  const subject = parseSubject(new URL(request.url).searchParams.get('about'))
  return { openingTime: signOpeningTime(context), subject, toConfirm, ...(await loadSitePage(args, 'contact')) }
}

export async function action(args: ActionFunctionArgs) {
  const { context } = args
  const form = await readSubmission(args)
  return selectByIntent(form, { subscribe, enquire: sendEnquiry }, sendEnquiry)(form, context)
}

async function sendEnquiry(form: FormData, context: AppLoadContext) {
  countEnquiryAttempt(context)
  return handleSubmission(parseForm(form, newEnquiry), async (enquiry) => {
    const { isSpam } = await classifyEnquiry(context, { isAutomatic: isLikelyAutomated(form, context) })
    await addEnquiry(context.db, enquiry, { isSpam, officeEmail: context.settings.officeEmail })
    return redirect(`${paths.contact}?sent#${ENQUIRY_THANKS_ID}`, 303)
  })
}

async function subscribe(form: FormData, context: AppLoadContext) {
  const { newsletter } = context.settings
  countRequestedMail(context)
  return handleSubmission(parseForm(form, newSubscriber), async (subscriber) => {
    const isFromFooter = form.has('from')
    const words = fill(getConsentText(isFromFooter ? signUpTexts.footer : signUpTexts.card), context.settings.centre)
    const footerPage = readFooterPage(form)
    const from = isFromFooter ? `${footerPage ?? ''}#footer` : paths.contact
    await signUp(context.db, subscriber, { ...newsletter, shown: { words, from } })
    return redirect(footerPage ? `${footerPage}?signed-up#main` : `${paths.contact}?subscribed#${SUBSCRIBED_ID}`, 303)
  })
}

/** Returns the path of the page whose footer sent the form; null if it is not one of our paths. */
function readFooterPage(form: FormData): string | null {
  const from = String(form.get('from') ?? '')
  return /^\/[a-z/\d-]*$/.test(from) && !from.startsWith('//') ? from : null
}

const getFormResult = (form: string, answer?: FormResult) => (answer?.form === form ? answer.result : null)

export { clientAction, shouldRevalidate } from '~/ui/forms/post'
export { publicMeta as meta } from '~/ui/site/public-meta'

export default function Contact() {
  const centre = useCentre()
  const { openingTime, subject, toConfirm, words } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { banner, gettingHere, afterYouWrite } = words
  return (
    <>
      <ExampleMark of={['banner', 'afterYouWrite']} />
      <div className="bg-tide">
        <Container className="grid gap-x-16 gap-y-6 py-6 lg:grid-cols-2 lg:grid-rows-[auto_1fr] lg:py-14">
          <div>
            <EasyReadLink to={paths.easyRead.contact} />
            <h1>{banner.heading}</h1>
            <p className="mt-3 max-w-measure sm:text-lead">{banner.text}</p>
            <ContactDetails />
          </div>
          <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
            <EnquiryForm openingTime={openingTime} subject={subject} result={getFormResult('enquire', answer)} />
            <section aria-labelledby="after-you-write" className="mt-8">
              <h2 id="after-you-write" className="text-h3">
                {afterYouWrite.heading}
              </h2>
              <ol className="mt-3 space-y-3">
                {afterYouWrite.steps.map((step, index) => (
                  <li key={step.text} className="flex gap-4">
                    <span aria-hidden="true" className="w-6 shrink-0 text-h3 font-bold leading-tight text-river">
                      {index + 1}
                    </span>
                    <p>{step.text}</p>
                  </li>
                ))}
              </ol>
            </section>
          </div>
          {/* On phones the picture comes after the form, which most visitors want. */}
          <WebsitePicture
            picture={banner.picture}
            width={800}
            height={600}
            className="aspect-[4/3] h-auto w-full rounded"
          />
        </Container>
      </div>
      <ExampleMark of={['gettingHere']} />
      {gettingHere && (
        <Section id="getting-here" heading={gettingHere.heading} background="sand">
          <div className="grid gap-8 lg:grid-cols-2">
            <RichText html={gettingHere.text} />
            <WebsitePicture
              picture={gettingHere.picture}
              width={800}
              height={600}
              className="aspect-[4/3] h-auto w-full rounded"
            />
          </div>
        </Section>
      )}
      <div className="no-print">
        <Section id="news" heading={`Stay Connected with ${centre.shortName} News`}>
          <NewsletterCard result={getFormResult('subscribe', answer)} toConfirm={toConfirm} />
        </Section>
      </div>
    </>
  )
}
