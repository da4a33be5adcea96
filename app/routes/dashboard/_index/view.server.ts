import { listAbsentOn } from '~/domain/absences/absences.server'
import { type Account, getShortNames, type Tutor } from '~/domain/accounts/account'
import { findDayChoice } from '~/domain/at-home/at-home.server'
import { listDaysWithoutRegister, listRegisterNews } from '~/domain/attendance/register.server'
import { listConsentsToConfirm, listEndingConsents } from '~/domain/consent/consents.server'
import { findHiddenReasons } from '~/domain/consent/visibility.server'
import { emptyPage } from '~/domain/empty-page'
import { countOpenEnquiries } from '~/domain/enquiries/enquiries.server'
import { describeUnseen, listOpenings, readFilePreview } from '~/domain/files/file-views.server'
import { listFormerOpenings } from '~/domain/files/files.server'
import { isImage, opensOnPage } from '~/domain/files/kinds'
import {
  countUnopenedDocuments,
  findDocument,
  listPlaces,
  paginateDocuments,
  paginatePersonalDocuments,
  paginateStudentDocuments,
  searchDocuments,
} from '~/domain/files/lists.server'
import { parseFileOwner } from '~/domain/files/places'
import { listStudentChoices } from '~/domain/groups/groups.server'
import { listGuideTitles } from '~/domain/guides/guides.server'
import { listLeavingWithoutPictures } from '~/domain/newsletters/attachments.server'
import { paginateNotices } from '~/domain/notices/notices.server'
import { parsePathId } from '~/domain/path-id'
import { type PortalPart, portalParts } from '~/domain/portal-view/portal-view'
import { findShownParts } from '~/domain/portal-view/portal-view.server'
import { listOpenQuestions } from '~/domain/questions/questions.server'
import { foldForSearch } from '~/domain/text'
import { getDublinClock } from '~/domain/week/day'
import { listSessionsOfDay } from '~/domain/week/tutor-week.server'
import { getDayOfStudent, type TodayView } from '~/domain/week/week.server'
import type { ReadOrEmpty } from '~/http/answers/lists.server'
import { PART_PARAMETER, partsWithPage } from '~/routes/parts/addresses'
import { describeFailure } from '~/routes/parts/files/file-view.server'
import { getFileSearch, pageParameters, UPLOADED_PARAMETER } from '~/routes/parts/files/my-files'
import { isFormRequested } from '~/ui/lists/list-with-forms'
import { getPageNumber } from '~/ui/lists/page-links'
import type { Database } from '~db/schema'
import { MOST_GUIDES } from './links-below'

export type RemindersView = Awaited<ReturnType<typeof readReminders>>

async function readReminders(db: Database, tutor: Tutor, orEmpty: ReadOrEmpty) {
  return {
    daysWithoutRegister: await orEmpty(listDaysWithoutRegister(db, tutor), []),
    /** Photo answers that ran out a short time ago or soon will. */
    endingConsents: await orEmpty(listEndingConsents(db, tutor), []),
    newsletters: await orEmpty(listLeavingWithoutPictures(db, tutor), []),
    /** Students about whom something else was said since today's register was saved. */
    registerNews: await orEmpty(listRegisterNews(db, tutor), []),
  }
}

interface FileStore {
  db: Database
  uploads: string
}

export type TutorFilesView = Awaited<ReturnType<typeof readTutorFiles>>

/** Reads what My Files shows a tutor for these search `parameters`. `patience` limits the wait for a new document, in ms. */
export async function readTutorFiles(
  { db, uploads }: FileStore,
  tutor: Tutor,
  { parameters, patience }: { parameters: URLSearchParams; patience: number },
  orEmpty: ReadOrEmpty,
) {
  const places = await orEmpty(listPlaces(db, tutor), [])
  const students = await orEmpty(listStudentChoices(db, tutor), [])
  const search = getFileSearch(parameters)
  const owner = parseFileOwner(parameters.get('of'))
  const place = (!search && places.find((one) => one.whose === owner)) || null
  const page = getPageNumber(parameters, pageParameters.one)
  const edited = await orEmpty(findDocument(db, tutor, parsePathId(parameters.get('edit') ?? undefined)), null)
  const request = place
    ? paginateDocuments(db, tutor, place.whose, page)
    : search
      ? searchDocuments(db, tutor, search, page)
      : null
  const list = request && (await orEmpty(request, emptyPage))
  const getPage = (name: 'personal' | 'shared') => getPageNumber(parameters, pageParameters[name])
  const all = list
    ? null
    : {
        personal: await orEmpty(paginatePersonalDocuments(db, tutor, getPage('personal')), emptyPage),
        shared: await orEmpty(paginateDocuments(db, tutor, 'shared', getPage('shared')), emptyPage),
      }
  const shown = list ? list.items : [...(all?.personal.items ?? []), ...(all?.shared.items ?? [])]
  const shared = shown.filter(({ isShared }) => isShared)
  return {
    morning: await readMorning(db, tutor, students, orEmpty),
    reminders: await readReminders(db, tutor, orEmpty),
    places,
    students,
    place,
    search,
    matching: search ? places.filter(({ name }) => foldForSearch(name).includes(foldForSearch(search))) : [],
    list,
    all,
    /** Ids of students who opened each shared document shown, by document id. */
    opened: await orEmpty<Record<number, number[]>>(
      listOpenings(
        db,
        tutor,
        shared.map(({ id }) => id),
      ),
      {},
    ),
    /** Why shared pictures are hidden, by document id. */
    reasons: await orEmpty<Record<string, string>>(
      findHiddenReasons(
        db,
        tutor,
        'file',
        shared.map(({ id }) => id),
      ),
      {},
    ),
    /** Who opened each document shown before it was moved, by document id. */
    openedBefore: await orEmpty(
      listFormerOpenings(
        db,
        tutor,
        shown.map(({ id }) => id),
      ),
      {},
    ),
    uploaded: await orEmpty(readUploaded({ db, uploads }, tutor, { parameters, patience }), null),
    edited,
    /** Whether a phone shows only the upload form. */
    isUploading: isFormRequested(parameters) && !edited,
  }
}

