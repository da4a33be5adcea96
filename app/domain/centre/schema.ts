import { z } from 'zod'
import { themeNames } from '~/content/themes'
import { newAccount } from '~/domain/accounts/schema'
import { uploadedFile } from '~/domain/files/schema'
import {
  checkbox,
  choiceOf,
  emailAddress,
  isWebAddress,
  openedVersion,
  optionalText,
  requiredText,
  withHttps,
} from '~/domain/rules'
import { serverRules } from '~/domain/server-rules'
import { toOneLine } from '~/domain/text'
import { maxLengths, TAGLINE, TELEPHONE_PATTERN } from '~/settings.centre'

const MAX_HOURS_LINES = 7
const MAX_SOCIAL_LINES = 4
/** Keeps a line within the footer's column. */
const MAX_LINE_LENGTH = 80
const MAX_ADDRESS_LENGTH = 300

/** A text's lines, without empty lines and invisible characters. */
export const splitLines = (text: string): string[] =>
  text
    .split(/\r\n|[\r\n]/)
    .map(toOneLine)
    .filter((line) => line !== '')

/** A text of at most `max` lines, each of at most `longest` characters. */
function boundedLines(max: number, longest: number, message: string, clean: (line: string) => string = (line) => line) {
  const length = max * (longest + 2)
  return z
    .string(message)
    .overwrite((text) => splitLines(text).map(clean).join('\n'))
    .max(length, `Please use at most ${length} characters.`)
    .refine((text) => splitLines(text).length <= max, `Please use at most ${max} lines.`)
    .refine(
      (text) => splitLines(text).every((line) => line.length <= longest),
      `Please use at most ${longest} characters in a line.`,
    )
}

const HOURS_MESSAGE = 'Please enter your opening hours, one per line.'
const SOCIAL_MESSAGE = 'Each line must be a web address that starts with https:// or http://'
const PHONE_MESSAGE = 'Please enter a telephone number.'
const EMAIL_MESSAGE = 'Please enter an email address, for example office@centre.ie'

/** Details that every page needs. The first start asks for them. */
const centreBasics = z.object({
  name: requiredText('Please enter the name of the centre.', { max: maxLengths.name }),
  shortName: requiredText('Please enter the short name that people use.', { max: maxLengths.shortName }),
  phone: requiredText(PHONE_MESSAGE, { max: maxLengths.phone }).regex(TELEPHONE_PATTERN, PHONE_MESSAGE),
  email: emailAddress(EMAIL_MESSAGE),
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

/** A registration number without the name of the register, which pages put before it. */
const registerNumber = () =>
  optionalText(20).transform((text) => text?.replace(/^(?:CHY|RCN|CRO)\b[\s.:]*/i, '') || null)

/** The centre's details as tutors edit them, with the same rules as the settings (settings.rules.server.ts). */
export const centreDetails = centreBasics.extend({
  openingHours: boundedLines(MAX_HOURS_LINES, MAX_LINE_LENGTH, HOURS_MESSAGE).min(1, HOURS_MESSAGE),
  chy: registerNumber(),
  rcn: registerNumber(),
  cro: registerNumber(),
  social: boundedLines(MAX_SOCIAL_LINES, MAX_ADDRESS_LENGTH, SOCIAL_MESSAGE, withHttps)
    .refine((text) => splitLines(text).every(isWebAddress), SOCIAL_MESSAGE)
    .refine(
      (text) => new Set(splitLines(text)).size === splitLines(text).length,
      'Please enter each address only once.',
    )
    .nullish()
    .transform((text) => text || null),
  learningCentre: optionalText(maxLengths.name),
  // Conform leaves out empty fields.
  tagline: requiredText('Please enter the tagline.', { max: maxLengths.tagline }).prefault(TAGLINE),
  theme: choiceOf(themeNames, 'Please choose one of the colours.'),
})
export type CentreDetails = z.output<typeof centreDetails>

/** The form of the first start: the basics and the first tutor. */
export const firstStart = centreBasics.extend(newAccount.omit({ role: true }).shape)
export type FirstStart = z.output<typeof firstStart>

export const centreEdit = centreDetails.extend({ version: openedVersion() })

/** The file may be missing where there is a logo already (changeLogo). */
export const newLogo = z.object({
  file: uploadedFile.clone().register(serverRules, { file: 'image' }).optional(),
  hasName: checkbox(),
})
