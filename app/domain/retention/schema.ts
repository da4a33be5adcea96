import { z } from 'zod'
import {
  type AdjustableCategory,
  adjustableCategories,
  getRetentionBounds,
  type RetentionMonths,
} from '~/content/retention-terms'
import { checkbox, openedVersion, parseCount } from '~/domain/rules'

function months(what: AdjustableCategory) {
  const { min, max } = getRetentionBounds(what)
  const words = `Please enter a number of months from ${min} to ${max}.`
  return z.preprocess(parseCount, z.int(words).min(min, words).max(max, words))
}

const fields = {
  enquiries: months('enquiries'),
  activity: months('activity'),
  leftFiles: months('leftFiles'),
  closedAccounts: months('closedAccounts'),
} satisfies Record<AdjustableCategory, z.ZodType>

const ACCOUNT_BEFORE_FILES = 'Please keep accounts at least as long as files: erasing an account deletes its files too.'

/** Adjustable retention periods, in months, within their bounds. */
export const newRetentionPeriods = z
  .object(fields)
  .refine(({ leftFiles, closedAccounts }) => leftFiles <= closedAccounts, {
    path: ['closedAccounts'],
    message: ACCOUNT_BEFORE_FILES,
  })

/** The form for them; `confirmed` once the tutor has seen what it removes. */
export const retentionPeriodsEdit = newRetentionPeriods.safeExtend({ version: openedVersion(), confirmed: checkbox() })
export type RetentionPeriodsEdit = RetentionMonths & { version?: number; confirmed?: boolean }

const storedSettings = z.object({
  version: z.int().positive().catch(1),
  months: z.record(z.string(), z.unknown()).catch({}),
  changedAt: z.string().nullable().catch(null),
  held: z.array(z.enum(adjustableCategories)).catch([]),
})

/** Reads the stored retention periods. One outside its bounds is replaced by its default. */
export function readStoredPeriods(value: string): {
  version: number
  terms: Partial<RetentionMonths>
  changedAt: string | null
  held: AdjustableCategory[]
} {
  const { months, ...rest } = storedSettings.parse(JSON.parse(value))
  const terms = adjustableCategories.flatMap((what) => {
    const read = fields[what].safeParse(months[what])
    return read.success ? [[what, read.data]] : []
  })
  return { ...rest, terms: Object.fromEntries(terms) }
}
