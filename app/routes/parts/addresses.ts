import type { RegisterNews } from '~/domain/attendance/register.server'
import { type Day, formatIsoDay } from '~/domain/events/days'
import type { PortalPart } from '~/domain/portal-view/portal-view'
import { paths } from '~/paths'
import { formatTime } from '~/ui/dates'

export function getRegisterPath({ date, sessionId }: { date: string; sessionId?: number | null }): string {
  const session = sessionId ? `&session=${sessionId}` : ''
  return `${paths.dashboard.timetable.register.day}?date=${date}${session}`
}

/** The path of a month's table, '2026-11'. */
export const getMonthPath = (month: string) => `${paths.dashboard.timetable.register.month}?month=${month}`

/** 'Mother, 11:20: coming after all'. */
export const formatRegisterNews = ({ isComing, by, at }: RegisterNews) =>
  `${by ?? 'a tutor'}, ${formatTime(at)}: ${isComing ? 'coming after all' : 'not coming'}`

/** The path of the Calendar tab with this day selected. */
export function getDayPath(day: Day): string {
  return `${paths.dashboard.calendar.index}?day=${formatIsoDay(day)}`
}

/** What a guide's page shows: a step by its number, all steps, the end, or nothing that its address names. */
export type GuideView = number | 'all' | 'done' | null

/** The id of the guide on its page. Links lead to it, so that a phone shows the picture, the sentence and Next at once. */
export const GUIDE_ID = 'steps'

export const getStepPath = (path: string, view: Exclude<GuideView, null>) => `${path}?step=${view}#${GUIDE_ID}`

/** The view that an address requests of a guide with `count` steps. */
export function readGuideView(url: string, count: number): GuideView {
  const step = new URL(url).searchParams.get('step')
  if (step === 'all' || step === 'done') return step
  return step && /^\d{1,3}$/.test(step) ? Math.min(Math.max(Number(step), 1), count) : null
}

/** 'Step 3 of 7', for the title of the page. */
export const describeView = (view: GuideView, count: number) =>
  typeof view === 'number'
    ? `Step ${view} of ${count}`
    : view === 'all'
      ? 'All steps'
      : view === 'done'
        ? 'Done'
        : undefined

/** The query parameter of a page that shows one part of a student's first screen. */
export const PART_PARAMETER = 'part'

export const partsWithPage = ['day', 'files'] as const satisfies PortalPart[]

export const getPartPath = (part: (typeof partsWithPage)[number]) =>
  `${paths.dashboard.index}?${PART_PARAMETER}=${part}`
