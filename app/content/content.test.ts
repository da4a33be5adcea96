import { describe, expect, it } from 'vitest'
import { about } from './about'
import { accessibilityStatement } from './accessibility-statement'
import { achievements as achievementWords } from './achievements'
import { activities as activityWords } from './activities'
import { directors } from './board'
import * as contact from './contact'
import { familyResources as familyResourceWords } from './family-resources'
import { fill } from './fill'
import * as help from './help'
import { home } from './home'
import { privacyPolicy } from './privacy-policy'
import { termsOfService } from './terms-of-service'

const activities = activityWords.grid.items
const achievements = achievementWords.cards.items
const familyResources = familyResourceWords.cards.items

const site = {
  name: 'Riverbank Day Service',
  shortName: 'Riverbank',
  phone: '020 910 0100',
  email: 'office@riverbank.example',
  address: 'Quay Lane, Dublin 7',
}

const everything = {
  about,
  achievementWords,
  activityWords,
  directors,
  contact,
  familyResourceWords,
  help,
  home,
  privacyPolicy,
  termsOfService,
  accessibilityStatement,
}

function textsIn(value: unknown, path = ''): { path: string; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, `${path}/${key}`))
}

/** What may be left empty: a decoration says nothing, and not every service has a number. */
const mayBeEmpty = /\/(alt|contact)$/
const allTexts = textsIn(everything).filter(({ path, text }) => text !== '' || !mayBeEmpty.test(path))

const sentencesIn = (text: string) => text.split(/(?<=[.?!:])\s+/).filter(Boolean)

const wordsIn = (sentence: string) => sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length

describe('the activities', () => {
  it('are the sixteen of the specification, in its order', () => {
    expect(activities.map((activity) => activity.name)).toEqual([
      'Active Healthy Me',
      'Online Safety',
      'Music & Choir',
      'Digital Photography',
      'Drama',
      'Literacy & Numeracy',
      'Computer Skills',
      'Self Advocacy',
      'Thinking Skills',
      'Social Club',
      'Book Club',
      'Art',
      'Life Skills',
      'Money Management',
      'QQI Classes',
      'Work Experience',
    ])
  })

  it('have symbols of their names', () => {
    const names = activities.map((activity) => activity.name.toLowerCase().replace(/[^a-z]+/g, '-'))
    expect(activities.map(({ symbol }) => symbol)).toEqual(names)
  })

  it('use each of eight tints twice', () => {
    const times: Record<string, number> = {}
    for (const { tint } of activities) times[tint] = (times[tint] ?? 0) + 1
    expect(times).toEqual({ river: 2, moss: 2, sun: 2, brick: 2, plum: 2, sky: 2, clay: 2, slate: 2 })
  })

  it.each([1, 2, 3, 4])('never touch the same tint in a grid of %i columns', (columns) => {
    const places = activities.map(({ tint }, i) => ({ tint, row: Math.floor(i / columns), column: i % columns }))
    for (const a of places) {
      for (const b of places) {
        const touching = Math.abs(a.row - b.row) <= 1 && Math.abs(a.column - b.column) <= 1
        if (a !== b && touching) expect(a.tint).not.toBe(b.tint)
      }
    }
  })

  it('last 12 or 16 weeks, or run all year', () => {
    for (const { weeks } of activities) expect([null, 12, 16]).toContain(weeks)
  })

  it.each(activities.map(({ name, description }) => ({ name, description })))(
    '$name is described in two short sentences',
    ({ description }) => {
      const sentences = sentencesIn(description)
      expect(sentences).toHaveLength(2)
      expect(wordsIn(description) / sentences.length).toBeLessThanOrEqual(16)
    },
  )
})

describe('the achievements', () => {
  it('are eight, with known icons and categories and a year from 2015 to 2025', () => {
    expect(achievements).toHaveLength(8)
    expect(new Set(achievements.map(({ title }) => title)).size).toBe(8)
    for (const { icon, category, date } of achievements) {
      expect(['award', 'trophy', 'star', 'heart-handshake', 'graduation-cap', 'utensils']).toContain(icon)
      expect(['academic', 'creative', 'community', 'practical']).toContain(category)
      expect(date).toMatch(/^20(1[5-9]|2[0-5])$/)
    }
  })

  it('come with the Event Highlights', () => {
    expect(achievementWords.highlights.heading).toBe('Event Highlights')
    expect(achievementWords.highlights.text).not.toBe('')
  })
})

describe('the family resources', () => {
  it('are six cards that link to secure addresses elsewhere', () => {
    expect(familyResources).toHaveLength(6)
    for (const { address, link } of familyResources) {
      expect(new URL(address).protocol).toBe('https:')
      expect(link).not.toBe('')
    }
  })

  it('use all four categories of the specification and no other', () => {
    const categories = new Set<string>(familyResources.map((resource) => resource.category))
    expect([...categories].sort()).toEqual(['Advocacy', 'HSE Services', 'Planning & Support', 'Rights & Legal'])
  })

  it('have one contact card for family support, with our phone number', () => {
    const contacts = familyResources.flatMap(({ contact }) => contact || [])
    expect(contacts).toHaveLength(1)
    expect(contacts[0]).toContain('{phone}')
  })
})

