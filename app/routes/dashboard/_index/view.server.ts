import { absentToday } from '~/domain/absences/absences.server'
import type { Tutor } from '~/domain/accounts/account'
import { listStudents } from '~/domain/accounts/accounts.server'
import { emptyPage } from '~/domain/empty-page'
import { findDocument, listPlaces, newestDocuments, pageIn, searchDocuments } from '~/domain/files/lists.server'
import { openingsOf } from '~/domain/files/opened.server'
import { whoseIn } from '~/domain/files/places'
import { pathId } from '~/domain/path-id'
import { folded } from '~/domain/text'
import type { showingLists } from '~/http/answers/lists.server'
import { lists, searchIn } from '~/routes/parts/files/my-files'
import { isFormAsked } from '~/ui/lists/form-alone'
import { pageIn as pageAsked } from '~/ui/lists/page-links'
import type { Database } from '~db/schema'

export type OrEmpty = Parameters<Parameters<typeof showingLists>[0]>[0]
export type TutorsView = Awaited<ReturnType<typeof tutorsView>>

/** What a tutor sees of My Files at the address with these `parameters`. */
export async function tutorsView(db: Database, tutor: Tutor, parameters: URLSearchParams, orEmpty: OrEmpty) {
  const places = await orEmpty(listPlaces(db, tutor), [])
  const students = await orEmpty(listStudents(db), [])
  const absent = await orEmpty(absentToday(db), [])
  const search = searchIn(parameters)
  const whose = whoseIn(parameters.get('of'))
  const place = (!search && places.find((one) => one.whose === whose)) || null
  const page = pageAsked(parameters, lists.one)
  const edited = await orEmpty(findDocument(db, tutor, pathId(parameters.get('edit') ?? undefined)), null)
  const found = place ? pageIn(db, tutor, place.whose, page) : search ? searchDocuments(db, tutor, search, page) : null
  const list = found && (await orEmpty(found, emptyPage))
  const newest = list
    ? null
    : {
        personal: await orEmpty(newestDocuments(db, tutor, false), []),
        shared: await orEmpty(newestDocuments(db, tutor, true), []),
      }
  const shared = (list?.items ?? newest?.shared ?? []).filter(({ isShared }) => isShared)
  return {
    /** The names of who does not come today. */
    absent: absent.map(({ studentName }) => studentName),
    places,
    students,
    /** The place that was chosen. */
    place,
    search,
    /** The places whose name the search holds. */
    matching: search ? places.filter(({ name }) => folded(name).includes(folded(search))) : [],
    /** The documents of the chosen place, or those that were searched for. */
    list,
    /** Without a choice, the newest of all. */
    newest,
    /** The students who opened each shared document that is listed, by its id. */
    opened: await orEmpty<Record<number, number[]>>(
      openingsOf(
        db,
        shared.map(({ id }) => id),
      ),
      {},
    ),
    /** The document being edited. */
    edited,
    /** Whether a phone shows the upload alone. */
    isUploading: isFormAsked(parameters) && !edited,
  }
}
