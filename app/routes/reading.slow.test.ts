import { dirname } from 'node:path'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { getReadingGrade, splitSentences, splitWords } from '~/domain/reading.server'
import {
  writeConfirmationMail,
  writeEnquiryMail,
  writeNewsletterMail,
  writeUnsubscribeLinkMail,
  writeWelcomeMail,
} from '~/mail/templates'
import { paths } from '~/paths'
import { testConsent, testTasks } from '~/routes/dashboard/profile.try-out/route'
import { readSettings } from '~/settings.server'
import { shareServer } from '~/test/built'
import { createOwnTextFilter, fixedTexts, properNames } from '~/test/others-words'
import type { Person } from '~/test/people'
import { findElements, listTexts } from '~/test/reading'
import { listScreens, type Screen } from '~/test/screens'
import { fetchPages, findForm, type Served } from '~/test/served'

/** Highest reading grade of a page (WCAG 3.1.5), and of any single sentence, so that easy sentences don't hide a hard one. */
const HIGHEST_GRADE = 6
const HIGHEST_SENTENCE_GRADE = 14
/** Highest reading grade of a student's screen. */
const HIGHEST_STUDENT_GRADE = 4
const MAX_WORDS = 25

const screens = listScreens()
const getName = ({ path, as }: Screen) => `${path} for ${as ?? 'a visitor'}`

const riverbank = shareServer()
/** The page of each screen, and of each form sent empty. */
const pages = new Map<string, Served>()
const refused: Served[] = []
let getOwnText: (text: string) => string
const checkedTexts = new Set<string>()
beforeAll(async () => {
  for (const page of await fetchPages(riverbank, dirname(inject('template').path)))
    if (page.name.endsWith('was refused')) refused.push(page)
    else pages.set(getName(page.screen), page)
  getOwnText = createOwnTextFilter(riverbank)
}, 180_000)

const createCookieHeader = (as?: Person) => ({ Cookie: as ? riverbank.sessions[as].cookie : '' })
const open = (path: string, as?: Person) =>
  fetch(riverbank.url + path, { redirect: 'manual', headers: createCookieHeader(as) })
const send = (path: string, as: Person | undefined, body: BodyInit) =>
  fetch(new URL(path, riverbank.url), {
    method: 'POST',
    redirect: 'manual',
    headers: { ...createCookieHeader(as), Origin: riverbank.url },
    body,
  })

/** The page's texts without the shared header and footer. */
const listPageTexts = (html: string) =>
  (findElements(html, ['main'])[0] ? findElements(html, ['main']) : [html]).flatMap(listTexts)

function describeHardest(sentences: string[], name: string): string {
  const hardest = sentences
    .map((sentence) => `${getReadingGrade([sentence]).toFixed(1).padStart(5)}  ${sentence}`)
    .sort((a, b) => Number.parseFloat(b) - Number.parseFloat(a))
    .slice(0, 8)
  return [`${name}: the hardest of ${sentences.length} sentences:`, ...hardest].join('\n')
}

/** Expects the page's own texts to be plain; the error shows the hardest. */
function expectPlain(texts: string[], name = ''): void {
  for (const text of texts) checkedTexts.add(text)
  const sentences = [...new Set(texts.map(getOwnText).flatMap(splitSentences))]
  if (sentences.length === 0) return
  const grade = getReadingGrade(sentences)
  if (grade > HIGHEST_GRADE) expect.soft(grade, describeHardest(sentences, name)).toBeLessThanOrEqual(HIGHEST_GRADE)
  const isTooHard = (sentence: string) => {
    const { length } = splitWords(sentence)
    return length > MAX_WORDS || (length >= 5 && getReadingGrade([sentence]) > HIGHEST_SENTENCE_GRADE)
  }
  expect.soft(sentences.filter(isTooHard), name).toEqual([])
}

