import { describe, expect, test } from 'vitest'
import { listDrafts } from '~/domain/website/drafts.server'
import type { WebsitePage } from '~/domain/website/page.server'
import { findWebsitePage, type PageName, pageNames } from '~/domain/website/pages.server'
import { createPictureName } from '~/domain/website/picture'
import { findPage, listExampleSections } from '~/domain/website/website.server'
import { withFormRecovery } from '~/http/remix/protect-routes.server'
import { callRoute, type Person, setUpFreshRiverbank } from '~/test/riverbank'
import { toFormFields } from '~/test/website'
import { action, loader } from './route'

const riverbank = setUpFreshRiverbank()

type Fields = Record<string, string>
const getPage = (name: PageName) => findWebsitePage(name) as WebsitePage

function send(name: PageName, section: string, fields: Fields | [string, string][], as: Person = 'aoife') {
  const sent = { as, method: 'POST', body: new URLSearchParams(fields), params: { page: name, section } }
  return callRoute(riverbank, withFormRecovery(action), `/dashboard/profile/website/${name}/${section}`, sent)
}

async function loadForm(name: PageName, section: string): Promise<Fields> {
  const { words, version } = await findPage(riverbank.db, getPage(name))
  return { intent: 'section', version: String(version), ...toFormFields(words[section]) }
}

const allSections = pageNames.flatMap((name) => getPage(name).views.map((view) => [name, view.name] as const))

async function loadFormWithTicks(name: PageName, section: string): Promise<Fields> {
  const form = await loadForm(name, section)
  const view = getPage(name).views.find((one) => one.name === section)
  if (!JSON.stringify(view).includes('"must"')) return form
  const places = new Set(Object.keys(form).map((field) => /^items\[\d+\]\./.exec(field)?.[0] ?? ''))
  places.delete(places.size > 1 ? '' : 'none')
  for (const place of places) form[`${place}agreed`] = 'on'
  return form
}

test.each(allSections)('%s: the form of %s saves its own values unchanged', async (name, section) => {
  const before = (await findPage(riverbank.db, getPage(name))).words[section]
  const answer = await send(name, section, await loadFormWithTicks(name, section))
  expect(await answer.text()).toBe('')
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, `/dashboard/profile/website/${name}`])
  const after = await findPage(riverbank.db, getPage(name))
  expect(after.version).toBe(1)
  const agreed = JSON.stringify(before).replaceAll('"agreed":false', '"agreed":true')
  expect(after.words[section]).toEqual(JSON.parse(agreed))
  expect(listExampleSections(getPage(name), after)).not.toContain(section)
})

test('Easy Read words are shown as tested only with a tick, which needs a date', async () => {
  const form = await loadForm('about', 'easyRead')
  const refused = await send('about', 'easyRead', { ...form, isTested: 'on' })
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('Please say when they read it.')
  expect((await send('about', 'easyRead', { ...form, isTested: 'on', testedOn: '4 May 2026' })).status).toBe(303)
  const { words } = await findPage(riverbank.db, getPage('about'))
  expect(words.easyRead).toMatchObject({ isTested: true, testedOn: '2026-05-04' })
})

test('a preview of Easy Read words is the Easy Read page', async () => {
  for (const [name, at] of [
    ['home', '/easy-read'],
    ['activities', '/programmes/easy-read'],
    ['notHappy', '/not-happy'],
  ] as const) {
    const answer = await send(name, 'easyRead', { ...(await loadForm(name, 'easyRead')), see: 'yes' })
    expect(answer.headers.get('Location')).toBe(`${at}?preview`)
  }
})

test('unknown pages and sections are not found', async () => {
  for (const [name, section] of [
    ['nowhere', 'hero'],
    ['constructor', 'hero'],
    ['home', 'nowhere'],
    ['home', 'constructor'],
  ])
    expect((await send(name as PageName, String(section), {})).status).toBe(404)
  const params = { page: 'home', section: 'x' }
  expect(
    (await callRoute(riverbank, loader, '/dashboard/profile/website/home/x', { as: 'aoife', params })).status,
  ).toBe(404)
})

