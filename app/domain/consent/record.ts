import { z } from 'zod'
import { defineRecord, getExample, moment, ownAddress, recordId, recordVersion, textOrNone } from '~/domain/record'
import { paths } from '~/paths'
import { consentAnswers, photoUses } from '~db/choices'
import type { Consent, CurrentConsent } from './consents.server'
import type { ConsentPicture } from './pictures.server'
import { consentStates, pictureKinds } from './words'

/** A student's answer about one use of their photos, as the API returns it. */
export const consentRecord = defineRecord<Consent>()(
  'PhotoConsent',
  'What a student said to one use of photos of them. Answers are added, never changed.',
  {
    id: [recordId, 7],
    studentId: [recordId, 2],
    use: [z.enum(photoUses), 'website'],
    answer: [z.enum(consentAnswers), 'yes'],
    supportedBy: [textOrNone.describe('With whom the student decided.'), 'His sister Ngozi'],
    explained: [textOrNone.describe('How it was explained to them.'), 'With the Easy Read sheet'],
    from: [z.iso.date(), '2026-09-01'],
    until: [z.iso.date().nullable().describe('The last day of a yes.'), '2027-08-31'],
    recordedAt: [moment, '2026-09-01T10:15:00.000Z'],
    by: [
      textOrNone.describe('Who wrote it down; null when their account is not known here any more.'),
      'Aoife Brennan',
    ],
    isConfirmed: [z.boolean().describe('Whether the student said so themselves, or later confirmed it.'), true],
    ownWord: [z.enum(['yes', 'no']).nullable().describe('Whether the student said later that this is right.'), 'yes'],
    ownWordAt: [moment.nullable(), '2026-09-02T09:40:00.000Z'],
  },
)

export const currentConsentRecord = defineRecord<CurrentConsent>()(
  'StandingPhotoConsent',
  'How things stand for one use: `again` when a yes has ended.',
  {
    use: [z.enum(photoUses), 'website'],
    state: [z.enum(consentStates), 'yes'],
    last: [consentRecord.nullable(), getExample(consentRecord)],
  },
)

export const pictureRecord = defineRecord<ConsentPicture>()(
  'Picture',
  'A picture that is shared, on the website or in a newsletter, with who is in it.',
  {
    kind: [z.enum(pictureKinds), 'file'],
    id: [recordId, 31],
    title: [z.string(), 'QQI Certificate Photo 1'],
    at: [moment, '2026-05-20T14:05:10.000Z'],
    url: [ownAddress, paths.files.one(31)],
    isMarked: [z.boolean().describe('Whether somebody said who is in it.'), true],
    version: [recordVersion.describe('Grows each time somebody says that a student is in it.'), 8],
    studentIds: [z.array(recordId), [2]],
    hiddenBecause: [
      textOrNone.describe('Why it is hidden. Null for one that is shown.'),
      'Daniel has not said yes to photos in the portal.',
    ],
  },
)
