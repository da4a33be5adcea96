import { z } from 'zod'
import { userRecord } from '~/domain/accounts/record'
import { credentialsWithCode } from '~/domain/accounts/schema'
import { memberRecord } from '~/domain/board/record'
import { newMember } from '~/domain/board/schema'
import { newEnquiry } from '~/domain/enquiries/schema'
import { eventRecord } from '~/domain/events/record'
import { newEvent } from '~/domain/events/schema'
import { fileRecord } from '~/domain/files/record'
import { fileDetails, newFile } from '~/domain/files/schema'
import { attachmentRecord, newsletterRecord } from '~/domain/newsletters/record'
import { newAttachment, newNewsletter, statusChange } from '~/domain/newsletters/schema'
import { qqiImageRecord } from '~/domain/notices/record'
import { newPhoto } from '~/domain/notices/schema'
import { planRecord } from '~/domain/plans/record'
import { newPlan } from '~/domain/plans/schema'
import { recordId, recordVersion } from '~/domain/record'
import { resourceRecord } from '~/domain/resources/record'
import { newResource } from '~/domain/resources/schema'
import { subscriberRecord } from '~/domain/subscribers/record'
import { newSubscriber, subscriberChange } from '~/domain/subscribers/schema'
import { timetableRecord } from '~/domain/timetables/record'
import { newTimetable, timetableWords } from '~/domain/timetables/schema'

/** Who may make a call: everyone, whoever is logged in, tutors. Its route asks; this is what it says to others. */
export type Who = 'anyone' | 'user' | 'tutor'

/** A call's body: the rules its route parses it with, and how it is sent. A change leaves out what is to stay as it is. */
interface Body {
  as: 'application/json' | 'multipart/form-data'
  rules: z.ZodType
  isChange?: boolean
}

/** One call. Refusals that follow from what is said here (openapi.server.ts) are not listed; `refuses` names the others. */
export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  who: Who
  does: string
  takes?: Body
  answers: { status: 200 | 201 | 204; record?: z.ZodType }
  refuses: number[]
}

const json = (rules: z.ZodType): Body => ({ as: 'application/json', rules })
/** With a version, a change is made only of that one: 409 where the record has a newer. */
const change = (rules: z.ZodObject): Body => ({
  ...json(rules.safeExtend({ version: recordVersion.optional() })),
  isChange: true,
})
const form = (rules: z.ZodType): Body => ({ as: 'multipart/form-data', rules })
/** What a call says that has no record to give. */
const words = z.strictObject({ message: z.string() })

function get(path: string, who: Who, does: string, record: z.ZodType, ...refuses: number[]): Call {
  return { method: 'GET', path, who, does, answers: { status: 200, record }, refuses }
}
function post(path: string, who: Who, does: string, takes: Body, record: z.ZodType, ...refuses: number[]): Call {
  return { method: 'POST', path, who, does, takes, answers: { status: 201, record }, refuses }
}
function patch(path: string, does: string, takes: Body, record: z.ZodType, ...refuses: number[]): Call {
  return {
    method: 'PATCH',
    path,
    who: 'tutor',
    does,
    takes,
    answers: { status: 200, record },
    refuses: [409, ...refuses],
  }
}
function remove(path: string, does: string, ...refuses: number[]): Call {
  return { method: 'DELETE', path, who: 'tutor', does, answers: { status: 204 }, refuses }
}

/**
 * Every call of the API, by what it is about. An address or a method
 * that is not here is answered 404 or 405 before any route sees it (http/gate.ts); /api/openapi.json is made from this.
 */
