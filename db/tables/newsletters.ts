// The tables of what people write to us and what we mail.
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
    /** The secret part of the unsubscribe links in this subscriber's mails; it never changes. */
    token: string
    /** The secret part of the link that confirms a sign-up; null when there is nothing to confirm. */
    confirmToken: Generated<string | null>
    unsubscribedAt: Generated<Moment | null>
    /** When and why a mail server last rejected this address for good; null again after a mail went through. */
    bouncedAt: Generated<Moment | null>
    bounceReason: Generated<string | null>
    /** How somebody agreed to the newsletter (GDPR article 7(1)); null for what was agreed before this was kept. */
    agreedOn: Generated<AgreedOn | null>
    /** The words that were shown, where the site showed them. */
    agreedWords: Generated<string | null>
    agreedAt: Generated<Moment | null>
    /** Where on the site: a page's path, with #footer for the box of every page; else 'form', 'list' or 'button' of a tutor. */
    agreedFrom: Generated<string | null>
    /** How a tutor knows that they agreed, in the tutor's words. */
    vouchedFor: Generated<string | null>
    vouchedById: Generated<number | null>
    /** When the address itself agreed, by a link in a mail. */
    confirmedAt: Generated<Moment | null>
    version: Version
  }

  /** Once sent, only `publishedAt` still changes. */
  newsletters: {
    id: Generated<number>
    title: string
    /** HTML: the same in Easy Read. */
    easyRead: Generated<string | null>
    content: string
    /** What was written before there was Markdown stays plain text until it is changed. */
    format: Generated<NewsletterFormat>
    status: Generated<'draft' | 'sent'>
    audience: Generated<Audience | null>
    createdAt: Moment
    sentAt: Generated<Moment | null>
    /** The sending can be stopped until then; no mail leaves earlier. */
    goesOutAt: Generated<Moment | null>
    /** When a tutor published it on the website; null when it is not there. */
    publishedAt: Generated<Moment | null>
    /** When a draft is to be sent by itself, to whom, and who said so. */
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
    /** The unguessable part of its address: mail programs have no session. */
    secret: string
    createdAt: Moment
    /** What a picture shows, for people who can't see it; null for other files. */
    alt: Generated<string | null>
    /** The number by which the text places a picture, which it keeps; null for other files. */
    picture: Generated<number | null>
    whoIsIn: WhoIsIn
    version: Version
  }

  /** One mail to one address, and its state. Its content is made from its kind and records when it is sent. */
  deliveries: {
    id: Generated<number>
    kind: 'newsletter' | 'test' | 'welcome' | 'confirm' | 'unsubscribe' | 'enquiry' | 'access' | 'absences'
    newsletterId: number | null
    subscriberId: number | null
    enquiryId: number | null
    /** The line of the log that a mail to the office is about. */
    activityId: Generated<number | null>
    email: string
    name: string | null
    /** 'sending' while it is in flight; after a crash, uncertain. */
    state: Generated<'pending' | 'sending' | 'sent' | 'failed' | 'uncertain'>
    attempts: Generated<number>
    /** Not tried before this moment. */
    dueAt: Moment
    /** Why it failed, is uncertain or has to be retried, as the mail server put it. */
    reason: Generated<string | null>
    createdAt: Moment
    settledAt: Generated<Moment | null>
    /** When the address was removed from the row, which still counts. */
    erasedAt: Generated<Moment | null>
  }
}
