// Tables for enquiries, subscribers, newsletters and deliveries.
import type { Generated } from 'kysely'
import type { AgreedOn, Audience, EnquirySubject, NewsletterFormat } from '../choices'
import type { Bit, Moment, Version, WhoIsIn } from './columns'

export interface NewsletterTables {
  enquiries: {
    id: Generated<number>
    name: string
    email: string
    phone: string | null
    subject: EnquirySubject
    message: string
    suspected: Bit
    createdAt: Moment
    answeredAt: Generated<Moment | null>
    answeredBy: Generated<number | null>
  }

  subscribers: {
    id: Generated<number>
    email: string
    name: string | null
    isGuardian: Bit
    studentName: string | null
    active: Bit
    createdAt: Moment
    /** Secret part of the unsubscribe links in this subscriber's mails. It never changes. */
    token: string
    /** Secret part of the link that confirms a sign-up; null if there is nothing to confirm. */
    confirmToken: Generated<string | null>
    unsubscribedAt: Generated<Moment | null>
    /** When and why a mail server last rejected this address permanently; null again after a mail is accepted. */
    bouncedAt: Generated<Moment | null>
    bounceReason: Generated<string | null>
    /** JSON: ids of the newsletters that mail servers refused for good for this address since a mail was accepted. */
    refusedNewsletters: Generated<string>
    /** How the person agreed to the newsletter (GDPR article 7(1)); null if they agreed before this was recorded. */
    agreedOn: Generated<AgreedOn | null>
    agreedWords: Generated<string | null>
    agreedAt: Generated<Moment | null>
    /** The page's path, with #footer for the box at the bottom; or how a tutor did it: 'form', 'list' or 'button'. */
    agreedFrom: Generated<string | null>
    /** How a tutor knows that the person agreed, in the tutor's words. */
    vouchedFor: Generated<string | null>
    vouchedById: Generated<number | null>
    /** When the person used the confirmation link in our mail. */
    confirmedAt: Generated<Moment | null>
    version: Version
  }

  /** After sending, only `publishedAt` changes. */
  newsletters: {
    id: Generated<number>
    title: string
    /** HTML: the same in Easy Read. */
    easyRead: Generated<string | null>
    content: string
    format: Generated<NewsletterFormat>
    status: Generated<'draft' | 'sent'>
    audience: Generated<Audience | null>
    createdAt: Moment
    sentAt: Generated<Moment | null>
    /** No mail goes out before this moment, so a tutor can stop the newsletter until then. */
    goesOutAt: Generated<Moment | null>
    /** When a tutor published it on the website; null if it is not published. */
    publishedAt: Generated<Moment | null>
    leavesAt: Generated<Moment | null>
    leavesTo: Generated<Audience | null>
    leavesBy: Generated<number | null>
    version: Version
  }

  newsletterAttachments: {
    id: Generated<number>
    newsletterId: number
    title: string
    description: string | null
    fileName: string
    fileType: string
    size: number
    width: number | null
    height: number | null
    storageKey: string
    /** Unguessable part of its address, because mail programs have no session. */
    secret: string
    createdAt: Moment
    /** What a picture shows, for people who can't see it; null for other files. */
    alt: Generated<string | null>
    /** The picture's number in the newsletter's text. It never changes. Null for other files. */
    picture: Generated<number | null>
    whoIsIn: WhoIsIn
    version: Version
  }

  /** One mail to one address, and its state. The worker composes the content when it sends the mail. */
  deliveries: {
    id: Generated<number>
    kind: 'newsletter' | 'test' | 'welcome' | 'confirm' | 'unsubscribe' | 'enquiry' | 'access' | 'absences'
    newsletterId: number | null
    subscriberId: number | null
    enquiryId: number | null
    /** The log line that a mail to the office reports. */
    activityId: Generated<number | null>
    email: string
    name: string | null
    /** 'sending' while in flight, which a restart changes to 'uncertain'. */
    state: Generated<'pending' | 'sending' | 'sent' | 'failed' | 'uncertain'>
    attempts: Generated<number>
    /** Not attempted before this moment. */
    dueAt: Moment
    /** Why it failed, is uncertain or must be retried, in the mail server's words. */
    reason: Generated<string | null>
    createdAt: Moment
    settledAt: Generated<Moment | null>
    /** When the address was removed. The row stays in the counts. */
    erasedAt: Generated<Moment | null>
  }
}
