import { z } from 'zod'
import { themeNames } from '~/content/themes'
import { newAccount } from '~/domain/accounts/schema'
import { contents } from '~/domain/contents'
import { uploadedFile } from '~/domain/files/schema'
import {
  choiceOf,
  emailAddress,
  isWebAddress,
  openedVersion,
  optionalText,
  requiredText,
  withHttps,
} from '~/domain/rules'
import { toOneLine } from '~/domain/text'
import { maxLengths, TELEPHONE_PATTERN } from '~/settings.centre'

const MOST_HOURS = 7
const MOST_SOCIAL = 4
/** The most characters of one line, so that the footer's column holds it. */
const LONGEST_LINE = 80
const LONGEST_ADDRESS = 300

/** A text's lines without empty ones and without what nobody sees. */
export const splitLines = (text: string): string[] =>
  text
    .split(/\r\n|[\r\n]/)
    .map(toOneLine)
    .filter((line) => line !== '')

/** Each line a record of its own, at most `most` of them, each with no more than `longest` characters. */
function lines(most: number, longest: number, message: string, tidy: (line: string) => string = (line) => line) {
  const length = most * (longest + 2)
  return z
    .string(message)
    .overwrite((text) => splitLines(text).map(tidy).join('\n'))
    .max(length, `Please use at most ${length} characters.`)
    .refine((text) => splitLines(text).length <= most, `Please use at most ${most} lines.`)
    .refine(
      (text) => splitLines(text).every((line) => line.length <= longest),
      `Please use at most ${longest} characters in a line.`,
    )
}

const HOURS = 'Please say when you are open, one line for each.'
const SOCIAL = 'Each line must be a web address that starts with https:// or http://'
const PHONE = 'Please enter a telephone number.'
const EMAIL = 'Please enter an email address, for example office@centre.ie'

/** What a first start asks for: what the pages can't do without. */
const centreBasics = z.object({
  name: requiredText('Please enter the name of the centre.', { max: maxLengths.name }),
  shortName: requiredText('Please enter the short name that people use.', { max: maxLengths.shortName }),
  phone: requiredText(PHONE, { max: maxLengths.phone }).regex(TELEPHONE_PATTERN, PHONE),
  email: emailAddress(EMAIL),
  address: z
    .string('Please enter the address.')
    .overwrite((text) =>
      splitLines(text)
        .map((line) => line.replace(/,$/, ''))
        .join(', '),
    )
    .min(1, 'Please enter the address.')
    .max(maxLengths.address, `Please use at most ${maxLengths.address} characters.`),
})

/** A number of a register, without the register's name, which pages put before it. */
const registered = () => optionalText(20).transform((text) => text?.replace(/^(?:CHY|RCN|CRO)\b[\s.:]*/i, '') || null)

/** The centre's details, as its tutors edit them; the same rules as the settings' (settings.rules.server.ts). */
export const centreDetails = centreBasics.extend({
  openingHours: lines(MOST_HOURS, LONGEST_LINE, HOURS).min(1, HOURS),
  chy: registered(),
  rcn: registered(),
  cro: registered(),
  social: lines(MOST_SOCIAL, LONGEST_ADDRESS, SOCIAL, withHttps)
    .refine((text) => splitLines(text).every(isWebAddress), SOCIAL)
    .refine((text) => new Set(splitLines(text)).size === splitLines(text).length, 'Please give each address once.')
    .nullish()
    .transform((text) => text || null),
  learningCentre: optionalText(maxLengths.name),
  theme: choiceOf(themeNames, 'Please choose one of the colours.'),
})
export type CentreDetails = z.output<typeof centreDetails>

/** The one form of a first start: the basics, and the first tutor. */
export const firstStart = centreBasics.extend(newAccount.omit({ role: true }).shape)
export type FirstStart = z.output<typeof firstStart>

export const centreEdit = centreDetails.extend({ version: openedVersion() })

export const newLogo = z.object({ file: uploadedFile.clone().register(contents, { file: 'image' }) })