describe('the home page', () => {
  it('offers three things', () => {
    expect(home.offers.heading).toBe('What We Offer')
    expect(home.offers.items.map((item) => item.title)).toEqual(['Care & Development', 'Community', 'Support'])
  })

  it('names five values, each with a symbol of its name', () => {
    const titles = ['Respect', 'Inclusion', 'Empowerment', 'Collaboration', 'Growth']
    expect(home.values.items.map((value) => value.title)).toEqual(titles)
    expect(home.values.items.map((value) => value.symbol)).toEqual(titles.map((title) => title.toLowerCase()))
  })

  it('has three testimonials of parents or guardians', () => {
    const { items } = home.testimonials
    expect(items).toHaveLength(3)
    for (const { role, author, createdAt } of items) {
      expect(['Parent', 'Guardian']).toContain(role)
      expect(author).toMatch(/^\p{Lu}\p{L}+ \p{Lu}\.$/u)
      expect(createdAt).toMatch(/^\d{4}-\d{2}-\d{2}$/)
      expect(new Date(createdAt).toISOString()).toBe(`${createdAt}T00:00:00.000Z`)
    }
  })

  it('has the two events of the specification', () => {
    const { items } = home.events
    expect(items.map(({ date, time }) => `${date} ${time}`)).toEqual([
      '2025-07-25 14:00-16:00',
      '2025-12-12 14:00-17:00',
    ])
    expect(items[0]?.location).toContain('Theatre')
    expect(items[1]?.location).toContain('{shortName}')
  })
})

describe('the about page', () => {
  it('tells the story of 1998, 1999, 2020 and 2021', () => {
    expect(about.story.timeline.map((entry) => entry.year)).toEqual([1998, 1999, 2020, 2021])
  })

  it('plans with the person in four steps', () => {
    expect(about.planning.heading).toBe('Person Centred Planning')
    expect(about.planning.steps).toHaveLength(4)
  })

  it('has two funding partners and the two stats', () => {
    expect(about.funding.partners).toHaveLength(2)
    expect(about.today.stats.map((stat) => stat.value)).toEqual(['25+ years', '100%'])
    expect(about.today.stats[1]?.label).toBe('person-centred')
  })
})

describe('the contact page', () => {
  it('gives the opening hours to the letter', () => {
    expect(contact.contactPage.banner.heading).toBe('Contact Us')
    expect(contact.openingHours).toEqual(['Monday to Friday 9:30 - 16:30', 'Closed weekends and public holidays'])
  })

  it('says what happens next in three steps', () => {
    expect(contact.contactPage.afterYouWrite.steps).toHaveLength(3)
  })
})

describe('the portal help', () => {
  it('keeps the words of the specification', () => {
    expect(help.portalHelpText).toBe(
      'For help with accessing the student portal, please contact your tutor or the office at {phone}.',
    )
    expect(help.loginTips.tips).toHaveLength(3)
  })
})

describe('the policies', () => {
  const pages = [privacyPolicy, termsOfService, accessibilityStatement]

  it("are titled like the footer's labels", () => {
    expect(pages.map((page) => page.title)).toEqual(['Privacy Policy', 'Terms of Service', 'Accessibility'])
  })

  it.each(pages.map(({ title, sections }) => ({ title, sections })))('$title never says a heading twice', (page) => {
    const headings = page.sections.map((section) => section.heading)
    expect(new Set(headings).size).toBe(headings.length)
  })

  it('name the Data Protection Commission', () => {
    const links = privacyPolicy.sections.flatMap(({ links = [] }) => links.map(({ url }) => url))
    expect(links).toEqual(['/unsubscribe', 'https://www.dataprotection.ie/'])
  })
})

describe('every text', () => {
  it('fills in names, phone number and addresses, more than once', () => {
    const text = '{shortName}: ring {phone}, write to {email} or come to {name}, {address}. {shortName} answers.'
    expect(fill(text, site)).toBe(
      'Riverbank: ring 020 910 0100, write to office@riverbank.example or come to Riverbank Day Service, Quay Lane, Dublin 7. Riverbank answers.',
    )
  })

  it('takes a setting as it is, with signs that mean something to a replacement', () => {
    expect(fill('{shortName}', { ...site, shortName: "$& $' {phone}" })).toBe("$& $' {phone}")
  })

  it('has no placeholder that is left over', () => {
    for (const { path, text } of allTexts) expect(fill(text, site), path).not.toMatch(/[{}]/)
  })

  it('is trimmed, not empty, and free of exclamation marks', () => {
    for (const { path, text } of allTexts) {
      expect(text, path).not.toBe('')
      expect(text, path).toBe(text.trim())
      expect(text, path).not.toMatch(/!| {2}/)
    }
  })

  it('has no sentence of more than 25 words', () => {
    for (const { path, text } of allTexts) {
      for (const sentence of sentencesIn(text)) {
        expect(wordsIn(sentence), `${path}: ${sentence}`).toBeLessThanOrEqual(25)
      }
    }
  })
})
