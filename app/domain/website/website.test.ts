import { expect, test } from 'vitest'
import { defaultRetentionMonths } from '~/content/retention-terms'
import { Conflict } from '~/domain/change.server'
import { renderMarkdown } from '~/domain/rich-text.server'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { applyDrafts, listDrafts, saveSectionDraft } from './drafts.server'
import { defineSection, lineField, listField, proseField, textField } from './fields.server'
import { definePage, readStoredText, type WebsitePage } from './page.server'
import { countWebsiteToDo, findWebsitePage, pageNames, websitePages } from './pages.server'
import { getPrivacyParts } from './policies.server'
import {
  findPage,
  findPageVersion,
  listExampleSections,
  listVersions,
  publishDrafts,
  publishSection,
  restorePageVersion,
} from './website.server'
import { fillPlaceholders, getEditableSection, toStoredSection } from './words.server'

const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people

/** A page for these tests, in its current shape. */
const today = definePage({
  id: 99,
  title: 'Today',
  to: '/today',
  sections: {
    top: defineSection('The top', {
      heading: lineField('Heading', { max: 20 }),
      text: textField('Text', { max: 100 }),
    }),
    people: defineSection('People', { items: listField('People', 'person', { name: lineField('Name') }, { max: 3 }) }),
    story: defineSection('Story', { text: proseField('Text') }),
  },
  first: {
    top: { heading: 'First heading', text: 'First text' },
    people: { items: [{ name: 'Maura' }] },
    story: { text: 'Ring {shortName} at {phone}.' },
  },
  // Shape 1 had only the heading, called title; shape 2 had people in one line.
  upgrades: [
    ({ top, ...others }) => ({ ...others, top: { heading: top?.title, text: 'Came with shape 2' } }),
    ({ people, ...others }) => ({
      ...others,
      people: {
        items: String(people?.names ?? '')
          .split(', ')
          .map((name) => ({ name })),
      },
    }),
  ],
}) as unknown as WebsitePage

/** Another tutor. */
const niamh = () => ({ ...riverbank.people.niamh, role: 'tutor' as const })
const publishTexts = (section: string, version: number, words: Record<string, unknown>, by = aoife) =>
  publishSection(riverbank.db, by, today, section, { version, words })
const publish = (heading: string, version: number, by = aoife) =>
  publishTexts('top', version, { heading, text: 'Text' }, by)
const publishStory = (text: string, version: number, by = aoife) =>
  publishTexts('story', version, { text: `<p>${text}</p>` }, by)

/** Stores a row as an earlier release wrote it. */
function store(shape: number, words: object, page = today, own = ['top']) {
  const saved = { savedAt: '2026-01-01T10:00:00.000Z', savedBy: 'Aoife Nolan', deed: 'Changed' }
  const row = { page: page.to, version: 1, shape, words: JSON.stringify(words), own: JSON.stringify(own), ...saved }
  return riverbank.db.insertInto('websiteVersions').values(row).execute()
}

test('a row of an older shape is migrated, shown and edited', async () => {
  await store(1, { top: { title: 'An old heading' }, people: { names: 'Ciara, Tom' }, story: { text: '<p>Ours</p>' } })
  const found = await findPage(riverbank.db, today)
  expect(found.words).toEqual({
    top: { heading: 'An old heading', text: 'Came with shape 2' },
    people: { items: [{ name: 'Ciara' }, { name: 'Tom' }] },
    story: { text: '<p>Ours</p>' },
  })
  const published = await publish('A new heading', 1)
  expect(published.words).toMatchObject({
    top: { heading: 'A new heading' },
    people: { items: [{ name: 'Ciara' }, {}] },
  })
  expect(await findPageVersion(riverbank.db, aoife, today, 1)).toMatchObject({
    words: { top: { heading: 'An old heading' } },
  })
})

