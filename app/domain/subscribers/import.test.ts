import { Readable } from 'node:stream'
import { text as getText } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { listActivity } from '~/domain/activity/activity.server'
import { detectDelimiter, formatCsv, unescapeCell } from '~/domain/csv.server'
import type { Encoding } from '~/domain/encodings'
import { packList, unpackList } from '~/domain/uploaded-list.server'
import { setUpFreshRiverbank, shareRiverbank } from '~/test/riverbank'
import { listAllSubscribers } from '~/test/subscribers'
import { exportSubscribers } from './export.server'
import { importSubscribers, parseList, previewList } from './import.server'
import { LIST_LIMIT } from './import-limits'
import { parsePeopleLine } from './listed-people.server'
import { newSubscriber } from './schema'
import { addSubscriber, changeSubscriber, listSubscribersInBatches } from './subscribers.server'

const shared = shareRiverbank()
const preview = (list: Uint8Array, encoding?: Encoding) => previewList(shared.db, shared.people.aoife, list, encoding)
const bytes = (text: string) => new TextEncoder().encode(text)
const read = async (text: string) => {
  const { good, refused } = await parseList(bytes(text))
  return { good: good.map(({ line, subscriber }) => ({ line, ...subscriber })), refused }
}
const emails = async (text: string) => (await read(text)).good.map(({ email }) => email)