describe('a button of a list', () => {
  const pressListButton = async (intent: unknown, more: Fields = {}) => {
    const form = await loadForm('about', 'story')
    return send('about', 'story', { ...form, ...more, __intent__: JSON.stringify(intent) })
  }
  test('works again after Back, and never counts as saving', async () => {
    const idempotencyKey = '0d6f3c1e-3a44-4d0c-9a1b-6a1f0f6f3c1e'
    const intent = { type: 'remove', payload: { name: 'timeline', index: 0 } }
    for (const _ of [1, 2]) expect((await pressListButton(intent, { idempotencyKey })).status).toBe(200)
    expect(await riverbank.db.selectFrom('tickets').selectAll().execute()).toEqual([])
  })

  test('opens the pictures of an item, with all that was typed, and saves nothing', async () => {
    const form = { ...(await loadForm('about', 'easyRead')), 'ideas[0].text': 'Typed & kept.' }
    const intent = JSON.stringify({ type: 'reorder', payload: { name: 'ideas', from: 1, to: 1 } })
    const answer = await send('about', 'easyRead', { ...form, __intent__: intent })
    const { change, result } = await answer.json()
    expect(change).toMatchObject({ kind: 'open', list: 'ideas', place: 1 })
    expect(result.initialValue.ideas[0].text).toBe('Typed & kept.')
    expect((await findPage(riverbank.db, getPage('about'))).version).toBe(0)
  })

  const hostile: [string, unknown][] = [
    ['no JSON', undefined],
    ['a payload of null', { type: 'insert', payload: null }],
    ['an unknown type', { type: 'explode', payload: { name: 'timeline' } }],
    ['Conform’s update', { type: 'update', payload: { name: 'heading', value: 'x' } }],
    ['an item’s field', { type: 'insert', payload: { name: 'timeline[0].title' } }],
    ['__proto__', { type: 'insert', payload: { name: '__proto__' } }],
    ['a name that is a list', { type: 'insert', payload: { name: ['timeline'] } }],
    ['a deep name', { type: 'insert', payload: { name: 'a'.repeat(900) } }],
    ['a place far away', { type: 'insert', payload: { name: 'timeline', index: 999_999_999 } }],
    ['a move far away', { type: 'reorder', payload: { name: 'timeline', from: 0, to: 1e15 } }],
    ['a move of a text', { type: 'reorder', payload: { name: 'timeline', from: '0', to: '1' } }],
    ['too long', { type: 'insert', payload: { name: 'timeline', defaultValue: 'x'.repeat(5000) } }],
  ]

  test.each(hostile)('with an unknown intent, %s, changes nothing', async (_, intent) => {
    const answer = await pressListButton(intent)
    expect(answer.status).toBe(400)
    expect((await findPage(riverbank.db, getPage('about'))).version).toBe(0)
  })

  test('does not take values for a new item from the request', async () => {
    const defaultValue = { title: 'smuggled', picture: { drawing: '../../secret' }, extra: { deep: 'x' } }
    const answer = await (await pressListButton({ type: 'insert', payload: { name: 'timeline', defaultValue } })).text()
    expect(answer).not.toMatch(/smuggled|secret|deep/)
  })

  test('has no effect in a form without lists', async () => {
    const intent = JSON.stringify({ type: 'insert', payload: { name: 'heading' } })
    const answer = await send('directors', 'intro', { ...(await loadForm('directors', 'intro')), __intent__: intent })
    expect(answer.status).toBe(303)
  })
})