test('a row of an older shape with a missing section and a field too long gets the first text there, and loses nothing', async () => {
  await store(3, { top: { heading: 'x'.repeat(500), text: 'Still ours' }, people: { items: 'broken' } })
  const { words } = await findPage(riverbank.db, today)
  expect(words.top).toEqual({ heading: 'First heading', text: 'Still ours' })
  expect(words.people).toEqual({ items: [{ name: 'Maura' }] })
  expect(words.story?.text).toContain('{shortName}')
  const row = await riverbank.db.selectFrom('websiteVersions').select('words').executeTakeFirstOrThrow()
  expect(row.words).toContain('x'.repeat(500))
})

test('a row of an older shape with a section called as a built-in property is read as if it had none', () => {
  for (const name of ['__proto__', 'constructor', 'toString']) {
    const words = `{${JSON.stringify(name)}:{"heading":"x"}}`
    expect(readStoredText(today, { shape: 3, words }).top).toEqual({ heading: 'First heading', text: 'First text' })
  }
})

test('an older version of the same section is a conflict, of another section it is not', async () => {
  await publish('One', 0)
  await expect(publish('Two', 0)).rejects.toThrow(Conflict)
  const published = await publishStory('Ours', 0)
  expect(published.words).toMatchObject({ top: { heading: 'One' }, story: { text: '<p>Ours</p>' } })
  expect(listExampleSections(today, published)).toEqual(['people'])
})

const conflictOf = (section: 'top' | 'story', version: number) =>
  (section === 'top' ? publish('Mine', version) : publishStory('Mine', version)).then(
    () => null,
    ({ by, at }: Conflict) => ({ by, at }),
  )

test('a conflict names the person who changed this section, not the last one of the page', async ({ db, people }) => {
  const name = `${people.niamh.firstName} ${people.niamh.lastName}`
  await publish('Theirs', 0, niamh())
  const [changed] = await listVersions(db, aoife, today)
  await publishStory('Ours', 0)
  await publishTexts('people', 2, { items: [{ name: 'Nora' }] })
  expect(await conflictOf('top', 0)).toEqual({ by: name, at: changed?.savedAt })
  // Restoring the older text is the last change of the section.
  await restorePageVersion(db, niamh(), today, 1, 3)
  expect(await conflictOf('story', 2)).toMatchObject({ by: name })
})

test('a conflict names no one if the section changed before all stored versions', async ({ db, people }) => {
  await publish('Changed long ago', 0)
  for (let version = 1; version <= 21; version++) await publishStory(`${version}`, version, niamh())
  const oldest = (await listVersions(db, aoife, today)).at(-1)
  expect(await conflictOf('top', 0)).toEqual({ by: 'Someone', at: oldest?.savedAt })
  expect(await conflictOf('story', 21)).toMatchObject({ by: `${people.niamh.firstName} ${people.niamh.lastName}` })
})

test('the 21st version removes the first', async () => {
  for (let version = 0; version <= 20; version++) await publish(`Heading ${version}`, version)
  const versions = await listVersions(riverbank.db, aoife, today)
  expect(versions.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, index) => 21 - index))
  expect(versions[0]).toMatchObject({ deed: 'Changed ‘The top’', savedBy: expect.stringContaining('Aoife') })
  expect(await findPageVersion(riverbank.db, aoife, today, 1)).toBeNull()
})

test('an older version is restored as a new one; a removed or outdated one is refused', async ({ db, people }) => {
  await publish('One', 0)
  await publish('Two', 1)
  await expect(restorePageVersion(db, people.aoife, today, 1, 1)).rejects.toThrow(Conflict)
  await expect(restorePageVersion(db, people.aoife, today, 7, 2)).rejects.toMatchObject({ kind: 'notFound' })
  const put = await restorePageVersion(db, people.aoife, today, 1, 2)
  expect(put).toMatchObject({ version: 3, words: { top: { heading: 'One' } } })
  expect((await listVersions(db, aoife, today))[0]?.deed).toBe('Restored version 1')
})