describe('a CSV file', () => {
  test('runs no formula from a cell', () => {
    for (const text of ['=1+1', '+353', '-1', '@SUM(A1)', '\tx', '\rx', '＝1+1', '＋353', '－1', '＠SUM(A1)']) {
      expect(formatCsv([[text]]).replace(/^"/, '')).toMatch(/^'/)
      expect(unescapeCell(`'${text}`)).toBe(text.trim())
    }
  })

  test('is split at the most frequent delimiter of its first line', () => {
    expect(detectDelimiter('Email;Name\na,b,c;d')).toBe(';')
    expect(detectDelimiter('"Email; or mail",Name\n')).toBe(',')
    expect(detectDelimiter('Email\tName\n')).toBe('\t')
    expect(detectDelimiter('Email\n')).toBe(',')
    // The rest of a line that is too long is not looked at.
    expect(detectDelimiter(`${';'.repeat(15_000)}${','.repeat(100_000)}`)).toBe(';')
  })
})

describe('a list is read', () => {
  test('by the names of its columns, in any order and case', async () => {
    const text = 'STUDENT NAME, Type ,e-mail,colour,Name\r\nDaniel,Guardian,maura@example.ie,x,"Dunne, Maura"\r\n'
    expect((await read(text)).good).toMatchObject([
      { line: 2, email: 'maura@example.ie', name: 'Dunne, Maura', isGuardian: true, studentName: 'Daniel' },
    ])
  })

  test.each([
    ['a mark and CR LF', '\ufeffEmail,Name\r\na@example.ie,A\r\n'],
    ['quotes around all', '"Email","Name"\n"a@example.ie","A"\n'],
    ['short and long lines', 'Email,Name\na@example.ie\n'],
    ['empty lines', '\n\nEmail,Name\n\n,\na@example.ie,A\n\n'],
    ['a quote in the middle', 'Name,Email\nA "B" C,a@example.ie\n'],
  ])('with %s', async (_, text) => {
    expect(await emails(text)).toEqual(['a@example.ie'])
  })

  test.each([
    ['a line for each address', 'a@example.ie\nb@example.ie\n', ' a@, b@'],
    ['names next to addresses', 'Anne Byrne,a@example.ie\n', 'Anne Byrne a@'],
    ['a name in quotes', '"Byrne, Anne" <a@example.ie>\n', 'Byrne, Anne a@'],
    ['a copied link', 'm@example.ie <mailto:m@example.ie>\nmailto:b@example.ie\n', 'm@, b@'],
    ['a quoted name in a column', 'Email\n"""Kelly, Mary"" <m@example.ie>"\n', 'Kelly, Mary m@'],
    [
      'all on one line',
      'Anne <a@example.ie>, "Byrne, Dan" <d@example.ie>, b@example.ie; c@example.ie\n',
      'Anne a@, Byrne, Dan d@, b@, c@',
    ],
    ['the delimiter in its first line', 'sep=;\r\nName;Email\r\nAnne;a@example.ie\r\n', 'Anne a@'],
    ['cells of several lines', 'Email,Name\na@example.ie,"Anne\nB"\nb@example.ie,B\n', 'Anne B a@, B b@'],
  ])('with %s', async (_, text, people) => {
    const found = (await read(text)).good.map(({ name, email }) => `${name ?? ''} ${email}`.trim())
    expect(found.join(', ').replaceAll('example.ie', '')).toBe(people.trim())
  })

  test('with types that mean a guardian or not', async () => {
    const types = ['Guardian', 'PARENT', 'yes', '1', 'Other', 'no', '']
    const { good } = await read(
      `Email,Type\n${types.map((type, number) => `a${number}@example.ie,${type}\n`).join('')}`,
    )
    expect(good.map((one) => one.isGuardian)).toEqual([true, true, true, true, false, false, false])
  })

  test.each([
    ['maire.o’brien@example.ie', "maire.o'brien@example.ie", 'It was maire.o’brien@example.ie'],
    ['\u200bpasted@example.ie', 'pasted@example.ie', 'It had invisible characters.'],
    ['gerd@bücher.example', 'gerd@xn--bcher-kva.example', 'It was gerd@bücher.example'],
  ])('with its addresses cleaned, and says so: %s', async (typed, email, reason) => {
    for (const text of [`Email,Name\n${typed},Name\n`, `first@example.ie\n${typed}\n`]) {
      const { found, people, cleaned } = await preview(bytes(text))
      expect(people.at(-1)).toMatchObject({ email })
      expect(cleaned).toEqual({ number: 1, lines: [{ line: 2, email, reason }] })
      expect(found).toBe(text.startsWith('Email') ? 1 : 2)
    }
  })

  // Each of these once took time quadratic in the cell's length: here minutes.
  test.each([
    ['spaces', `a${' '.repeat(200_000)}b@`],
    ['addresses that never end', `<${'a@'.repeat(100_000)}`],
  ])('of long cells of %s quickly', (_, cell) => {
    expect(parsePeopleLine([cell]).filter(({ email }) => email.length > 1000)).toEqual([])
  })

  test('and each invalid line is reported with its number and reason', async () => {
    const long = 'n'.repeat(201)
    const text = `Email,Name,Type,Status\nliam,,,active\n,Nobody,,active\n"a@example.ie","two\nlines",,subscribed\nb@example.ie,,maybe,active\nc@example.ie,,,Unsubscribed\nd@example.ie,${long},,active\ne@example.ie,,,Active\n`
    const { good, refused } = await read(text)
    expect(good.map(({ line, email }) => [line, email])).toEqual([
      [4, 'a@example.ie'],
      [9, 'e@example.ie'],
    ])
    expect(refused).toEqual([
      { line: 2, email: 'liam', reason: 'Please enter a valid email address' },
      { line: 3, email: '', reason: 'Please enter a valid email address' },
      { line: 6, email: 'b@example.ie', reason: 'For the type, please write Guardian or Other, or yes or no.' },
      {
        line: 7,
        email: 'c@example.ie',
        reason: 'The column Status says Unsubscribed: this person does not get the newsletter.',
      },
      { line: 8, email: 'd@example.ie', reason: 'Please use at most 200 characters.' },
    ])
  })

  test.each([
    ['without any address', 'Phone,Town\n01 555,Dublin\n', /no email addresses.*Email/],
    ...[
      'Name: Ann Ray\nEmail: a@example.ie\n\nName: Bea Ray\nEmail: b@example.ie\nNewsletter: no\n',
      'Ann Ray\na@example.ie\n087 123 4567\n\nBea Ray\nb@example.ie\nunsubscribed\n',
      'BEGIN:VCARD\nFN:Ann Ray\nEMAIL;TYPE=HOME:a@example.ie\nEND:VCARD\nBEGIN:VCARD\nFN:Bea\nNOTE:left\nEMAIL:b@example.ie\nEND:VCARD\n',
    ].map((text): [string, string, RegExp] => ['of several lines for each person', text, /each person on one line/]),
    ['that is a spreadsheet’s own file', 'PK\u0003\u0004\u0000\u0000', /not a CSV file/],
    ['with a quotation mark that is never closed', 'Email\n"a@example.ie\nb@example.ie\n', /quotation mark/],
    ['of too many lines', `Email\n${'a@example.ie\n'.repeat(20_001)}`, /20,000 lines/],
    // A line that says no is refused before its addresses are checked, which would take a second.
    ['of too many people in a few lines', `${'a@b.ie;'.repeat(2500)}no\n`.repeat(9), /20,000 lines or people/],
  ])('not when it is one %s', async (_, text, message) => {
    const refusal = await read(text).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ kind: 'invalid', errors: { file: [expect.any(String)] } })
    expect(String(refusal)).toMatch(message)
  })
})

