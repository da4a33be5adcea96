import { foldToLetters } from '~/domain/text'

/** Names of columns in English, Irish, German, Polish and French, letters only. `hours` has start and end in one cell. */
const columnNames = {
  day: 'day days weekday weekdays dayoftheweek dayofweek la tag tage wochentag dzien jour jours',
  date: 'date dates data datum',
  week: 'week weeks weekab whichweek whichweeks wk fortnight frequency howoften seachtain woche semaine tydzien',
  from: 'from start starts startsat starttime begin begins beginsat timefrom o von beginn od de debut',
  to: 'to until till end ends endsat endtime finish finishes finishesat finishtime timeto go bis ende do koniec fin',
  hours: 'time times hours when uhrzeit zeit godzina godziny heure heures horaire',
  activity:
    'activity activities activityname session class classname course lesson workshop event subject what title gniomhaiocht rang aktivitat veranstaltung angebot kurs zajecia aktywnosc activite activites atelier cours',
  place: 'place room roomno roomnumber where location venue ait seomra ort raum zimmer miejsce sala lieu salle',
  withWhom:
    'whowith with withwhom tutor tutors staff teacher facilitator leader ledby instructor keyworker le mit leitung betreuer avec zkim',
  students:
    'students student for forwhom whofor who whoisitfor group name names micleinn teilnehmer fur dla uczestnicy pour participant participants attendee attendees pupil pupils learner learners member members client clients serviceuser serviceusers',
  startDate: 'firstday firstdate validfrom startdate startday datefrom fromdate startson startingon startsfrom',
  endDate: 'lastday lastdate validuntil validto enddate endday dateto todate untildate endson endingon',
}
export type Column = keyof typeof columnNames

const columns = new Map(
  (Object.keys(columnNames) as Column[]).flatMap((column) =>
    columnNames[column].split(' ').map((name) => [name, column] as const),
  ),
)

/** The column that a cell of the header names. */
export const findColumn = (cell: string): Column | undefined =>
  // Its letter alone may be the name of a week or a group.
  /^à$/i.test(cell.normalize('NFC')) ? 'to' : columns.get(foldToLetters(cell))
