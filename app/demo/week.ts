import type { ActivitySymbolName } from '~/content/activity-symbols'
import type { Account, Tutor } from '~/domain/accounts/account'
import { newWeekSession } from '~/domain/week/schema'
import { addWeekSession } from '~/domain/week/week.server'
import type { Weekday } from '~db/choices'
import type { Database } from '~db/schema'

interface Part {
  activity: string
  symbol: ActivitySymbolName
  place: string
  withWhom?: string
}
const part = (activity: string, symbol: ActivitySymbolName, place: string, withWhom = 'Aoife'): Part => ({
  activity,
  symbol,
  place,
  withWhom,
})

const art = part('Art', 'art', 'Art room')
const kitchen = part('Kitchen', 'cooking', 'Kitchen', 'Bernie')
const choir = part('Music & Choir', 'music-choir', 'Main hall', 'Colm')
const computers = part('Computer Skills', 'computer-skills', 'Computer room')
const garden = part('Garden', 'garden', 'The garden', 'Colm')

/** A morning and an afternoon for each day, as the files of the timetables and the week in pictures have them. */
const weeks: Record<'daniel' | 'niamh', [Weekday, Part, Part][]> = {
  daniel: [
    ['Monday', part('Literacy', 'literacy-numeracy', 'Room 2'), art],
    ['Tuesday', kitchen, part('Digital Photography', 'digital-photography', 'The park')],
    ['Wednesday', part('Work Experience', 'work-experience', 'The café', 'Bernie'), choir],
    ['Thursday', computers, part('Drama', 'drama', 'Main hall', 'Colm')],
    ['Friday', garden, part('Social Club', 'social-club', 'Room 1', 'Bernie')],
  ],
  niamh: [
    ['Monday', part('Book Club', 'book-club', 'Room 1', 'Bernie'), art],
    ['Tuesday', kitchen, part('Numeracy', 'money-management', 'Room 2')],
    ['Wednesday', part('Digital Photography', 'digital-photography', 'The park'), choir],
    ['Thursday', computers, part('Life Skills', 'life-skills', 'Kitchen', 'Bernie')],
    ['Friday', garden, part('Self Advocacy', 'self-advocacy', 'Room 2')],
  ],
}

const everyDay = [
  { from: '12:30', to: '13:15', activity: 'Lunch', symbol: 'lunch', place: 'Dining room' },
  { from: '15:45', to: '16:00', activity: 'Bus home', symbol: 'bus', place: 'Front door' },
]

/** The week of both students and of everybody, by the same function as a tutor's. */
export async function addDemoWeek(
  db: Database,
  { tutor, students: [daniel, niamh] }: { tutor: Tutor; students: [Account, Account] },
): Promise<void> {
  const add = (session: object) => addWeekSession(db, tutor, newWeekSession.parse(session))
  for (const [place, [weekday, morning, afternoon]] of weeks.daniel.entries()) {
    const [, otherMorning, otherAfternoon] = weeks.niamh[place]!
    for (const [hours, mine, theirs] of [
      [{ from: '9:30', to: '12:30' }, morning, otherMorning],
      [{ from: '13:15', to: '15:45' }, afternoon, otherAfternoon],
    ] as const) {
      const both = mine === theirs
      await add({ weekday, ...hours, ...mine, studentIds: both ? [daniel.id, niamh.id] : [daniel.id] })
      if (!both) await add({ weekday, ...hours, ...theirs, studentIds: [niamh.id] })
    }
    for (const session of everyDay) await add({ weekday, ...session })
  }
}