const UNSUBSCRIBED = 'This email address is on the list, but unsubscribed. You can re-activate it in the list.'

describe('a list that is imported', () => {
  const riverbank = setUpFreshRiverbank()
  const { aoife } = riverbank.people
  const importFrom = (text: string) =>
    importSubscribers(riverbank.db, aoife, { file: new Blob([text]), vouchedFor: 'They signed our list.' })
  const add = (email: string, fields: object = {}) =>
    addSubscriber(riverbank.db, aoife, newSubscriber.parse({ email, ...fields }))

  test('adds valid lines, changes no existing subscriber, and sends no mail', async () => {
    const { id } = await add('gone@example.ie', { name: 'As it was' })
    await changeSubscriber(riverbank.db, aoife, id, { patch: { active: false } })
    const report = await importFrom(
      'Email,Name\nnew@example.ie,New\nGONE@example.ie,Other name\nbad,\nNEW@example.ie,Again\n',
    )
    expect(report).toEqual({
      added: 1,
      alreadyThere: [{ line: 3, email: 'GONE@example.ie', reason: UNSUBSCRIBED }],
      refused: [
        { line: 4, email: 'bad', reason: 'Please enter a valid email address' },
        { line: 5, email: 'NEW@example.ie', reason: 'This address is also on line 2.' },
      ],
    })
    expect(await listAllSubscribers(riverbank.db)).toMatchObject([
      { email: 'new@example.ie', name: 'New', active: true },
      { email: 'gone@example.ie', name: 'As it was', active: false },
    ])
    expect(await riverbank.db.selectFrom('deliveries').selectAll().execute()).toEqual([])
    const imported = { action: 'imported', noun: 'subscribers', title: 'from a list (1)' }
    expect((await listActivity(riverbank.db, aoife))[0]).toMatchObject(imported)
  })

  test('is checked against our list first: who is new, and who is there already', async () => {
    await add('mary@example.ie')
    const { id } = await add("maire.o'brien@example.ie")
    await changeSubscriber(riverbank.db, aoife, id, { patch: { active: false } })
    const list = bytes('Email\nMARY@example.ie\nnew@example.ie\nmaire.o’brien@example.ie\nother@example.ie\n')
    const { found, people, present, cleaned, refused } = await previewList(riverbank.db, aoife, list)
    expect([found, people.map(({ email }) => email)]).toEqual([2, ['new@example.ie', 'other@example.ie']])
    expect(present).toEqual({
      number: 2,
      lines: [
        { line: 2, email: 'MARY@example.ie', reason: 'This email address is already subscribed.' },
        { line: 4, email: "maire.o'brien@example.ie", reason: UNSUBSCRIBED },
      ],
    })
    expect([cleaned.number, refused.number]).toEqual([0, 0])
  })

  test('recognises an address in every spelling', async () => {
    await add('gerd@bücher.example')
    await add("maire.o'brien@example.ie")
    const report = await importFrom(
      'Email\nGERD@xn--bcher-kva.EXAMPLE\nmaire.o’brien@Example.ie\nnew@straße.example\nnew@xn--strae-oqa.example\n',
    )
    expect(report).toMatchObject({ added: 1, refused: [{ line: 5 }], alreadyThere: [{ line: 2 }, { line: 3 }] })
  })

  test('leaves out people who left under another spelling', async () => {
    const report = await importFrom(
      "Email,Status\nmaire.o'brien@example.ie,unsubscribed\nmaire.o’brien@example.ie,active\ngerd@bücher.example,active\ngerd@xn--bcher-kva.example,left\nword @example.ie,left\nword@example.ie,active\n",
    )
    expect(report).toMatchObject({ added: 0, alreadyThere: [] })
    expect(report.refused.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7])
  })

  test('of many lines lets other requests run, and is exported in parts', async () => {
    const lines = Array.from({ length: 2000 }, (_, number) => `family${number}@example.ie,Family ${number}`)
    let turns = 0
    let isOver = false
    const others = (async () => {
      for (; !isOver; turns++) await setImmediate()
    })()
    expect((await importFrom(`Email,Name\n${lines.join('\n')}\n`)).added).toBe(2000)
    isOver = true
    await others
    // Other work runs every few milliseconds while the lines are parsed, checked and written.
    expect(turns).toBeGreaterThan(3)
    const parts: number[] = []
    for await (const part of listSubscribersInBatches(riverbank.db)) parts.push(part.length)
    expect(parts).toEqual(Array(10).fill(200))
    const newest = (one: number) => `family${1999 - one}@example.ie`
    const rows = (await getText(Readable.from(await exportSubscribers(riverbank.db, aoife)))).split('\r\n').slice(1, -1)
    expect(rows.map((row) => row.split(',')[0])).toEqual(lines.map((_, index) => newest(index)))
  })

  test('and can’t be saved leaves nothing behind', async () => {
    await riverbank.db.schema.dropTable('activity').execute()
    await expect(importFrom('Email\nnew@example.ie\n')).rejects.toThrow()
    expect(await listAllSubscribers(riverbank.db)).toEqual([])
  })

  test('is exported as it was imported, without formulas', async () => {
    await add('liam@example.ie', { name: '=HYPERLINK("https://example.com","Click")' })
    await add('+maura@example.ie', { name: 'Dunne, Maura "Mo"', isGuardian: true, studentName: '-1' })
    const { id } = await add('gone@example.ie')
    await changeSubscriber(riverbank.db, aoife, id, { patch: { active: false } })
    const text = await getText(Readable.from(await exportSubscribers(riverbank.db, aoife)))
    const day = new Date().toISOString().slice(0, 10)
    const moment = /\d{4}-\d\d-\d\dT[\d:.]+Z/g
    expect(text.replace(moment, 'then').split('\r\n')).toEqual([
      '\ufeffEmail,Name,Type,Student Name,Joined,Status,Bounces,Agreed,How,Words Shown,Confirmed,How We Know,Who Says So',
      `gone@example.ie,,Other,,${day},Unsubscribed,,then,Added by a tutor with the form,,,,Aoife Brennan`,
      `'+maura@example.ie,"Dunne, Maura ""Mo""",Guardian,'-1,${day},Active,,then,Added by a tutor with the form,,,,Aoife Brennan`,
      `liam@example.ie,"'=HYPERLINK(""https://example.com"",""Click"")",Other,,${day},Active,,then,Added by a tutor with the form,,,,Aoife Brennan`,
      '',
    ])
    expect((await listActivity(riverbank.db, aoife))[0]).toMatchObject({
      action: 'exported',
      title: 'as a list (3)',
    })

    const before = (await listAllSubscribers(riverbank.db)).filter(({ active }) => active)
    await riverbank.db.deleteFrom('subscribers').execute()
    const report = await importFrom(text)
    expect(report).toMatchObject({ added: 2, refused: [{ line: 2, email: 'gone@example.ie' }] })
    const words = (list: typeof before) =>
      list.map(({ email, name, isGuardian, studentName }) => [email, name, isGuardian, studentName].join(' ')).sort()
    expect(words(await listAllSubscribers(riverbank.db))).toEqual(words(before))
  })
})