test('the checklist leads to the next page, and ends with the last', async ({ db }) => {
  expect(await countWebsiteToDo(db, aoife)).toMatchObject({ own: 0, of: pageNames.length, next: { name: 'home' } })
  const storeWhole = (page: WebsitePage) =>
    store(
      1,
      {},
      page,
      page.views.map(({ name }) => name),
    )
  for (const name of pageNames.filter((one) => one !== 'home')) await storeWhole(findWebsitePage(name) as WebsitePage)
  expect(await countWebsiteToDo(db, aoife)).toMatchObject({ own: pageNames.length - 1, next: { name: 'home' } })
  await storeWhole(findWebsitePage('home') as WebsitePage)
  expect(await countWebsiteToDo(db, aoife)).toBeNull()
})

const draft = (heading: string) => ({ version: 0, words: { heading, text: 'Text' } })

test('drafts are private to their tutor, replaced by newer ones, and all published, or none', async () => {
  const { db, people } = riverbank
  const aoife = people.aoife
  await saveSectionDraft(db, aoife, today, 'top', draft('Replaced'))
  await saveSectionDraft(db, aoife, today, 'top', draft('Drafted'))
  const [stored, ...more] = await listDrafts(db, aoife, today)
  expect(more).toEqual([])
  expect(await listDrafts(db, { ...people.niamh, role: 'tutor' }, today)).toEqual([])
  expect(applyDrafts(await findPage(db, today), [stored!]).words.top).toMatchObject({ heading: 'Drafted' })
  await saveSectionDraft(db, aoife, today, 'story', { version: 0, words: { text: '<p>Drafted</p>' } })
  await publishStory('Theirs', 0, niamh())
  await expect(publishDrafts(db, aoife, today)).rejects.toThrow(Conflict)
  expect((await findPage(db, today)).words).toMatchObject({ top: { heading: 'First heading' } })
  await saveSectionDraft(db, aoife, today, 'story', { version: 1, words: { text: '<p>Drafted</p>' } })
  expect(await publishDrafts(db, aoife, today)).toBe(2)
  expect((await findPage(db, today)).words).toMatchObject({
    top: { heading: 'Drafted' },
    story: { text: '<p>Drafted</p>' },
  })
  expect(await listDrafts(db, aoife, today)).toEqual([])
})

test('names with HTML characters are unchanged in lines, and escaped in formatted text', async () => {
  const { words } = await findPage(riverbank.db, today)
  const site = {
    ...riverbank.context.settings.centre,
    shortName: 'Tom & <b>Jerry</b>',
    phone: '01 234 5678 "2"',
    email: 'a@b.example',
  }
  const shown = fillPlaceholders(today, { ...words, top: { heading: '{shortName}', text: '{email}' } }, site)
  expect(shown.top).toEqual({ heading: 'Tom & <b>Jerry</b>', text: 'a@b.example' })
  expect(shown.story?.text).toContain(
    'Ring Tom &amp; &lt;b&gt;Jerry&lt;/b&gt; at <a href="tel:012345678">01 234 5678 "2"</a>.',
  )
  const unclear = { ...site, phone: '910 "0100"' }
  expect(fillPlaceholders(today, words, unclear).story?.text).toContain('at 910 "0100".')
})

const hazelwood = {
  name: 'Hazelwood Day Service',
  shortName: 'Hazelwood',
  phone: '091 555 010',
  email: 'office@hazelwood.example',
  address: 'Hazel Road, Galway',
}
const fields = [
  { kind: 'line', name: 'title', label: 'Title', isRequired: true, max: 40 },
  { kind: 'prose', name: 'text', label: 'Text', isRequired: true, max: 600 },
  { kind: 'picture', name: 'picture', label: 'Picture', width: 4, height: 3 },
  { kind: 'list', name: 'items', label: 'Items', one: 'item', min: 0, max: 3, fields: [] },
] as const
const stored = {
  title: '{shortName} sings',
  text: 'Ring **{name}** at {phone}.\n\n{email} or [write](mailto:{email})',
  picture: { drawing: 'garden', alt: 'The door of {shortName}.' },
  items: [],
}

