import { useLoaderData } from '@remix-run/react'
import { findSendingState } from '~/domain/deliveries/sending.server'
import { enquirySubjectNames } from '~/domain/enquiries/enquiries'
import {
  type Enquiry,
  mailEnquiryAgain,
  markEnquiryReal,
  markEnquirySpam,
  paginateEnquiries,
  setAnswered,
} from '~/domain/enquiries/enquiries.server'
import { mapPage } from '~/domain/page.server'
import { parsePathId } from '~/domain/path-id'
import { toTelephoneLink } from '~/domain/telephone.server'
import { redirectOnFailure, redirectWithMessage } from '~/http/forms/message.server'
import { createIntentAction, createPageLoader, type TutorRequest } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { MailNotice } from '~/routes/parts/newsletters/mail-notice'
import { defineScreen } from '~/screen'
import { formatPageNumber } from '~/ui/browser/page-meta'
import { ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/lists/empty-state'
import { FoldRows } from '~/ui/lists/fold-row'
import { getPageNumber, PageLinks } from '~/ui/lists/page-links'
import { SearchForm } from '~/ui/lists/search-form'
import { BackLink } from '~/ui/portal/back-link'
import { getMailtoLink } from '~/ui/site/contact-links'
import { EnquiryRow } from './enquiry-row'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Enquiries',
  detail: ({ isSpam, text, enquiries }) =>
    [isSpam && 'Possible spam', text && `search for ‘${text}’`, formatPageNumber(enquiries)].filter(Boolean).join(', '),
  tab: { label: 'Enquiries', place: 5 },
})

/** Up to this many enquiries are shown unfolded. */
const MAX_UNFOLDED = 3

export const loader = createPageLoader(async (args) => {
  const { db } = args.context
  const { searchParams } = new URL(args.request.url)
  const isSpam = searchParams.has('spam')
  const text = (searchParams.get('search') ?? '').slice(0, 200)
  const { counts, ...page } = await paginateEnquiries(db, args.tutor, {
    isSpam,
    text,
    page: getPageNumber(searchParams),
  })
  return {
    isSpam,
    text,
    counts,
    enquiries: mapPage(page, (enquiry) => ({
      ...enquiry,
      reply: createReplyLink(enquiry),
      phoneLink: toTelephoneLink(enquiry.phone ?? ''),
    })),
    sending: await findSendingState(args.context),
  }
})

/** The action of a button for one enquiry, from the message that `press` returns. None names the enquiry's author. */
const createEnquiryAction =
  (press: (tutorRequest: TutorRequest, id: number) => Promise<string>) =>
  (tutorRequest: TutorRequest, form: FormData) => {
    const { context, request } = tutorRequest
    const { pathname, search } = new URL(request.url)
    const location = pathname + search
    return redirectOnFailure(context, { location, failure: 'Failed to update the enquiry' }, async () => {
      const text = await press(tutorRequest, parsePathId(String(form.get('id'))))
      return redirectWithMessage(context, location, { kind: 'success', title: 'Enquiry updated', text })
    })
  }

