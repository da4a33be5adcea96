import { z } from 'zod'
import { boundsOf, type Changeable, changeable, type Terms } from '~/content/retention-terms'
import { counted, openedVersion, tick } from '~/domain/rules'

function months(what: Changeable) {
  const { least, most } = boundsOf(what)
  const words = `Please enter a number of months from ${least} to ${most}.`
  return z.preprocess(counted, z.int(words).min(least, words).max(most, words))
}

const fields = {
  enquiries: months('enquiries'),
  activity: months('activity'),
  leftFiles: months('leftFiles'),
  closedAccounts: months('closedAccounts'),
} satisfies Record<Changeable, z.ZodType>

const NOT_FIRST = 'Please choose a term no shorter than that of the files: an account takes its files along.'

/** The terms that a centre may change, in months, each within its bounds. */
export const newTerms = z.object(fields).refine(({ leftFiles, closedAccounts }) => leftFiles <= closedAccounts, {
  path: ['closedAccounts'],
  message: NOT_FIRST,
})

/** Their form; `confirmed` once its tutor has seen what it removes. */
export const termsEdit = newTerms.safeExtend({ version: openedVersion(), confirmed: tick() })
export type TermsEdit = Terms & { version?: number; confirmed?: boolean }

const stored = z.object({
  version: z.int().positive().catch(1),
  months: z.record(z.string(), z.unknown()).catch({}),
  changedAt: z.string().nullable().catch(null),
  held: z.array(z.enum(changeable)).catch([]),
})

/** The terms as they are stored. One that no longer keeps to its bounds is as it was first. */
export function readStored(value: string): {
  version: number
  terms: Partial<Terms>
  changedAt: string | null
  held: Changeable[]
} {
  const { months, ...rest } = stored.parse(JSON.parse(value))
  const terms = changeable.flatMap((what) => {
    const read = fields[what].safeParse(months[what])
    return read.success ? [[what, read.data]] : []
  })
  return { ...rest, terms: Object.fromEntries(terms) }
}
