import type { ActivitySymbolName } from '~/content/activity-symbols'
import type { Account, Tutor } from '~/domain/accounts/account'
import { newWeekSession } from '~/domain/week/schema'
import { addWeekSession } from '~/domain/week/week.server'
import type { Weekday } from '~db/choices'
import type { Database } from '~db/schema'

interface SessionDetails {
  activity: string
  symbol: ActivitySymbolName
  place: string
  withWhom?: string
}
const sessionDetails = (
  activity: string,
  symbol: ActivitySymbolName,
  place: string,
  withWhom = 'Aoife',
): SessionDetails => ({
  activity,
  symbol,
  place,
  withWhom,
})

const art = sessionDetails('Art', 'art', 'Art room')
const kitchen = sessionDetails('Kitchen', 'cooking', 'Kitchen', 'Bernie')
const choir = sessionDetails('Music & Choir', 'music-choir', 'Main hall', 'Colm')
const computers = sessionDetails('Computer Skills', 'computer-skills', 'Computer room')
const garden = sessionDetails('Garden', 'garden', 'The garden', 'Colm')

/** Morning and afternoon of each day, as in the timetables' files and the week in pictures. */
const weeks: Record<'daniel' | 'niamh', [Weekday, SessionDetails, SessionDetails][]> = {
  daniel: [
    ['Monday', sessionDetails('Literacy', 'literacy-numeracy', 'Room 2'), art],
    ['Tuesday', kitchen, sessionDetails('Digital Photography', 'digital-photography', 'The park')],
    ['Wednesday', sessionDetails('Work Experience', 'work-experience', 'The café', 'Bernie'), choir],
    ['Thursday', computers, sessionDetails('Drama', 'drama', 'Main hall', 'Colm')],
    ['Friday', garden, sessionDetails('Social Club', 'social-club', 'Room 1', 'Bernie')],
  ],
  niamh: [
    ['Monday', sessionDetails('Book Club', 'book-club', 'Room 1', 'Bernie'), art],
    ['Tuesday', kitchen, sessionDetails('Numeracy', 'money-management', 'Room 2')],
    ['Wednesday', sessionDetails('Digital Photography', 'digital-photography', 'The park'), choir],
    ['Thursday', computers, sessionDetails('Life Skills', 'life-skills', 'Kitchen', 'Bernie')],
    ['Friday', garden, sessionDetails('Self Advocacy', 'self-advocacy', 'Room 2')],
  ],
}

const everyDay = [
  { from: '12:30', to: '13:15', activity: 'Lunch', symbol: 'lunch', place: 'Dining room' },
  { from: '15:45', to: '16:00', activity: 'Bus home', symbol: 'bus', place: 'Front door' },
]

/** Adds both students' sessions and those for everybody, by the same function as a tutor's form. */
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
