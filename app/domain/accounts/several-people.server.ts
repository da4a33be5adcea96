import { randomInt } from 'node:crypto'
import { Refused } from '~/domain/refused'
import { foldForSearch, toOneLine } from '~/domain/text'
import type { Role } from '~db/choices'
import type { Database } from '~db/schema'
import { type Account, formatFullName, type Tutor } from './account'
import { hashPassword, isGuessable, type KnownCentre } from './password.server'
import { passwordWords } from './password-words'
import { insertPeople } from './people.server'
import { type NewPeople, type PersonName, personName } from './schema'

/** The most people that are added at once: each one's password takes a moment to hash. */
const MOST_PEOPLE = 30
const MOST_MESSAGES = 10

type Names = Pick<NewPeople, 'names' | 'role'>

/** A person just added, with the password that nobody is shown again. */
export type PersonWithPassword = Account & { password: string }

/** Adds a person for each line of names, all or none, with usernames and passwords of our making. Throws Refused, 400, about lines. */
export async function addPeople(
  db: Database,
  tutor: Tutor,
  { names, role }: Names,
  centre: KnownCentre,
): Promise<PersonWithPassword[]> {
  const people = await validateNames(db, { names, role })
  const input = new Set<string>()
  const isTaken = async (username: string) =>
    input.has(username) ||
    (await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst()) !== undefined
  const added: Parameters<typeof insertPeople>[2] = []
  const passwords: string[] = []
  for (const name of people) {
    const person = { ...name, username: await suggestUsername(name, role, isTaken) }
    input.add(person.username)
    const password = await suggestPassword(person, centre)
    passwords.push(password)
    added.push({ ...person, role, passwordHash: await hashPassword(password) })
  }
  const accounts = await insertPeople(db, tutor, added)
  return accounts.map((account, place) => ({ ...account, password: passwords[place] ?? '' }))
}

/** The people whose names stand in a list. Throws Refused, 400, about its lines, as `addPeople` does. */
export async function validateNames(db: Database, { names, role }: Names): Promise<PersonName[]> {
  const open = db.selectFrom('users').select(['firstName', 'lastName']).where('role', '=', role)
  return parseNames(names, (await open.where('closedAt', 'is', null).execute()).map(formatFullName))
}

/** The names in a text, one a line: 'Áine Byrne', 'Byrne, Áine' or 'Áine'. Throws Refused, 400, with the lines that are none, or of people in `there`. */
export function parseNames(text: string, there: string[] = []): PersonName[] {
  const seen: string[] = []
  const wrong: string[] = []
  const people: PersonName[] = []
  for (const [place, line] of text.split(/\r\n|\r|\n/).entries()) {
    const name = toOneLine(line)
      .replace(/^(?:\d+[.)]|[-*•])\s*/, '')
      .replace(/^"(.*)"$/, '$1')
    if (!name) continue
    const [last = '', first, ...more] = name.split(',')
    const [firstName, ...rest] = last.split(' ')
    const input = first?.trim() ? { firstName: first, lastName: last } : { firstName, lastName: rest.join(' ') }
    const isName = more.length === 0 && /\p{L}/u.test(name) && !/@|\d{3}/.test(name)
    const read = personName.safeParse(isName ? input : {})
    const isIn = (names: string[]) =>
      read.data && names.some((other) => foldForSearch(other) === foldForSearch(formatFullName(read.data)))
    const why = !read.success
      ? 'is not a name.'
      : isIn(there)
        ? 'has an account already.'
        : isIn(seen) && 'is listed twice.'
    if (why) wrong.push(`Line ${place + 1}: ‘${name.slice(0, 40)}’ ${why}`)
    if (!read.success) continue
    seen.push(formatFullName(read.data))
    people.push(read.data)
  }
  if (people.length > MOST_PEOPLE) wrong.unshift(`Please write at most ${MOST_PEOPLE} names at a time.`)
  if (people.length === 0 && wrong.length === 0) wrong.push('Please write at least one name.')
  if (wrong.length > 0) throw new Refused(400, wrong.join(' '), { errors: { names: wrong.slice(0, MOST_MESSAGES) } })
  return people
}

/** A username that is free, as 'daniel.o'. Names in other letters give 'student' and a number. */
export async function suggestUsername(
  { firstName, lastName }: PersonName,
  role: Role,
  isTaken: (username: string) => Promise<boolean>,
): Promise<string> {
  const plain = (text: string) => foldForSearch(text).replace(/[^a-z]/g, '')
  const first = plain(firstName).slice(0, 30)
  const both = [first, plain(lastName).slice(0, 1)].filter(Boolean).join('.')
  const base = first && both.length > 1 ? both : role
  let username = base
  for (let number = 2; await isTaken(username); number++) username = `${base}${number}`
  return username
}

/** Three words at random, which are easy to read and type, and that nobody can guess who knows the person. */
export async function suggestPassword(person: PersonName & Pick<Account, 'username'>, centre: KnownCentre) {
  for (;;) {
    const word = () => passwordWords[randomInt(passwordWords.length)] ?? ''
    const password = [word(), word(), word()].join('-')
    if (!(await isGuessable(password, person, centre))) return password
  }
}