test('a form shows the centre’s names without placeholders, and saved texts follow a new name', () => {
  const { words, previews } = getEditableSection({ fields }, stored, hazelwood)
  const typed =
    'Ring **Hazelwood Day Service** at 091 555 010.\n\noffice@hazelwood.example or [write](mailto:office@hazelwood.example)'
  expect(words).toEqual({
    ...stored,
    title: 'Hazelwood sings',
    text: typed,
    picture: { drawing: 'garden', alt: 'The door of Hazelwood.' },
  })
  expect(previews[0]?.[1]).toContain('<strong>Hazelwood Day Service</strong>')
  const sent = { ...words, text: proseField('Text').parse(typed) }
  expect(toStoredSection({ fields }, sent, hazelwood)).toEqual(stored)
})

test.each([
  ['Hazelwood', '{shortName}'],
  ['Hazelwood’s choir (Hazelwood)', '{shortName}’s choir ({shortName})'],
  ['Hazelwoods and hazelwood', 'Hazelwoods and hazelwood'],
  ['a@Hazelwood.ie, Hazelwood.ie', 'a@Hazelwood.ie, Hazelwood.ie'],
  ['{Hazelwood} $& {constructor}', '{Hazelwood} $& {constructor}'],
])('the text %j is stored as %j', (title, wanted) => {
  expect(toStoredSection({ fields }, { ...stored, title }, hazelwood).title).toBe(wanted)
})

test('text that a placeholder makes too long stays as typed, and links keep their addresses', () => {
  const oak = { ...hazelwood, shortName: 'Oak', name: '(.*)+[' }
  const words = {
    ...stored,
    title: 'Oak and Oak and Oak and Oak and Oak',
    text: '[(.\\*)+\\[ a](https://a.ie/Oak) <a href="https://a.ie/Oak">Oak</a>',
  }
  expect(toStoredSection({ fields }, words, oak)).toMatchObject({
    title: words.title,
    text: '[{name} a](https://a.ie/Oak) <a href="https://a.ie/Oak">{shortName}</a>',
  })
})

test('the length of formatted text is that of its visible characters', () => {
  const rule = proseField('Text', { max: 100 })
  const list = '- **a**\n'.repeat(40)
  expect(rule.parse(rule.parse(list))).toBe(rule.parse(list))
  expect(() => rule.parse('x'.repeat(101))).toThrow('at most 100')
})

test('a privacy page of shape 1 loses its periods, and keeps the centre’s own additions', () => {
  const { privacy } = websitePages
  const ours =
    '<p>We keep information for as long as there is a good reason, and then we remove it. You can ask us at any time.</p>' +
    '<ul><li>Messages: until we have answered you.</li><li>Logins: until you log out.</li>'
  const [periods, law] = ['How long we keep things', 'Why the law lets us keep it']
  const lawPart = { heading: law, text: renderMarkdown('So.') }
  const written = (text: string) => {
    const words = JSON.stringify({ parts: { items: [{ heading: periods, text }, lawPart] } })
    return readStoredText(privacy, { shape: 1, words }).parts.items
  }
  expect(written(`${ours}</ul>`).map(({ heading }) => heading)).toEqual([law])
  const camera = 'Pictures of the door camera: a month.'
  expect(written(`${ours}<li>${camera}</li></ul>`)[0]).toMatchObject({ heading: periods, text: `- ${camera}` })
  const shown = getPrivacyParts([lawPart], { ...defaultRetentionMonths, enquiries: 5 })
  expect(shown.map(({ heading }) => heading)).toEqual([periods, law])
  expect(shown[0]?.text).toContain('Messages: 5 months after we answered you.')
})
