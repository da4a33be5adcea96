import { z } from 'zod'
import type { Account } from '~/domain/accounts/account'
import { type CursorPage, type CursorRequest, NEWEST_FIRST, readRecordPage } from '~/domain/cursor-page.server'
import { formatIsoDay, getToday } from '~/domain/events/days'
import { mapPage, type Page, paginate } from '~/domain/page.server'
import { defineRecord, easyReadHtml, moment, recordId, recordVersion } from '~/domain/record'
import { defineRecords } from '~/domain/records.server'
import { renderPlainText, renderTexts, type WithRenderedTexts } from '~/domain/rich-text.server'
import type { Database, Row } from '~db/schema'
import { newNotice } from './notice-schema'

export type Notice = WithRenderedTexts<Row<'notices'>, 'easyRead'>

export const noticeRecord = defineRecord<Notice>()('Notice', 'A short notice for everyone with an account.', {
  id: [recordId, 4],
  title: [z.string(), 'No bus on Friday'],
  easyRead: [easyReadHtml, '<p>There is no bus on Friday.</p>'],
  text: [z.string(), 'The bus is being repaired. Please ring us if you need a lift.'],
  until: [z.iso.date().describe('The last day, in Irish time, on which it is shown.'), '2026-12-04'],
  createdAt: [moment, '2026-12-01T09:20:00.000Z'],
  version: [recordVersion, 1],
})

const noticeRecords = defineRecords('notices', {
  noun: 'notice',
  rules: newNotice,
  labels: [
    { label: 'Title', getText: ({ title }) => title },
    { label: 'Easy Read', getText: ({ easyRead }) => renderPlainText(easyRead ?? '') },
    { label: 'Text', getText: ({ text }) => text },
    { label: 'Until', getText: ({ until }) => until },
  ],
  getTitle: ({ title }) => title,
  toRecord: (row: Row<'notices'>) => row,
  show: (typed: Row<'notices'>): Notice => renderTexts(typed, { easyRead: {} }),
  toRow: (notice) => notice,
  getInitialColumns: () => ({ createdAt: new Date().toISOString() }),
})

export const {
  findTyped: findTypedNotice,
  find: findNotice,
  add: addNotice,
  change: changeNotice,
  remove: removeNotice,
  descriptions: describeNotice,
} = noticeRecords

/** Few enough notices per page that people read them. */
const NOTICES_A_PAGE = 5

const selectNotices = (db: Database) =>
  db.selectFrom('notices').selectAll().orderBy('createdAt', 'desc').orderBy('id', 'desc')
const selectCurrentNotices = (db: Database) => selectNotices(db).where('until', '>=', formatIsoDay(getToday()))

/** One page of the current notices, newest first. Everyone with an account may read them. */
export async function paginateNotices(db: Database, page: number): Promise<Page<Notice>> {
  return mapPage(await paginate(selectCurrentNotices(db), page, { perPage: NOTICES_A_PAGE }), noticeRecords.show)
}

/** One page of the past notices, newest first, for tutors. */
export async function paginatePastNotices(db: Database, page: number): Promise<Page<Notice>> {
  const past = selectNotices(db).where('until', '<', formatIsoDay(getToday()))
  return mapPage(await paginate(past, page, { perPage: NOTICES_A_PAGE }), noticeRecords.show)
}

/** One batch of notices, newest first: the current ones, and for tutors the past ones too. */
export function listNotices(db: Database, user: Account, requested?: CursorRequest): Promise<CursorPage<Notice>> {
  return readRecordPage(
    user.role === 'tutor' ? selectNotices(db) : selectCurrentNotices(db),
    requested,
    NEWEST_FIRST,
    noticeRecords.show,
  )
}
