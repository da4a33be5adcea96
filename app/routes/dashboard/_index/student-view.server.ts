import type { Account } from '~/domain/accounts/account'
import { listConsentsToConfirm } from '~/domain/consent/consents.server'
import { emptyPage } from '~/domain/empty-page'
import { paginateStudentDocuments } from '~/domain/files/lists.server'
import { listGuideTitles } from '~/domain/guides/guides.server'
import { findDayChoice } from '~/domain/home/home.server'
import { paginateNotices } from '~/domain/notices/notices.server'
import { type PortalPart, portalParts } from '~/domain/portal-view/parts'
import { findShownParts } from '~/domain/portal-view/portal-view.server'
import { listOpenQuestions } from '~/domain/questions/questions.server'
import { getDayOfStudent, type TodayView } from '~/domain/week/week.server'
import type { ReadOrEmpty } from '~/http/answers/lists.server'
import { pageParameters } from '~/routes/parts/files/my-files'
import { PART_PARAMETER, partsWithPage } from '~/routes/parts/portal-view/part-address'
import { getPageNumber } from '~/ui/lists/page-links'
import type { Database } from '~db/schema'
import { MOST_GUIDES } from './guide-links'

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
