import { z } from 'zod'
import { optionalPhoto } from '~/domain/files/schema'
import {
  checkbox,
  NO_DAY,
  numberOr,
  openedVersion,
  optionalDay,
  optionalEmail,
  optionalParagraphs,
  optionalWebAddress,
  requiredText,
} from '~/domain/rules'

const NO_ORDER = 'Display order must be a number of at least 0.'

const dayInDublin = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: 'Europe/Dublin' })

/** An API call may send a timestamp: its date in Dublin counts. */
function toDublinDay(value: unknown): unknown {
  const isMoment = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value))
  return isMoment ? dayInDublin.format(new Date(value)) : value
}
const memberDay = () => z.preprocess(toDublinDay, optionalDay(NO_DAY))

export const newMember = z.object({
  name: requiredText('Name is required'),
  position: requiredText('Position is required'),
  bio: optionalParagraphs(3000),
  email: optionalEmail('Please enter a valid email address'),
  linkedIn: optionalWebAddress(),
  startDate: memberDay(),
  endDate: memberDay(),
  displayOrder: numberOr(() => 0, z.number(NO_ORDER).min(0, NO_ORDER)),
  isCurrent: checkbox(true),
})
export type NewMember = z.output<typeof newMember>

/** The form's fields, with a photo. An unticked box is left out of a form. */
export const memberForm = newMember.extend({
  isCurrent: checkbox(false),
  photo: optionalPhoto,
  removePhoto: checkbox(false),
})

export const memberEdit = memberForm.extend({ version: openedVersion() })