describe('our own texts are plain', () => {
  test.each(screens.map(getName))('%s', (name) => expectPlain(listPageTexts(pages.get(name)!.html), name))

  test.each(['/ for a visitor', '/dashboard for aoife'])('around %s', (name) =>
    expectPlain(findElements(pages.get(name)!.html, ['header', 'footer']).flatMap(listTexts), name),
  )

  test.each(Object.values(paths.easyRead))('%s is Easy Read: at most twelve words a sentence, and grade 4', (path) => {
    const sentences = listPageTexts(pages.get(`${path} for a visitor`)!.html).flatMap(splitSentences)
    expect(sentences.length).toBeGreaterThan(7)
    expect(sentences.filter((sentence) => splitWords(sentence).length > 12)).toEqual([])
    expect(getReadingGrade(sentences)).toBeLessThanOrEqual(4)
  })

  const studentScreens = screens.filter(({ as, path }) => as === 'daniel' || path === '/card')
  test.each(studentScreens.map(getName))('%s is at most grade 4', (name) => {
    // Without descriptions of pictures, which only some people hear, and without dates and labels, which are not sentences.
    const texts = listPageTexts(pages.get(name)!.html.replace(/ alt="[^"]*"|<figcaption.*?<\/figcaption>/gs, ''))
    const sentences = [...new Set(texts.map(getOwnText).flatMap(splitSentences))].filter((sentence) =>
      /[.!?]$/.test(sentence),
    )
    if (sentences.length === 0) return
    const grade = getReadingGrade(sentences)
    expect(grade, grade > HIGHEST_STUDENT_GRADE ? describeHardest(sentences, name) : '').toBeLessThanOrEqual(
      HIGHEST_STUDENT_GRADE,
    )
  })

  test('the consent sheet and tasks for testing the portal are Easy Read', () => {
    const sentences = [...testConsent.map(({ text }) => text), ...testTasks.map(({ say }) => say)].flatMap(
      splitSentences,
    )
    expect(sentences.filter((sentence) => splitWords(sentence).length > 12)).toEqual([])
    expect(getReadingGrade(sentences)).toBeLessThanOrEqual(HIGHEST_STUDENT_GRADE)
  })

  test('in emails', () => {
    const site = { origin: 'http://riverbank.test', centre: readSettings({}).centre }
    const urls = { unsubscribeUrl: 'http://riverbank.test/x', confirmUrl: 'http://riverbank.test/x' }
    const enquiry = { name: 'Maura', email: 'maura@x.example', phone: null, message: '.', suspected: 1 } as const
    const mails = {
      welcome: writeWelcomeMail({ name: null, site, ...urls }),
      confirm: writeConfirmationMail({ name: null, site, ...urls }),
      link: writeUnsubscribeLinkMail({ name: null, site, ...urls }),
      enquiry: writeEnquiryMail({ enquiry: { ...enquiry, subject: 'visit' }, site }),
      newsletter: writeNewsletterMail({
        newsletter: { title: 'June', content: '.', format: 'markdown' },
        attachments: [],
        site,
        ...urls,
      }),
    }
    for (const [name, { html }] of Object.entries(mails)) expectPlain(listTexts(html), name)
  })

  test('in forms that are refused', () => {
    expect(refused.length).toBeGreaterThan(20)
    for (const { name, html } of refused) expectPlain(listPageTexts(html), name)
  })

  test('in forms with an edit conflict', async () => {
    const pagesWithVersion = [...pages.values()].filter(({ html }) => html.includes('name="version"'))
    expect(pagesWithVersion.length).toBeGreaterThan(10)
    for (const { name, path, screen, html } of pagesWithVersion) {
      const { form, action } = findForm(html, 'version', path)
      // A page of the website that was never saved has version 0.
      form.set('version', form.get('version') === '0' ? '7' : '0')
      const answer = await send(action, screen.as, form)
      if (answer.status >= 400) expectPlain(listPageTexts(await answer.text()), name)
    }
  }, 120_000)

  test('after a sign-up', async () => {
    const fields = { intent: 'subscribe', email: 'new.reader@example.ie' }
    const answer = await send('/contact', undefined, new URLSearchParams(fields))
    const Cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const thankYouPage = await fetch(new URL(answer.headers.get('Location') ?? '', riverbank.url), {
      headers: { Cookie },
    })
    expectPlain(listPageTexts(await thankYouPage.text()))
  })

  test('in empty lists', async () => {
    for (const table of records) riverbank.change(`delete from ${table}`)
    await expectAllPlain()
  }, 120_000)

  test('when the database fails', async () => {
    for (const table of records) riverbank.change(`drop table if exists ${table}`)
    expect(await expectAllPlain()).toContain(500)
  }, 120_000)
})

/** Tables whose records screens show, in an order that respects foreign keys. */
const records = [
  'peopleInPictures',
  'newsletterAttachments',
  'deliveries',
  'newsletters',
  'subscribers',
  'enquiries',
  'timetables',
  'events',
].concat(['boardPhotos', 'boardMembers', 'strategicPlans', 'resources', 'files'])

/** Opens the pages that need no record again, and returns the statuses. */
async function expectAllPlain(): Promise<number[]> {
  const statuses: number[] = []
  for (const [name, { screen, path }] of pages) {
    // A missing record has one page for all; the editor's forms show no records.
    if (/:|\/\d/.test(screen.path) || screen.path.startsWith('/dashboard/profile/website')) continue
    const answer = await open(path, screen.as)
    statuses.push(answer.status)
    expectPlain(listPageTexts(await answer.text()), name)
  }
  return statuses
}

test('every text that the check leaves out is on some page', () => {
  const allTexts = [...checkedTexts].join('\n')
  expect([...fixedTexts, ...properNames].filter((words) => !allTexts.includes(words))).toEqual([])
})
