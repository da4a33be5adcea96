import { listAbsentOn } from '~/domain/absences/absences.server'
import type { Tutor } from '~/domain/accounts/account'
import { listStudents } from '~/domain/accounts/accounts.server'
import { emptyPage } from '~/domain/empty-page'
import {
  findDocument,
  listNewestDocuments,
  listPlaces,
  pageOfPlace,
  searchDocuments,
} from '~/domain/files/lists.server'
import { listOpenings } from '~/domain/files/opened.server'
import { parseFileOwner } from '~/domain/files/places'
import { parsePathId } from '~/domain/path-id'
import { foldForSearch } from '~/domain/text'
import type { loadLists } from '~/http/answers/lists.server'
import { lists, searchIn } from '~/routes/parts/files/my-files'
import { isFormRequested } from '~/ui/lists/form-alone'
import { getPageNumber as pageAsked } from '~/ui/lists/page-links'
import type { Database } from '~db/schema'

export type OrEmpty = Parameters<Parameters<typeof loadLists>[0]>[0]
export type TutorsView = Awaited<ReturnType<typeof tutorsView>>

/** What a tutor sees of My Files at the address with these `parameters`. */
export async function tutorsView(db: Database, tutor: Tutor, parameters: URLSearchParams, orEmpty: OrEmpty) {
  const places = await orEmpty(listPlaces(db, tutor), [])
  const students = await orEmpty(listStudents(db), [])
  const absent = await orEmpty(listAbsentOn(db), [])
  const search = searchIn(parameters)
  const owner = parseFileOwner(parameters.get('of'))
  const place = (!search && places.find((one) => one.whose === owner)) || null
  const page = pageAsked(parameters, lists.one)
  const edited = await orEmpty(findDocument(db, tutor, parsePathId(parameters.get('edit') ?? undefined)), null)
  const found = place
    ? pageOfPlace(db, tutor, place.whose, page)
    : search
      ? searchDocuments(db, tutor, search, page)
      : null
  const list = found && (await orEmpty(found, emptyPage))
  const newest = list
    ? null
    : {
        personal: await orEmpty(listNewestDocuments(db, tutor, false), []),
        shared: await orEmpty(listNewestDocuments(db, tutor, true), []),
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
    matching: search ? places.filter(({ name }) => foldForSearch(name).includes(foldForSearch(search))) : [],
    /** The documents of the chosen place, or those that were searched for. */
    list,
    /** Without a choice, the newest of all. */
    newest,
    /** The students who opened each shared document that is listed, by its id. */
    opened: await orEmpty<Record<number, number[]>>(
      listOpenings(
        db,
        shared.map(({ id }) => id),
      ),
      {},
    ),
    /** The document being edited. */
    edited,
    /** Whether a phone shows the upload alone. */
    isUploading: isFormRequested(parameters) && !edited,
  }
}