const polish = Buffer.from('Name;Email\n\xa3ukasz \xafak;l@example.ie\nAnne;a@example.ie\n', 'latin1')
const mac = Buffer.from('Email,Name\rsiobhan2@example.ie,Siobh\x87n \xee S\x8e\r', 'latin1')
const namesOf = async (list: Buffer, encoding?: Encoding) =>
  (await preview(list, encoding)).people.map(({ name }) => name)

test('a list in an older encoding is shown in the likeliest encoding, or in a chosen one', async () => {
  expect(await namesOf(polish)).toEqual(['Łukasz Żak', 'Anne'])
  expect(await namesOf(polish, 'win1252')).toEqual(['£ukasz ¯ak', 'Anne'])
  expect(await namesOf(mac)).toEqual(['Siobhán Ó Sé'])
})

test.each([
  ['a@example.ie\nb@example.ie\nunsubscribed\n', 3, 'unsubscribed'],
  ['Name,Email\nAnn,a@example.ie\nBounced:,\nFormer members,\n', 3, 'Bounced:'],
  ['Ann,a@example.ie\nDo not email:\nSubscribed:\nBea,b@example.ie\n', 2, 'Do not email:'],
])('a line about people who left, with nobody below, is named: %j', async (text, line, email) => {
  const { refused } = await preview(bytes(text))
  expect(refused.lines[0]).toEqual({ line, email, reason: expect.stringMatching(/^Nobody is below this line/) })
})