describe('hostile names', () => {
  const names = [
    'timeline[99].title',
    'timeline[0].__proto__',
    'timeline[0][0][0].title',
    'timeline[-1].title',
    '__proto__[0].x',
    'a.b.c.d.e.f.g.h',
    '__state__',
  ]
  test.each(names)('%s does nothing', async (name) => {
    const answer = await send('about', 'story', { ...(await loadForm('about', 'story')), [name]: 'smuggled' })
    expect(answer.status).toBe(303)
    const { words } = await findPage(riverbank.db, getPage('about'))
    expect(JSON.stringify(words)).not.toContain('smuggled')
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  test.each(['timeline[999999].title', 'timeline[101].title', `timeline[0].${'x'.repeat(100)}`])(
    '%s is no form of ours',
    async (name) => {
      const answer = await send('about', 'story', { ...(await loadForm('about', 'story')), [name]: 'x' })
      expect(answer.status).toBe(400)
    },
  )

  test('too many items are refused with a message', async () => {
    const form = await loadForm('about', 'story')
    for (let index = 0; index <= 12; index++)
      Object.assign(form, {
        [`timeline[${index}].year`]: '2001',
        [`timeline[${index}].title`]: 'A year',
        [`timeline[${index}].text`]: 'It happened.',
      })
    const answer = await send('about', 'story', form)
    expect(answer.status).toBe(400)
    expect((await answer.json()).result.error.timeline).toEqual(['You can have at most 12 here. Please remove some.'])
  })
})

test('words of a person need their tick', async () => {
  const student = await send('home', 'student', await loadForm('home', 'student'))
  expect((await student.json()).result.error).toEqual({
    agreed: ['Please ask the person first. Tick this once they have agreed.'],
  })
  const families = await (await send('home', 'testimonials', await loadForm('home', 'testimonials'))).json()
  expect(Object.keys(families.result.error)).toContain('items[0].agreed')
})

test('two tutors edit one section: the second sees both texts and can save theirs', async () => {
  await riverbank.db.updateTable('users').set({ role: 'tutor' }).where('username', '=', 'niamh').execute()
  const opened = await loadForm('about', 'story')
  await send('about', 'story', { ...opened, heading: 'The first story' }, 'niamh')
  const ownEdit = { ...opened, heading: 'My story', 'timeline[0].title': 'My beginning' }
  const refused = await send('about', 'story', ownEdit)
  expect(refused.status).toBe(409)
  const { conflict } = await refused.json()
  expect(conflict.differences[0]).toEqual({ label: 'Heading', now: 'The first story', typed: 'My story' })
  // A list shows only what differs.
  expect(conflict.differences.slice(1)).toEqual([
    {
      label: 'Years, number 1',
      now: expect.stringMatching(/^1998\n/),
      typed: expect.stringMatching(/^1998\nMy beginning\n/),
    },
  ])
  const savedAnyway = await send('about', 'story', { ...ownEdit, version: String(conflict.version) })
  expect(savedAnyway.status).toBe(303)
  expect((await findPage(riverbank.db, getPage('about'))).words.story).toMatchObject({ heading: 'My story' })
})

test('a preview saves a draft that only its tutor sees; the form shows it until it is discarded', async () => {
  const { db, people, context } = riverbank
  const form = { ...(await loadForm('about', 'intro')), heading: 'Not yet', see: 'yes' }
  const answer = await send('about', 'intro', form)
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/about?preview'])
  expect((await findPage(db, getPage('about'))).version).toBe(0)
  const request = await riverbank.request('/dashboard/profile/website/about/intro', { as: 'aoife' })
  const shown = await loader({ request, params: { page: 'about', section: 'intro' }, context })
  expect([shown.words.heading, shown.version, shown.draftAt !== null]).toEqual(['Not yet', 0, true])
  expect((await send('about', 'intro', { intent: 'forget' })).status).toBe(303)
  expect(await listDrafts(db, people.aoife, getPage('about'))).toEqual([])
})

test('a form reports pictures without a description, but not decorative ones', async () => {
  const loadPictureAdvice = async (name: PageName, section: string) => {
    const params = { page: name, section }
    const request = await riverbank.request(`/dashboard/profile/website/${name}/${section}`, { as: 'aoife' })
    return (await loader({ request, params, context: riverbank.context })).advice
  }
  for (const [name, section] of allSections)
    expect((await loadPictureAdvice(name, section)).join()).not.toContain('no description for people')
  const form = { ...(await loadForm('about', 'intro')), 'picture.alt': '', see: 'yes' }
  await send('about', 'intro', form)
  const reported =
    'A picture here has no description for people who can’t see it. Write one, or tick ‘It is only decoration’.'
  expect(await loadPictureAdvice('about', 'intro')).toContain(reported)
  await send('about', 'intro', { ...form, 'picture.decoration': 'on' })
  expect(await loadPictureAdvice('about', 'intro')).not.toContain(reported)
})

test('the editor says why a picture is hidden from visitors', async () => {
  const { db, people } = riverbank
  const picture = { address: '6fb1d1f03b0e4c1e9b0a2f6f', width: 800, height: 600, fallback: 'jpg' } as const
  const stored = { ...picture, storageKey: 'a', size: 1, createdAt: '2026-01-01T00:00:00.000Z', addedBy: null }
  await db.insertInto('websitePictures').values(stored).execute()
  const form = await loadForm('about', 'mission')
  const own = { 'picture.picture': createPictureName(picture), 'picture.alt': 'The choir' }
  expect((await send('about', 'mission', { ...form, ...own })).status).toBe(303)
  const load = async () => {
    const params = { page: 'about', section: 'mission' }
    const answer = await callRoute(riverbank, loader, '/dashboard/profile/website/about/mission', {
      as: 'aoife',
      params,
    })
    return (await answer.json()).hiddenReasons
  }
  expect(await load()).toEqual({})
  const mark = { userId: people.niamh.id, fileId: null, attachmentId: null, websitePicture: picture.address }
  await db.insertInto('peopleInPictures').values(mark).execute()
  expect(await load()).toEqual({ [picture.address]: expect.stringContaining('Niamh') })
})
