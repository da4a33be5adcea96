import { expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { newAccount } from './accounts/schema'
import { newMember } from './board/schema'
import { centreDetails } from './centre/schema'
import { newEnquiry } from './enquiries/schema'
import { newEvent } from './events/schema'
import { fileDetails } from './files/schema'
import { newNewsletter, newTest } from './newsletters/schema'
import { newPlan } from './plans/schema'
import { newResource } from './resources/schema'
import { optionalParagraphs, optionalText, optionalWebAddress, requiredParagraphs, requiredText } from './rules'
import { newSubscriber, subscriberEdit, unsubscribeRequest } from './subscribers/schema'

const looksAt = (text: string | null) => {
  throw new Error(`looked at ${text?.length} characters`)
}

/** Line breaks by RFC 5322, and characters that other programs take for them, which could start another header. */
const breaks = ['\r\n', '\n', '\r', '\u2028', '\u2029', '\u0085', '\u000b', '\f', '\0', '\u001b', '\u007f', '\u202e']

test.each([
  ['required', requiredText('Required', { max: 10 }).refine(looksAt)],
  ['in paragraphs', requiredParagraphs('Required', { max: 10 }).refine(looksAt)],
])('a text far beyond its limit is not examined: %s', (_, rule) => {
  const messages = (text: string) => rule.safeParse(text).error?.issues.map(({ message }) => message)
  expect(messages('x'.repeat(1011))).toEqual(['Please use at most 10 characters.'])
  expect(() => rule.safeParse('x'.repeat(1010))).toThrow('looked at')
})

test('a single-line field replaces line breaks and control characters with a space, and keeps the letters of all languages', () => {
  for (const mark of breaks) {
    const pasted = `${mark}Eve${mark}${mark} Bcc: all@x.example${mark}`
    expect(requiredText('Required').parse(pasted)).toBe('Eve Bcc: all@x.example')
    expect(optionalText().parse(pasted)).toBe('Eve Bcc: all@x.example')
  }
  expect(requiredText('Required').safeParse('\r\n\0').error?.issues[0]?.message).toBe('Required')
  expect(optionalText().parse('\n')).toBeNull()
  const name = 'Máire Ní Dhonnchadha 👩🏽‍🦽 张伟 עדנה'
  expect(requiredText('Required').parse(name)).toBe(name)
})

test('every name, subject and title is a single-line field', () => {
  const evil = 'Tea\r\nBcc: all@x.example'
  const tame = 'Tea Bcc: all@x.example'
  const account = { username: 'tea', password: 'river stone bread', role: 'tutor', firstName: evil, lastName: evil }
  expect(newAccount.parse(account)).toMatchObject({ firstName: tame, lastName: tame })
  expect(newMember.parse({ name: evil, position: evil })).toMatchObject({ name: tame, position: tame })
  const enquiry = { name: evil, email: 'a@x.example', phone: '01\n2', subject: 'visit', message: 'Hello\r\nto you all' }
  expect(newEnquiry.parse(enquiry)).toMatchObject({ name: tame, phone: '01 2', message: 'Hello\nto you all' })
  const centre = { name: true, shortName: true, phone: true } as const
  const details = { name: evil, shortName: evil, phone: '091 555\r\nBcc: 010' }
  expect(centreDetails.pick(centre).parse(details)).toMatchObject({
    name: tame,
    shortName: tame,
    phone: '091 555 Bcc: 010',
  })
  const event = { title: evil, time: '10:00\n- 11:00', location: evil, day: 1, month: 'May', year: 2026 }
  expect(newEvent.parse(event)).toMatchObject({ title: tame, time: '10:00-11:00', location: tame })
  expect(fileDetails.parse({ title: evil, description: 'a\nb', alt: evil })).toMatchObject({
    title: tame,
    description: 'a\nb',
    alt: tame,
  })
  const content = 'Dear all,\nhello'
  expect(newNewsletter.parse({ title: evil, content })).toEqual({ title: tame, content })
  expect(newPlan.parse({ title: evil, content: 'a\nb' })).toMatchObject({ title: tame, content: 'a\nb' })
  const resource = { title: evil, content: 'a\nb', category: 'support' }
  expect(newResource.parse(resource)).toMatchObject({ title: tame, content: 'a\nb' })
  const guardian = { email: 'a@x.example', name: evil, isGuardian: true, studentName: evil }
  expect(newSubscriber.parse(guardian)).toMatchObject({ name: tame, studentName: tame })
  expect(newSubscriber.safeParse({ email: 'a@x.example\r\nBcc: b@x.example' }).success).toBe(false)
})

test('a field of paragraphs keeps lines and tabs and loses invisible characters', () => {
  const text = 'Dear all,\r\n\r\n\tsee you.\u0000\u001b[31m\u0085\nMaeve'
  const tidy = 'Dear all,\n\n\tsee you.[31m\nMaeve'
  expect(requiredParagraphs('Required', { max: 100 }).parse(text)).toBe(tidy)
  expect(optionalParagraphs(100).parse(text)).toBe(tidy)
  expect(optionalParagraphs(100).parse('\0')).toBeNull()
})

test('a web address is stored with its scheme, and other texts are refused', () => {
  for (const [typed, stored] of [
    ['www.hse.ie/disability', 'https://www.hse.ie/disability'],
    ['example.ie:8080?a', 'https://example.ie:8080?a'],
    ['Fáilte.example', 'https://Fáilte.example'],
    ['http://hse.ie', 'http://hse.ie'],
  ])
    expect(optionalWebAddress().parse(typed)).toBe(stored)
  for (const typed of [
    'plan.pdf',
    'javascript:alert(1)',
    'mary@example.ie',
    'www hse ie',
    '//evil.example',
    '/about',
    'localhost',
  ])
    expect(optionalWebAddress().safeParse(typed).success, typed).toBe(false)
})

const addressRules: Record<string, ZodType<{ email: string | null }>> = {
  'a sign-up': newSubscriber,
  'a subscriber that is edited': subscriberEdit,
  'an unsubscribe link': unsubscribeRequest,
  'an enquiry': newEnquiry,
  'a test of a newsletter': newTest,
  'a board member': newMember,
  'the centre': centreDetails.pick({ email: true }),
}
/** The fields of each form besides the address. */
const rest = { name: 'Mary', version: 1, subject: 'visit', message: 'May we come and see you?', position: 'Chair' }

test.each(Object.entries(addressRules))('an address is cleaned or refused with a message, for %s', (_, rule) => {
  const read = (email: string) => rule.safeParse({ ...rest, email })
  for (const [typed, email] of [
    ['maire.o’brien@Example.ie', "maire.o'brien@example.ie"],
    ['\u202agerd@bücher.example\u202c', 'gerd@xn--bcher-kva.example'],
    ['Mary <a&b@x.ie>', 'a&b@x.ie'],
  ] as const)
    expect(read(typed).data).toMatchObject({ email })
  const words = (email: string) => read(email).error?.issues.map(({ message }) => message)
  for (const wrong of ['mary', 'mary@x', 'a@b@x.ie', `${'a'.repeat(250)}@x.ie`, 'x'.repeat(5000)])
    expect(words(wrong)).toEqual([expect.stringMatching(/^Please enter (a valid|an) email address/)])
  expect(words('mária@x.ie')).toEqual([expect.stringContaining('without accents')])
})

test('a missing or invisible address is none', () => {
  for (const email of [undefined, '', ' \u200b']) expect(newMember.parse({ ...rest, email }).email).toBeNull()
})