test('states of text messages are not asked about', async () => {
  const { found, doubtful } = await preview(
    bytes('Email,Email subscriber status,SMS subscriber status\na@example.ie,Subscribed,Never subscribed\n'),
  )
  expect([found, doubtful.number]).toEqual([1, 0])
})

test('how people want to hear from us is shown to check, unless it is by email', async () => {
  for (const column of ['Preferred contact', 'Newsletter by', 'Contact method', 'Prefers']) {
    const { doubtful, found } = await preview(
      bytes(
        `Email,Preferred name,${column}\na@example.ie,Ann,Email\nb@example.ie,Bea,By post\nc@example.ie,,e-mail only\n`,
      ),
    )
    expect([found, doubtful.lines.map(({ line }) => line)]).toEqual([3, [3]])
  }
})

test.each(['Email stopped', 'E-mail: no!', 'Email her son instead', 'email no longer works'])(
  'a note that only begins with email is shown to check: %s',
  async (note) => {
    const { doubtful } = await preview(bytes(`Email,Preferred contact\na@example.ie,${note}\n`))
    expect(doubtful.lines.map(({ line }) => line)).toEqual([2])
  },
)

test('a note next to the only named column is no name', async () => {
  const { people, doubtful } = await preview(bytes('Email\na@example.ie,by post please\nb@example.ie\n'))
  expect([people.map(({ name }) => name), doubtful.lines.map(({ line }) => line)]).toEqual([[null, null], [2]])
})