export const contract: Record<string, Call[]> = {
  'Logging in': [
    {
      ...post(
        '/api/login',
        'anyone',
        'Starts a session. Gives its token, and sets its cookie; a session whose cookie came along ends. Who has a second step sends the code of their app, or a recovery code: without it 401, whose errors name `code`. 429 after ten wrong tries, 503 while too many log in at once.',
        json(credentialsWithCode),
        z.strictObject({ token: z.string() }),
        401,
        429,
        503,
      ),
      answers: { status: 200, record: z.strictObject({ token: z.string() }) },
    },
    {
      method: 'POST',
      path: '/api/logout',
      who: 'user',
      does: 'Ends the session: neither its token nor its cookie opens anything from now on.',
      answers: { status: 200, record: words },
      refuses: [],
    },
    get(
      '/api/user',
      'anyone',
      'Who is logged in: null for nobody, 401 for a session that has ended.',
      userRecord.nullable(),
      401,
      403,
    ),
  ],
  'Enquiries and sign-up': [
    post(
      '/api/contact',
      'anyone',
      'Sends the office an enquiry. 429 after more of a day than people send.',
      json(newEnquiry),
      words.extend({ id: recordId }),
      429,
    ),
    post(
      '/api/newsletter/subscribe',
      'anyone',
      'Signs an address up for the newsletter. With a tutor’s session it adds a subscriber and gives the record; 409 for an address on the list.',
      json(newSubscriber),
      z.union([words, subscriberRecord]),
      401,
      409,
      429,
    ),
  ],
  Newsletters: [
    get(
      '/api/newsletters',
      'tutor',
      'All newsletters with their attachments, the newest first.',
      z.array(newsletterRecord),
    ),
    get('/api/newsletters/{id}', 'tutor', 'One newsletter with its attachments.', newsletterRecord),
    post('/api/newsletters', 'tutor', 'Adds a draft.', json(newNewsletter), newsletterRecord),
    patch(
      '/api/newsletters/{id}',
      'Changes a draft; 409 once it is sent.',
      change(newNewsletter),
      newsletterRecord,
      409,
    ),
    remove('/api/newsletters/{id}', 'Deletes a draft; 409 once it is sent.', 409),
    patch(
      '/api/newsletters/{id}/status',
      'Sends a newsletter to all active subscribers, or to the guardians among them; 409 once it is sent.',
      json(statusChange),
      newsletterRecord,
      409,
    ),
    post(
      '/api/newsletters/{id}/attachments',
      'tutor',
      'Adds an attachment to a draft; 409 once it is sent.',
      form(newAttachment),
      attachmentRecord,
      409,
    ),
    get('/api/newsletter/subscribers', 'tutor', 'All subscribers, the newest first.', z.array(subscriberRecord)),
    patch(
      '/api/newsletter/subscribers/{id}',
      'Unsubscribes somebody, or makes them active again.',
      change(subscriberChange),
      subscriberRecord,
    ),
  ],
  Files: [
    get('/api/files', 'tutor', 'All documents, the newest first.', z.array(fileRecord)),
    get(
      '/api/portal/files',
      'user',
      'A student’s own documents and those shared with all students.',
      z.array(fileRecord),
    ),
    post(
      '/api/files/upload',
      'tutor',
      'Adds a document of at most 5 MB: shared with all students, for the student of studentId, or for tutors only. With the album qqi it is a photo of the notice.',
      form(newFile),
      fileRecord,
    ),
    patch('/api/files/{id}', 'Changes a document’s title and description.', change(fileDetails), fileRecord),
    remove('/api/files/{id}', 'Deletes a document for good.'),
    get('/api/qqi-images', 'user', 'The photos of the notice QQI Certificates Presentation.', z.array(qqiImageRecord)),
    post(
      '/api/qqi-images',
      'tutor',
      'Adds a photo, which gets its title and number here.',
      form(newPhoto),
      qqiImageRecord,
    ),
  ],
  Timetables: [
    get('/api/timetables', 'tutor', 'All timetables, the latest to start first.', z.array(timetableRecord)),
    get(
      '/api/portal/timetables',
      'user',
      'A student’s own timetables and those for all students.',
      z.array(timetableRecord),
    ),
    post('/api/timetables', 'tutor', 'Adds a timetable and its paper.', form(newTimetable), timetableRecord),
    patch('/api/timetables/{id}', 'Changes a timetable; its paper stays.', change(timetableWords), timetableRecord),
    remove('/api/timetables/{id}', 'Deletes a timetable and its paper for good.'),
  ],
  Events: [
    get('/api/events', 'anyone', 'All events, the earliest first.', z.array(eventRecord)),
    post('/api/events', 'tutor', 'Adds an event, which everyone will see.', json(newEvent), eventRecord),
    patch('/api/events/{id}', 'Changes an event.', change(newEvent), eventRecord),
    remove('/api/events/{id}', 'Deletes an event.'),
  ],
  Resources: [
    get('/api/resources', 'tutor', 'All resources, the newest first.', z.array(resourceRecord)),
    get('/api/resources/public', 'anyone', 'The resources that families see.', z.array(resourceRecord)),
    post('/api/resources', 'tutor', 'Adds a resource.', json(newResource), resourceRecord),
    patch('/api/resources/{id}', 'Changes a resource.', change(newResource), resourceRecord, 409),
    remove('/api/resources/{id}', 'Deletes a resource.'),
  ],
  Board: [
    get('/api/board', 'tutor', 'All board members.', z.array(memberRecord)),
    get('/api/board/current', 'anyone', 'Today’s board.', z.array(memberRecord)),
    get('/api/board/past', 'anyone', 'The members of the past.', z.array(memberRecord)),
    post('/api/board', 'tutor', 'Adds a board member.', json(newMember), memberRecord),
    patch('/api/board/{id}', 'Changes a board member.', change(newMember), memberRecord, 409),
    remove('/api/board/{id}', 'Deletes a board member.'),
  ],
  'Strategic plans': [
    get('/api/strategic-plans', 'tutor', 'All strategic plans, the active ones first.', z.array(planRecord)),
    get('/api/strategic-plans/active', 'anyone', 'The active plans.', z.array(planRecord)),
    post('/api/strategic-plans', 'tutor', 'Adds a plan.', json(newPlan), planRecord),
    patch('/api/strategic-plans/{id}', 'Changes a plan.', change(newPlan), planRecord, 409),
    remove('/api/strategic-plans/{id}', 'Deletes a plan.'),
  ],
  'This description': [
    get('/api/openapi.json', 'anyone', 'This document.', z.looseObject({ openapi: z.literal('3.1.0') })),
  ],
}

const calls = Object.values(contract).flat()
const paths = [...new Set(calls.map(({ path }) => path))]
const served = paths
  // The address /api/files/upload is that of no file.
  .sort((one, other) => Number(one.includes('{id}')) - Number(other.includes('{id}')))
  .map((path) => ({
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll('{id}', '[^/]+')}$`),
    methods: calls.flatMap((call) => (call.path !== path ? [] : call.method === 'GET' ? ['GET', 'HEAD'] : call.method)),
  }))

/** The methods that an address under /api serves, or undefined when it is, to the letter, the address of no call. */
export function methodsAt(address: string): string[] | undefined {
  return served.find(({ pattern }) => pattern.test(address))?.methods
}