export const action = createIntentAction({
  answered: createEnquiryAction(async ({ db, tutor }, id) => {
    await setAnswered(db, tutor, id, true)
    return 'The enquiry is marked as answered.'
  }),
  open: createEnquiryAction(async ({ db, tutor }, id) => {
    await setAnswered(db, tutor, id, false)
    return 'The enquiry is marked as not answered yet.'
  }),
  real: createEnquiryAction(async ({ db, settings, tutor }, id) => {
    await markEnquiryReal(db, tutor, id, settings.officeEmail)
    return 'The enquiry is back in the list.'
  }),
  spam: createEnquiryAction(async ({ db, tutor }, id) => {
    await markEnquirySpam(db, tutor, id)
    return 'The enquiry has been moved to ‘Possible spam’.'
  }),
  mail: createEnquiryAction(async ({ db, settings, tutor }, id) => {
    await mailEnquiryAgain(db, tutor, id, settings.officeEmail)
    const isLater = settings.mailRoute === 'none'
    return `The enquiry will be sent to the office${isLater ? ' once email is set up' : ''}.`
  }),
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function Enquiries() {
  const { isSpam, text, counts, enquiries, sending } = useLoaderData<typeof loader>()
  return (
    <>
      {isSpam && <BackLink to={paths.dashboard.profile.enquiries.list}>Back to Enquiries</BackLink>}
      <MailNotice sending={{ ...sending, route: 'server' }} />
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h2>{isSpam ? 'Possible spam' : 'Enquiries'}</h2>
          <p className="mt-1 text-ink-soft">
            {isSpam
              ? 'These look like spam. We did not email them to the office. Please check them.'
              : `${counts.open} to answer, ${counts.answered} answered`}
          </p>
        </div>
        {!isSpam && (
          <ButtonLink to="?spam" variant="secondary">
            Possible spam ({counts.spam})
          </ButtonLink>
        )}
      </div>
      {(text || enquiries.found > 0) && (
        <SearchForm
          className="mt-6"
          text={text}
          label="Search by name, address or words"
          all={paths.dashboard.profile.enquiries.list}
          showAll="Show all enquiries"
          preserved={isSpam ? { spam: '' } : {}}
        />
      )}
      {text && (
        <p className="mt-4" role="status">
          {enquiries.found === 0
            ? `No match for ‘${text}’.`
            : `${enquiries.found} ${enquiries.found === 1 ? 'enquiry matches' : 'enquiries match'} ‘${text}’`}
        </p>
      )}
      {enquiries.found === 0 && !text ? (
        <EmptyState
          className="mt-6"
          picture="empty-news"
          title={isSpam ? 'Nothing looks like spam.' : 'No enquiries yet.'}
        >
          <p>Messages from the Contact Us page appear here.</p>
        </EmptyState>
      ) : (
        <FoldRows as="ol" className="mt-6 max-w-4xl">
          {enquiries.items.map((enquiry) => (
            <EnquiryRow
              key={enquiry.id}
              enquiry={enquiry}
              route={sending.route}
              isOpen={enquiries.items.length <= MAX_UNFOLDED}
            />
          ))}
        </FoldRows>
      )}
      <PageLinks pages={enquiries.pages} />
    </>
  )
}

/** Maximum length of the address: some mail programs on Windows cut longer ones off or don't open. */
const MAX_LINK_LENGTH = 1900

/** Encodes text for a mailto address (RFC 6068), so that it can't start another field. Replaces lone surrogates. */
const encodeMailtoText = (text: string) =>
  encodeURIComponent(
    Buffer.from(text)
      .toString()
      .replace(/\r\n|\r|\n/g, '\r\n'),
  ).replace(/['()*!]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

/** A `mailto:` address for a reply that quotes as much of the enquiry as fits. */
export function createReplyLink(enquiry: Pick<Enquiry, 'name' | 'email' | 'subject' | 'message'>): string {
  const { name, email, subject, message } = enquiry
  const prefix = `${getMailtoLink(email)}?subject=${encodeMailtoText(`Re: ${enquirySubjectNames[subject]}`)}&body=`
  const encodeBody = (quoted: string) =>
    encodeMailtoText(
      `\n\n${name.slice(0, 80)} wrote:\n${quoted
        .split(/\r\n|\r|\n/)
        .map((line) => `> ${line}`)
        .join('\n')}`,
    )
  const characters = [...message]
  const isShortEnough = (length: number) =>
    prefix.length + encodeBody(shorten(characters, length)).length <= MAX_LINK_LENGTH
  if (isShortEnough(characters.length)) return prefix + encodeBody(message)
  // Binary search for the longest quote that fits.
  let [fitting, tooLong] = [0, characters.length]
  while (tooLong - fitting > 1) {
    const middle = (fitting + tooLong) >> 1
    if (isShortEnough(middle)) fitting = middle
    else tooLong = middle
  }
  return prefix + encodeBody(shorten(characters, fitting))
}

const shorten = (characters: string[], length: number) =>
  length < characters.length ? `${characters.slice(0, length).join('')} …` : characters.join('')
