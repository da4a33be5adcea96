import { randomInt } from 'node:crypto'
import { Refused } from '~/domain/refused'
import { foldForSearch, foldToLetters, toOneLine } from '~/domain/text'
import type { Role } from '~db/choices'
import type { Database } from '~db/schema'
import { type Account, formatFullName, type Tutor, TWINS_LABEL } from './account'
import { hashPassword, isGuessable, isUsernameTaken, type KnownCentre } from './password.server'
import { insertPeople, toFirstDay } from './people.server'
import { type NewPeople, type PersonName, personName } from './schema'

/** Plain words that are easy to read and to spell; three of them make a password (suggestPassword). */
const passwordWords = `
  acorn amber anchor apple apron arrow aspen autumn badge baker bamboo banana banjo basil basket beach beacon bean
  beetle berry bicycle biscuit blanket blossom bottle branch bread breeze brick bridge bronze brush bucket butter
  button cabin cactus camel candle canvas carrot castle cedar cello cheese cherry chestnut cinnamon circle clover
  cobble cocoa coffee compass copper coral corner cotton cousin cricket crystal cupboard curtain daisy dancer desert
  dinner dolphin donkey drawer drummer eagle engine evening falcon farmer feather fiddle finger flute forest fossil
  fountain garden garlic ginger glider globe goose granite grape guitar hammer harbour harvest hazel heather hedge
  helmet heron hillside honey horizon hotel island ivory jacket jasmine jigsaw juniper kettle kitchen kitten ladder
  lagoon lantern laptop lavender lemon letter library lilac linen lizard lobster maple marble market meadow melody
  melon minute mirror monday morning mountain mushroom mustard napkin nephew nettle noodle nutmeg oatmeal ocean olive
  onion orange orchard organ otter oyster packet paddle painter pancake parcel parsley pavement peach peanut pebble
  pelican pencil penguin pepper piano picnic pillow pilot pineapple planet plaster plum pocket poem pony poppy potato
  pottery puddle pumpkin puzzle quarter quilt rabbit radio railway rainbow raisin ribbon river robin rocket saddle
  sailor salmon sandal saturn scarf school season shadow shamrock shovel silver singer sister slipper spanner sparrow
  spider spoon spring squirrel stable station stone story summer sunday swallow tablet teacher teapot thistle thunder
  ticket timber toast tomato towel tractor train treacle trumpet tulip tunnel turnip turtle umbrella valley vanilla
  velvet village violet violin waffle wagon walnut water whistle willow window winter yoghurt zebra
`
  .trim()
  .split(/\s+/)

/** Each person's password takes a moment to hash. */
const MAX_PEOPLE = 30
const MAX_MESSAGES = 10

type Names = Pick<NewPeople, 'names' | 'role'> & Partial<Pick<NewPeople, 'addsTwins' | 'firstDay'>>

/** A new person with their password, which is shown only once. */
export type PersonWithPassword = Account & { password: string }

/**
 * Adds a person for each line of names, all or none, and creates their usernames and passwords. Throws Refused, invalid, about lines.
 */
export async function addPeople(
  db: Database,
  tutor: Tutor,
  { names, role, addsTwins, firstDay }: Names,
  centre: KnownCentre,
): Promise<PersonWithPassword[]> {
  const people = await validateNames(db, tutor, { names, role, addsTwins })
  const chosen = new Set<string>()
  const isTaken = async (username: string) => chosen.has(username) || isUsernameTaken(db, username)
  const added: Parameters<typeof insertPeople>[2] = []
  const passwords: string[] = []
  for (const name of people) {
    const person = { ...name, username: await suggestUsername(name, role, isTaken) }
    chosen.add(person.username)
    const password = await suggestPassword(person, centre)
    passwords.push(password)
    added.push({ ...person, role, ...toFirstDay(role, firstDay), passwordHash: await hashPassword(password) })
  }
  const accounts = await insertPeople(db, tutor, added)
  return accounts.map((account, index) => ({ ...account, password: passwords[index] ?? '' }))
}

/** The people in a list of names. Throws Refused, invalid, about its lines, as `addPeople` does. */
export async function validateNames(
  db: Database,
  _tutor: Tutor,
  { names, role, addsTwins }: Names,
): Promise<PersonName[]> {
  if (addsTwins) return parseNames(names, null)
  const open = db.selectFrom('users').select(['firstName', 'lastName']).where('role', '=', role)
  return parseNames(names, (await open.where('closedAt', 'is', null).execute()).map(formatFullName))
}

/**
 * Reads one name a line: 'Áine Byrne', 'Byrne, Áine' or 'Áine'. Throws Refused, invalid, about lines that are not names, are listed twice or
 * are already in `existingNames`; with null, several people may have one name.
 */
export function parseNames(text: string, existingNames: string[] | null = []): PersonName[] {
  const seen: string[] = []
  const messages: string[] = []
  const people: PersonName[] = []
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const name = toOneLine(line)
      .replace(/^(?:\d+[.)]|[-*•])\s*/, '')
      .replace(/^"(.*)"$/, '$1')
    if (!name) continue
    const [last = '', first, ...more] = name.split(',')
    const [firstName, ...rest] = last.split(' ')
    const parts = first?.trim() ? { firstName: first, lastName: last } : { firstName, lastName: rest.join(' ') }
    const isName = more.length === 0 && /\p{L}/u.test(name) && !/@|\d{3}/.test(name)
    const read = personName.safeParse(isName ? parts : {})
    const isListedIn = (names: string[]) =>
      read.data && names.some((other) => foldForSearch(other) === foldForSearch(formatFullName(read.data)))
    const problem = !read.success
      ? 'is not a name.'
      : existingNames !== null && findTwin(isListedIn(existingNames), isListedIn(seen))
    if (problem) messages.push(`Line ${index + 1}: ‘${name.slice(0, 40)}’ ${problem}`)
    if (!read.success) continue
    seen.push(formatFullName(read.data))
    people.push(read.data)
  }
  if (people.length > MAX_PEOPLE) messages.unshift(`Please write at most ${MAX_PEOPLE} names at a time.`)
  if (people.length === 0 && messages.length === 0) messages.push('Please write at least one name.')
  if (messages.length > 0)
    throw new Refused('invalid', messages.join(' '), { errors: { names: messages.slice(0, MAX_MESSAGES) } })
  return people
}

const ADVICE = `Is this another person? Tick ‘${TWINS_LABEL}’.`

const findTwin = (hasAccount: boolean | undefined, isTwice: boolean | undefined) =>
  hasAccount ? `has an account already. ${ADVICE}` : isTwice && `is listed twice. ${ADVICE}`

/** A free username such as 'daniel.o'. Names in other scripts give 'student' and a number. */
export async function suggestUsername(
  { firstName, lastName }: PersonName,
  role: Role,
  isTaken: (username: string) => Promise<boolean>,
): Promise<string> {
  const first = foldToLetters(firstName).slice(0, 30)
  const both = [first, foldToLetters(lastName).slice(0, 1)].filter(Boolean).join('.')
  const base = first && both.length > 1 ? both : role
  let username = base
  for (let number = 2; await isTaken(username); number++) username = `${base}${number}`
  return username
}

/** Three random words, easy to read and type, and hard to guess even for those who know the person. */
export async function suggestPassword(person: PersonName & Pick<Account, 'username'>, centre: KnownCentre) {
  for (;;) {
    const word = () => passwordWords[randomInt(passwordWords.length)] ?? ''
    const password = [word(), word(), word()].join('-')
    if (!(await isGuessable(password, person, centre))) return password
  }
}
