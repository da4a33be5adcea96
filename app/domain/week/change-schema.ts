import { z } from 'zod'
import { checkbox, NO_DAY, openedVersion, optionalText, parseCount, requiredDay } from '~/domain/rules'
import type { SessionSwitch } from './day'

export const NO_SESSION = 'Please choose a session of the week.'

const dayField = requiredDay(NO_DAY).describe('Today or one of the next six days, in Irish time.')

const details = {
  isOff: checkbox().describe('Whether the session is off on this day.'),
  reason: optionalText(60).describe('Why, as students read it.'),
  place: optionalText(60).describe('Another place for this day.'),
  withWhom: optionalText(60).describe('Other people for this day.'),
}

export const newSessionChange = z.object({
  sessionId: z.preprocess(parseCount, z.int(NO_SESSION).positive(NO_SESSION)),
  day: dayField,
  ...details,
})
export type NewSessionChange = z.output<typeof newSessionChange>

/** The form of one day of a session. Without a version, there was no change when it was opened. */
export const sessionDay = z.object({ day: dayField, ...details, version: openedVersion().optional() })
export type SessionDay = z.output<typeof sessionDay>

const SWITCH = /^(\d{4}-\d\d-\d\d) (off|on) (\d{1,9}(?:,\d{1,9}){0,99})$/

/** One press: the value of its button (formatSwitch), and the page to return to. */
export const sessionSwitch = z.object({
  press: z
    .string(NO_SESSION)
    .regex(SWITCH, NO_SESSION)
    .transform((text) => {
      const [, day = '', state, ids = ''] = SWITCH.exec(text) ?? []
      return { day, isOff: state === 'off', ids: ids.split(',').map(Number) } satisfies SessionSwitch
    }),
  next: optionalText(),
  /** Set once the tutor said for whom. */
  sure: optionalText(),
})