test('notes that are not understood are shown, with everybody who will be added', async () => {
  const notes = ['Mum of Sam', '✗', 'yes', 'no bounces', '087 555', '', 'skip']
  const lines = notes.map((note, index) => `p${index}@example.ie,${note}`)
  const { found, people, doubtful, refused } = await preview(bytes(`Email,Notes\n${lines.join('\n')}\n`))
  expect([found, people.length, refused.number]).toEqual([6, 6, 1])
  expect(doubtful).toEqual({
    number: 2,
    lines: [
      { line: 2, email: 'p0@example.ie', reason: 'The column Notes says Mum of Sam.' },
      { line: 3, email: 'p1@example.ie', reason: 'The column Notes says ✗.' },
    ],
  })
})

test('a preview has all people of a long list, but not of the longest', async () => {
  const list = Array.from({ length: 2001 }, (_, index) => `p${index}@example.ie`)
  const { found, people } = await preview(bytes(list.join('\n')))
  expect([found, people.length, people.at(-1)?.email]).toEqual([2001, 2000, 'p1999@example.ie'])
})

test('a list in an older encoding offers each different reading of its names once, likeliest first', async () => {
  const { encoding, readings } = await preview(polish)
  expect(encoding).toBe('win1250')
  expect(readings[0]).toEqual({ encoding: 'win1250', names: ['Łukasz Żak'] })
  const names = readings.map((one) => one.names.join())
  expect(names).toContain('£ukasz ¯ak')
  expect(new Set(names).size).toBe(names.length)
  const again = await preview(polish, 'win1252')
  expect([again.encoding, again.readings]).toEqual(['win1252', readings])
})

test('a list in an older encoding needs no choice if the names are the same in all, or the encoding is certain', async () => {
  const town = Buffer.from('Name;Town;Email\nAnne;D\xfan Laoghaire;a@example.ie\n', 'latin1')
  expect((await preview(town)).readings).toEqual([])
  for (const text of ['Name;Email\nŁukasz;l@example.ie\n', '\ufeffName;Email\nŁukasz;l@example.ie\n'])
    expect((await preview(bytes(text))).readings).toEqual([])
  const utf16 = iconv.encode('Name;Email\nŁukasz Żak;l@example.ie\n', 'utf-16be', { addBOM: false })
  expect(await preview(utf16)).toMatchObject({ found: 1, people: [{ name: 'Łukasz Żak' }], readings: [] })
})

test('a list in an older encoding goes to the browser and back unchanged, and nothing larger than a list comes back', async () => {
  expect(Buffer.from(await unpackList(await packList(polish), LIST_LIMIT)).equals(polish)).toBe(true)
  const bomb = await packList(new Uint8Array(LIST_LIMIT + 1))
  for (const odd of ['', 'x', bomb, (await packList(polish)).slice(0, -8)])
    await expect(unpackList(odd, LIST_LIMIT), odd.slice(0, 10)).rejects.toThrow(/lost your list/)
})

test('what each column was used for is said, and the others are named', async () => {
  const list =
    'Email,Parent Name,Status,Notes,Town\na@x.ie,Anne,active,,Cork\nb@x.ie,Bob,active,please remove,Cork\nc@x.ie,Cat,active,likes choir,\n'
  const { columns, unused, found } = await preview(bytes(list))
  expect(found).toBe(2)
  expect(columns.map(({ name, use }) => `${name}: ${use}`)).toEqual([
    'Email: email address',
    'Parent Name: name',
    'Status: who gets the newsletter',
    'Notes: who to leave out',
  ])
  expect(unused).toEqual(['Town'])
  expect((await preview(bytes('a@x.ie\nb@x.ie\n'))).columns).toEqual([])
})

test.each([
  ['Mary Byrne m@x.ie', 'Mary Byrne', 'm@x.ie'],
  ['Seán Ó Sé - m@x.ie', 'Seán Ó Sé', 'm@x.ie'],
  ['m @x.ie', '', 'm @x.ie'],
  // This could be an address that contains a space.
  ['mary byrne@x.ie', '', 'mary byrne@x.ie'],
])('in a list of addresses, %j has the name %j', (line, name, email) => {
  expect(parsePeopleLine([line])).toEqual([{ name, email }])
})