export type UploadedView = NonNullable<Awaited<ReturnType<typeof readUploaded>>>

/** Reads the beginning of the document that the address names as just uploaded, and what students do not see of it. */
async function readUploaded(
  { db, uploads }: FileStore,
  tutor: Tutor,
  { parameters, patience }: { parameters: URLSearchParams; patience: number },
) {
  const id = parsePathId(parameters.get(UPLOADED_PARAMETER) ?? undefined)
  const file = await findDocument(db, tutor, id)
  if (!file || isImage(file.fileType) || !opensOnPage(file.fileType)) return null
  const preview = await readFilePreview(db, uploads, tutor, { id, patience })
  const note =
    preview.state === 'failed' ? describeFailure(preview.reason) : await describeUnseen(db, uploads, tutor, id)
  return { id, title: file.title, preview, note }
}

export type MorningView = Awaited<ReturnType<typeof readMorning>>

/** Files that a student has not opened for this long, in ms, are worth a reminder. */
const REMINDER_TIME = 7 * 24 * 3_600_000

/** Students named as having most unopened files. */
const MAX_STUDENTS = 6

async function readMorning(db: Database, tutor: Tutor, students: Account[], orEmpty: ReadOrEmpty) {
  const { day, time } = getDublinClock(new Date())
  const names = getShortNames(students)
  const nameOf = (id: number) => names.get(id) ?? 'a former student'
  const absent = await orEmpty(listAbsentOn(db, tutor), [])
  const sessions = await orEmpty(listSessionsOfDay(db, tutor), [])
  const addedBefore = new Date(Date.now() - REMINDER_TIME).toISOString()
  const unopened = await orEmpty(countUnopenedDocuments(db, tutor, addedBefore), [])
  return {
    day,
    isBeforeNoon: time < '12:00',
    absent: absent.map(({ studentName }) => studentName),
    off: [...new Set(sessions.flatMap(({ isOff, activity }) => (isOff ? activity : [])))],
    /** Those that are not over. */
    sessions: sessions
      .filter(({ to }) => time < to)
      .map(({ studentIds, ...session }) => ({ ...session, students: studentIds.map(nameOf) })),
    enquiries: await orEmpty(countOpenEnquiries(db, tutor), 0),
    /** Documents that students have not opened for a week, and the students with most of them. */
    unopened: {
      files: unopened.reduce((sum, { files }) => sum + files, 0),
      by: unopened
        .slice(0, MAX_STUDENTS)
        .map(({ studentId, files }) => ({ studentId, files, name: nameOf(studentId) })),
      others: Math.max(0, unopened.length - MAX_STUDENTS),
    },
  }
}

/**
 * A student's view: today, current notices and two lists, for example. Reads only the parts that they see, or the one that the
 * address names.
 */
export async function readStudentView(
  db: Database,
  student: Account,
  parameters: URLSearchParams,
  orEmpty: ReadOrEmpty,
) {
  const only = partsWithPage.find((part) => part === parameters.get(PART_PARAMETER))
  const parts: readonly PortalPart[] = only
    ? [only]
    : ((await orEmpty(findShownParts(db, student), null)) ?? portalParts)
  const readPart = async <Read>(part: PortalPart, read: () => Promise<Read>, empty: Read) =>
    parts.includes(part) ? orEmpty(read(), empty) : empty
  const readFiles = (list: 'personal' | 'shared') => {
    const page = getPageNumber(parameters, pageParameters[list])
    const owner = list === 'personal' ? 'own' : 'shared'
    return readPart('files', () => paginateStudentDocuments(db, student, owner, page), emptyPage)
  }
  const today = only === 'files' ? null : await orEmpty<TodayView | null>(getDayOfStudent(db, student), null)
  const hasFiles = parts.includes('files')
  return {
    hasLater: parts.includes('day'),
    hasFiles,
    today: today && !hasFiles ? { ...today, newFiles: 0 } : today,
    home: await readPart('day', () => findDayChoice(db, student, today), null),
    unconfirmed: await orEmpty(listConsentsToConfirm(db, student), []),
    questions: await readPart('say', () => listOpenQuestions(db, student), []),
    notices: await readPart('news', () => paginateNotices(db, student, 1), emptyPage),
    personal: await readFiles('personal'),
    shared: await readFiles('shared'),
    guides: await readPart('steps', () => listGuideTitles(db, student, MOST_GUIDES + 1), []),
  }
}
