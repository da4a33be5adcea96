import { z } from 'zod'
import { moment, ownAddress, recordId, recordOf, recordVersion, textOrNone } from '~/domain/record'
import { consentAnswers, photoUses } from '~db/choices'
import type { Consent, StandingConsent } from './consents.server'
import type { Picture } from './pictures.server'
import { consentStates, pictureKinds } from './words'

const consentExample = {
  id: 7,
  studentId: 2,
  use: 'website' as const,
  answer: 'yes' as const,
  supportedBy: 'His sister Ngozi',
  explained: 'With the Easy Read sheet',
  from: '2026-09-01',
  until: '2027-08-31',
  recordedAt: '2026-09-01T10:15:00.000Z',
  by: 'Aoife Brennan',
}

/** What a student said to one use of photos of them, as the API returns it. */
export const consentRecord = recordOf<Consent>()(
  'PhotoConsent',
  'What a student said to one use of photos of them. Answers are added, never changed.',
  {
    id: recordId,
    studentId: recordId,
    use: z.enum(photoUses),
    answer: z.enum(consentAnswers),
    supportedBy: textOrNone.describe('With whom the student decided.'),
    explained: textOrNone.describe('How it was explained to them.'),
    from: z.iso.date(),
    until: z.iso.date().nullable().describe('The last day of a yes.'),
    recordedAt: moment,
    by: textOrNone.describe('Who wrote it down; null when their account is not known here any more.'),
  },
  consentExample,
)

/** How things stand for one use. */
export const standingRecord = recordOf<StandingConsent>()(
  'StandingPhotoConsent',
  'How things stand for one use: `again` when a yes has ended.',
  { use: z.enum(photoUses), state: z.enum(consentStates), last: consentRecord.nullable() },
  { use: 'website', state: 'yes', last: consentExample },
)

/** A picture that people can be in, as the API returns it. */
export const pictureRecord = recordOf<Picture>()(
  'Picture',
  'A picture that is shared, on the website or in a newsletter, with who is in it.',
  {
    kind: z.enum(pictureKinds),
    id: recordId,
    title: z.string(),
    at: moment,
    url: ownAddress,
    isMarked: z.boolean().describe('Whether somebody said who is in it.'),
    version: recordVersion.describe('Grows each time somebody says that a student is in it.'),
    studentIds: z.array(recordId),
    hiddenBecause: textOrNone.describe('Why it is hidden. Null for one that is shown.'),
  },
  {
    kind: 'file',
    id: 31,
    title: 'QQI Certificate Photo 1',
    at: '2026-05-20T14:05:10.000Z',
    url: '/files/31',
    isMarked: true,
    version: 8,
    studentIds: [2],
    hiddenBecause: 'Daniel has not said yes to photos in the portal.',
  },
)
